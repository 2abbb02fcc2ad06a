/* What each chart shows: functions from a width to ECharts options. One script together with labels.js and page.js. */
'use strict';
const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId('charts').textContent);
let bars = null;
let rates = null;
/** The scatter as measured or without start-up, and what its units then say. */
const scatterShown = () => (rates === 'without-start' ? data.withoutStart : data.scatter);
const shownUnit = (unit) => (rates === 'without-start' ? unit + ' without start-up' : unit);
/** A chart with more marks than this has their ranks only. */
const MOST_NAMES = 40;

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
const digits = (value) => (value >= 1000 ? String(Number(value.toPrecision(3))) : value.toPrecision(3));
const spread = (e) => (e.spread === 'NONE' ? '' : ` (${digits(e.low)}–${digits(e.high)})`);
const font = () => getComputedStyle(document.body).fontFamily;

function textWidth(text) {
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = '12px ' + font();
  return pen.measureText(text).width;
}

/** Lines of text as a node, so that no text of a record is read as markup. */
function tip(lines) {
  const box = document.createElement('div');
  box.className = 'tip';
  lines.forEach((line, i) => {
    const part = document.createElement(i === 0 ? 'b' : 'div');
    part.textContent = line;
    box.append(part);
  });
  return box;
}

const tooltip = (lines) => ({
  trigger: 'item',
  confine: true,
  transitionDuration: 0,
  backgroundColor: color('paper'),
  borderColor: color('rule'),
  textStyle: {color: color('ink')},
  formatter: (p) => tip(lines(p.data)),
});

const axisBase = (name) => ({
  name,
  nameLocation: 'middle',
  nameTextStyle: {color: color('muted'), fontSize: 12},
  axisLine: {show: false},
  axisTick: {show: false},
  axisLabel: {color: color('muted'), fontSize: 12},
  splitLine: {lineStyle: {color: color('grid')}},
});

/* ---- load rate against CPU cost ---- */

const markLines = (m) => [
  (m.rank ? m.rank + ' ' : '✗ ') + m.label,
  `${digits(m.rate.median)} ${shownUnit('TB/h')}${spread(m.rate)}`,
  `${digits(m.cost.median)} ${shownUnit('CPU-s/GB')}${spread(m.cost)}`,
  `verified: ${m.verdict}`,
];

function scatterAxis(axis, name, gap) {
  return {
    ...axisBase(shownUnit(name) + (axis.log ? ' (log)' : '')),
    type: axis.log ? 'log' : 'value',
    min: axis.min,
    max: axis.max,
    nameGap: gap,
    axisLabel: {show: false},
    splitLine: {show: false},
  };
}

/** Lines at the ticks below everything, and their values outside the plot. */
function gridSeries({x, y, limit}) {
  return {
    type: 'line', silent: true, symbol: 'none', z: 0,
    lineStyle: {color: color('grid'), width: 1},
    data: [
      ...x.ticks.flatMap((v) => [[v, y.min], [v, y.max], ['-', '-']]),
      ...y.ticks.flatMap((v) => [[x.min, v], [x.max, v], ['-', '-']]),
    ],
    markArea: limit === null ? undefined : {
      silent: true, animation: false, itemStyle: {color: color('beyond')},
      label: {show: true, position: 'insideTopRight', distance: 9, color: color('muted'), fontSize: 12},
      data: [[{name: 'faster than the database copies', yAxis: limit}, {yAxis: y.max}]],
    },
    markLine: {
      silent: true, symbol: 'none', animation: false, precision: 9, lineStyle: {color: 'transparent'},
      label: {position: 'start', formatter: (p) => String(p.value), color: color('muted'), fontSize: 12},
      data: [...x.ticks.map((v) => ({xAxis: v})), ...y.ticks.map((v) => ({yAxis: v}))],
    },
  };
}

function scatterOption(width) {
  const s = scatterShown();
  const narrow = width < 620;
  const lines = s.lines.map((line) => ({
    type: 'line', silent: true, symbol: 'none', z: 1,
    lineStyle: {color: color('muted'), width: 1, type: [3, 3], opacity: 0.7},
    data: line.map((i) => [s.marks[i].cost.median, s.marks[i].rate.median]),
  }));
  const intervals = s.marks.map((m) => ({
    type: 'line', silent: true, symbol: 'none', z: 2,
    lineStyle: {color: color(m.tool), width: 1.5, type: 'solid'},
    data: [
      [m.cost.low, m.rate.median], [m.cost.high, m.rate.median], ['-', '-'],
      [m.cost.median, m.rate.low], [m.cost.median, m.rate.high],
    ],
  }));
  const marks = {
    type: 'scatter', z: 3, cursor: 'default',
    data: s.marks.map((m) => ({
      value: [m.cost.median, m.rate.median], mark: m, symbol: m.shape,
      symbolSize: {diamond: 13, triangle: 12, rect: 10}[m.shape] || 11,
      itemStyle: {
        color: m.solid ? color(m.tool) : color('paper'),
        borderColor: m.solid ? color('paper') : color(m.tool), borderWidth: m.solid ? 1 : 1.8, opacity: 1,
      },
    })),
    emphasis: {scale: 1.4},
  };
  return {
    height: narrow ? 360 : Math.min(560, Math.max(420, width * 0.44)),
    keys: {seriesIndex: 1 + lines.length + intervals.length, lines: s.marks.map(markLines)},
    afterwards: (chart) => labelMarks(chart, narrow || s.marks.length > MOST_NAMES),
    option: {
      animation: false,
      textStyle: {fontFamily: font()},
      grid: {left: narrow ? 44 : 58, right: 14, top: 10, bottom: 46},
      tooltip: tooltip((d) => markLines(d.mark)),
      xAxis: scatterAxis(s.x, 'CPU-s/GB', 28),
      yAxis: scatterAxis(s.y, 'TB/h', narrow ? 32 : 42),
      series: [gridSeries(s), ...lines, ...intervals, marks],
    },
  };
}

/* ---- where the CPU goes ---- */

/** Patterns over the stages' colours, so that colour alone tells nothing; the same as in the style sheet. */
const stripes = (rotation, tint) => ({symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation, color: tint});
const DECALS = [
  stripes(0, 'transparent'),
  stripes(-Math.PI / 4, 'rgba(0,0,0,0.27)'),
  {symbol: 'circle', symbolSize: 0.5, dashArrayX: [[3, 3]], dashArrayY: [6, 0], color: 'rgba(255,255,255,0.75)'},
  stripes(0, 'rgba(255,255,255,0.45)'),
  stripes(Math.PI / 2, 'rgba(0,0,0,0.27)'),
  stripes(Math.PI / 4, 'rgba(0,0,0,0.27)'),
  stripes(Math.PI / 4, 'rgba(255,255,255,0.45)'),
  stripes(-Math.PI / 4, 'rgba(255,255,255,0.45)'),
  {symbol: 'circle', symbolSize: 0.5, dashArrayX: [[3, 3]], dashArrayY: [6, 0], color: 'rgba(0,0,0,0.4)'},
  stripes(Math.PI / 2, 'rgba(255,255,255,0.45)'),
];

function stagesOption(width) {
  const {stages, rows} = data.stages;
  const narrow = width < 620;
  const share = bars === 'share';
  const name = (row) => `${row.rank} ${row.label}`;
  const left = narrow ? 0 : Math.min(340, 24 + Math.max(...rows.map((row) => textWidth(name(row)))));
  const right = 60;
  const scale = share ? 100 : Math.max(1e-9, ...rows.map((r) => r.total));
  const pixels = (value) => (value / scale) * (width - left - right);
  const sum = (cost) => cost.userSecondsPerGb + cost.systemSecondsPerGb;
  const valueOf = (row, i) => (row.costs[i] === null ? null : share ? (100 * sum(row.costs[i])) / (row.total || 1) : sum(row.costs[i]));
  const rowLines = (row) => [
    name(row),
    ...stages.flatMap((stage, i) => (row.costs[i] === null ? []
      : [`${stage}: ${digits(sum(row.costs[i]))} CPU-s/GB, ${((100 * sum(row.costs[i])) / (row.total || 1)).toFixed(1)} % (user ${digits(row.costs[i].userSecondsPerGb)}, system ${digits(row.costs[i].systemSecondsPerGb)})`])),
    `together: ${digits(row.total)} CPU-s/GB`,
  ];
  const dark = (hex) => { const n = parseInt(hex.slice(1), 16); return ((n >> 16) * 299 + ((n >> 8) & 255) * 587 + (n & 255) * 114) / 1000 < 140; };
  const stageColor = (i) => color('stage-' + data.stages.colors[i]);
  const series = stages.map((stage, i) => ({
    name: stage, type: 'bar', stack: 'cpu', clip: false, barWidth: narrow ? 14 : 16, cursor: 'default',
    itemStyle: {color: stageColor(i), decal: DECALS[data.stages.colors[i]], borderColor: color('paper'), borderWidth: 0.5},
    emphasis: {disabled: true},
    label: {
      show: true, position: 'inside', fontSize: 11, color: dark(stageColor(i)) ? '#ffffff' : '#1b1d20',
      textBorderColor: stageColor(i), textBorderWidth: 4,
      formatter: (p) => (pixels(p.value) > 42 ? (share ? p.value.toFixed(0) + ' %' : digits(p.value)) : ''),
    },
    data: rows.map((row) => ({value: valueOf(row, i), row})),
  }));
  series.push({
    type: 'bar', stack: 'cpu', silent: true, clip: false, data: rows.map((row) => ({value: 0, row})),
    label: {show: true, position: 'right', distance: 6, color: color('ink'), fontSize: 12, fontWeight: 600, formatter: (p) => digits(p.data.row.total)},
  });
  return {
    height: rows.length * (narrow ? 42 : 26) + 44,
    keys: {seriesIndex: 0, lines: rows.map(rowLines)},
    option: {
      animation: false,
      aria: {enabled: true, label: {enabled: false}, decal: {show: true}},
      textStyle: {fontFamily: font()},
      grid: {left, right, top: narrow ? 10 : 4, bottom: 40},
      tooltip: tooltip((d) => rowLines(d.row)),
      xAxis: {...axisBase(share ? '% of the CPU time (figures at the right: CPU-s/GB)' : 'CPU-s/GB'), type: 'value', min: 0, max: share ? 100 : null, nameGap: 25, splitNumber: narrow ? 3 : 6, axisLabel: {color: color('muted'), fontSize: 12, alignMinLabel: narrow ? 'left' : null}},
      yAxis: {
        type: 'category', inverse: true, data: rows.map(name), axisLine: {show: false}, axisTick: {show: false},
        axisLabel: narrow
          ? {inside: true, align: 'left', verticalAlign: 'bottom', margin: 0, padding: [0, 0, 15, 0], color: color('ink'), fontSize: 12, interval: 0}
          : {color: color('ink'), fontSize: 12, interval: 0, margin: 10, width: left - 12, overflow: 'truncate'},
        z: 4,
      },
      series,
    },
  };
}

/* ---- rounds ---- */

const WARMUP = 1;
const VERIFIED = 2;
const REPEATED = 4;
const DISTURBED = 8;
const OUTLIER = 16;
const CROSS = 'path://M-4-3-3-4 0-1 3-4 4-3 1 0 4 3 3 4 0 1-3 4-4 3-1 0z';

const roundLines = ([position, round, flags, label, seconds, cpu, percent, foreign]) => [
  data.labels[label],
  `${flags & WARMUP ? 'warm-up' : 'round'} ${round}, run ${position} in order${flags & REPEATED ? ', repeated' : ''}`,
  `${digits(seconds)} s, ${percent.toFixed(1)} % of the median${flags & OUTLIER ? ', an outlier' : ''}`,
  ...(cpu === null ? [] : [`${digits(cpu)} CPU-s`]),
  ...(foreign === null ? [] : [`${foreign.toFixed(1)} % foreign load${flags & DISTURBED ? ', disturbed' : ''}`]),
  flags & VERIFIED ? 'verified' : '✗ failed',
];

function roundMark(point, small) {
  const flags = point[2];
  const own = color(data.tools[point[3]]);
  const hollow = flags & WARMUP || !(flags & VERIFIED);
  const symbol = flags & WARMUP ? 'triangle' : flags & REPEATED ? 'rect' : 'circle';
  return {
    value: [point[0], point[6]], point, symbol, symbolSize: small ? 5 : 8,
    itemStyle: {color: hollow ? color('paper') : own, opacity: flags & WARMUP ? 0.6 : 0.9, borderColor: own, borderWidth: hollow ? 1.4 : 0},
  };
}

/** Marks around the runs that have the flag. */
const markedSeries = (points, flag, symbol, symbolSize, itemStyle) => ({
  type: 'scatter', silent: true, z: 1, symbol, symbolSize, itemStyle,
  data: points.filter((p) => p[2] & flag).map((p) => [p[0], p[6]]),
});

/** Names of the rounds where they have room, their numbers where only these have. */
function roundStarts(pixelsPerRun) {
  const last = data.rounds[data.rounds.length - 1][0];
  const starts = data.rounds.filter((p, i) => i === 0 || p[1] !== data.rounds[i - 1][1] || (p[2] & WARMUP) !== (data.rounds[i - 1][2] & WARMUP));
  const every = Math.ceil(starts.length / 40);
  const shown = starts.filter((p, i) => i % every === 0);
  return shown.map((p, i) => {
    const room = ((i + 1 < shown.length ? shown[i + 1][0] : last + 1) - p[0]) * pixelsPerRun - 6;
    const names = [(p[2] & WARMUP ? 'warm-up ' : 'round ') + p[1], p[2] & WARMUP ? '' : String(p[1])];
    return {
      xAxis: p[0] - 0.5,
      label: {position: 'end', align: 'left', offset: [0, -7], color: color('muted'), fontSize: 12, formatter: names.find((name) => textWidth(name) <= room) || ''},
    };
  });
}

/** Multiples of a round step that hold the values, at most eight of them. */
function percentAxis(values) {
  const [low, high] = [Math.min(95, ...values), Math.max(105, ...values)];
  const step = [5, 10, 20, 25, 50, 100, 200, 500].find((s) => (high - low) / s <= 6) || Math.ceil((high - low) / 6000) * 1000;
  return {min: Math.floor(low / step) * step, max: Math.ceil(high / step) * step, interval: step};
}

function foreignSeries(points) {
  return {
    type: 'bar', silent: true, xAxisIndex: 1, yAxisIndex: 1, barMaxWidth: 8, barMinHeight: 1,
    data: points.map((p) => ({value: [p[0], p[7]], itemStyle: {color: color(p[2] & DISTURBED ? 'bad' : 'muted')}})),
    markLine: {silent: true, symbol: 'none', animation: false, lineStyle: {color: color('muted'), type: [3, 3], width: 1}, label: {show: false}, data: [{yAxis: 5}]},
  };
}

function roundsOption(width) {
  const narrow = width < 620;
  const drawn = data.rounds.filter((p) => p[6] !== null);
  const loads = data.rounds.filter((p) => p[7] !== null);
  const small = drawn.length * 4 > width;
  const left = narrow ? 44 : 58;
  const foreign = loads.length > 0;
  const order = (bottom) => ({
    ...axisBase(bottom ? 'order of time' : ''), type: 'value', min: data.rounds[0][0] - 0.5, max: data.rounds[data.rounds.length - 1][0] + 0.5, nameGap: 28, minInterval: 1,
    splitLine: {show: false}, axisLabel: {show: bottom, color: color('muted'), fontSize: 12, showMinLabel: false, showMaxLabel: false},
  });
  const most = Math.max(10, ...loads.map((p) => p[7]));
  return {
    height: foreign ? 340 : 260,
    keys: {seriesIndex: 0, lines: drawn.map(roundLines)},
    option: {
      animation: false,
      textStyle: {fontFamily: font()},
      grid: foreign ? [{left, right: 14, top: 24, height: 192}, {left, right: 14, top: 238, height: 54}] : [{left, right: 14, top: 24, bottom: 46}],
      tooltip: tooltip((d) => roundLines(d.point)),
      xAxis: foreign ? [{...order(false), gridIndex: 0}, {...order(true), gridIndex: 1}] : order(true),
      yAxis: [
        {...axisBase('% of median'), ...percentAxis(drawn.map((p) => p[6])), type: 'value', nameGap: narrow ? 32 : 42},
        ...(foreign ? [{...axisBase('foreign %'), gridIndex: 1, type: 'value', min: 0, max: Math.ceil(most / 5) * 5, splitNumber: 1, interval: Math.ceil(most / 5) * 5, nameGap: narrow ? 32 : 42}] : []),
      ],
      series: [{
        type: 'scatter', cursor: 'default', data: drawn.map((p) => roundMark(p, small)),
        markLine: {
          silent: true, symbol: 'none', animation: false,
          lineStyle: {color: color('rule'), type: 'solid', width: 1},
          label: {show: true, position: 'insideEndTop', distance: [4, 0]},
          data: [
            ...roundStarts((width - left - 14) / data.rounds.length),
            {yAxis: 100, label: {show: false}, lineStyle: {color: color('muted'), width: 1}},
          ],
        },
      },
      markedSeries(drawn, OUTLIER, 'circle', small ? 11 : 16, {color: 'transparent', borderColor: color('bad'), borderWidth: 1.4}),
      markedSeries(drawn, DISTURBED, CROSS, small ? 8 : 13, {color: color('muted')}),
      ...(foreign ? [foreignSeries(loads)] : [])],
    },
  };
}
