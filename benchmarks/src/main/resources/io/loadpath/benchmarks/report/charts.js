/* The charts: functions from a width to ECharts options. It is one script together with labels.js and page.js. */
'use strict';
const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId('charts').textContent);
let bars = null;
let rates = null;
/** The scatter as measured or without start-up, and the names of its units. */
const scatterShown = () => (rates === 'without-start' ? data.withoutStart : data.scatter);
const shownUnit = (unit) => (rates === 'without-start' ? unit + ' without start-up' : unit);
/** A megabyte per second in TB/h. */
const TB_PER_HOUR = 0.0036;
/** Maximum number of marks with names; more marks have only their ranks. */
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

/** Values of 1, 2 and 5 times powers of ten on a logarithmic axis; only the powers if there are many. */
function logTicks(min, max) {
  const powers = Array.from({length: Math.floor(Math.log10(max)) - Math.floor(Math.log10(min)) + 1}, (_, i) => Math.floor(Math.log10(min)) + i);
  const ticks = (steps) => powers.flatMap((p) => steps.map((step) => Number(`${step}e${p}`))).filter((v) => v >= min && v <= max);
  const all = ticks([1, 2, 5]);
  return all.length > 10 ? ticks([1]) : all;
}

/** Steps of 1, 2 or 5 times a power of ten, at most six of them. */
function linearTicks(low, high) {
  const span = high > low ? high - low : 1;
  for (let power = Math.floor(Math.log10(span)) - 1; ; power++) {
    for (const digit of [1, 2, 5]) {
      const step = Number(`${digit}e${power}`);
      const first = Math.floor(low / step);
      const last = Math.max(first + 1, Math.ceil((low + span) / step));
      if (last - first <= 6) return Array.from({length: last - first + 1}, (_, i) => Number(((first + i) * step).toPrecision(12)));
    }
  }
}

/** An axis from spec.from on; a logarithmic one if the values span more than spec.logFrom. Both include the parts. */
function scaled(spec, values, parts = []) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const least = Math.min(low, ...parts);
  if (spec.logFrom !== null && least > 0 && high > spec.logFrom * low) {
    const [min, max] = [least / 1.25, high * 1.25];
    return {name: spec.name + ' (log)', log: true, min, max, ticks: logTicks(min, max)};
  }
  const ticks = linearTicks(spec.from, high);
  const [min, max] = [ticks[0], ticks[ticks.length - 1]];
  // a mark at the start of an axis must not be on the other axis
  return {name: spec.name, log: false, min: spec.from > 0 ? min - 0.04 * (max - min) : min, max, ticks};
}

const ends = (estimates) => estimates.flatMap((e) => [e.low, e.high]);
const holds = (axis, value) => value >= axis.min && value <= axis.max;

/** An axis whose lines and numbers gridSeries draws, because the library's logarithmic axis has too few. */
const bareAxis = (axis, gap) => ({
  ...axisBase(axis.name), type: axis.log ? 'log' : 'value', min: axis.min, max: axis.max, nameGap: gap,
  axisLabel: {show: false}, splitLine: {show: false},
});

/** Lines at the ticks below everything, with their texts outside the plot. */
function gridSeries(x, y, more) {
  const label = (v, axis) => ({position: 'start', formatter: (axis.texts && axis.texts.get(v)) ?? String(Number(v.toPrecision(3))), color: color('muted'), fontSize: 12});
  return {
    type: 'line', silent: true, symbol: 'none', z: 0,
    lineStyle: {color: color('grid'), width: 1},
    data: [
      ...x.ticks.flatMap((v) => [[v, y.min], [v, y.max], ['-', '-']]),
      ...y.ticks.flatMap((v) => [[x.min, v], [x.max, v], ['-', '-']]),
    ],
    markLine: {
      silent: true, symbol: 'none', animation: false, precision: 9, lineStyle: {color: 'transparent'},
      data: [...x.ticks.map((v) => ({xAxis: v, label: label(v, x)})), ...y.ticks.map((v) => ({yAxis: v, label: label(v, y)}))],
    },
    ...more,
  };
}

const symbolSize = (shape) => ({diamond: 13, triangle: 12, rect: 10}[shape] || 11);
const markStyle = (own, hollow, width) => ({color: hollow ? color('paper') : own, borderColor: hollow ? own : color('paper'), borderWidth: hollow ? width : 1, opacity: 1});
const plainLine = (points, width, tint, type, z) => ({type: 'line', silent: true, symbol: 'none', z, lineStyle: {color: tint, width, type}, data: points});

/** The cells of a row of a chart's table, each with its column's name; the row's name first. */
function rowLines(id, row) {
  const figure = byId('chart-' + id).closest('figure');
  const names = figure.querySelector('thead tr').cells;
  const lines = [];
  [...figure.querySelectorAll('tbody tr')[row].cells].forEach((cell, i) => {
    const text = cell.textContent.trim();
    if (names[i].className === 'spread') {
      if (text) lines.push(`${lines.pop()} (${text})`);
    } else if (cell.tagName === 'TH') {
      lines.unshift(text);
    } else if (text) {
      lines.push([names[i].textContent, text].filter(Boolean).join(': '));
    }
  });
  return lines;
}

/* ---- load rate against CPU cost ---- */

const markLines = (m) => [
  (m.rank ? m.rank + ' ' : '✗ ') + m.label,
  `${digits(m.rate.median)} ${shownUnit('MB/s')}${spread(m.rate)}, ${digits(m.rate.median * TB_PER_HOUR)} TB/h`,
  `${digits(m.cost.median)} ${shownUnit('CPU-s/GB')}${spread(m.cost)}`,
  `verified: ${m.verdict}`,
];

/** The drawn marks; figures of failed runs do not stretch the axes. */
function scatterDrawn() {
  const s = scatterShown();
  const proven = s.marks.filter((m) => m.rank);
  const sized = proven.length ? proven : s.marks;
  const x = scaled({name: shownUnit('CPU-s/GB'), from: 0, logFrom: 8}, ends(sized.map((m) => m.cost)));
  const y = scaled({name: shownUnit('MB/s'), from: 0, logFrom: 8}, [...ends(sized.map((m) => m.rate)), ...(s.limit === null ? [] : [s.limit])]);
  const on = (m) => holds(x, m.cost.median) && holds(y, m.rate.median);
  const marks = s.marks.filter(on);
  const lines = [...new Set(marks.map((m) => m.path))].map((path) => marks.filter((m) => m.path === path)
    .map((m) => [m.cost.median, m.rate.median]).sort((a, b) => a[0] - b[0]));
  return {x, y, marks, limit: s.limit, lines: lines.filter((line) => line.length > 1), off: s.marks.filter((m) => !on(m)).map((m) => m.label)};
}

function scatterOption(width) {
  const s = scatterDrawn();
  const narrow = width < 620;
  byId('off-scale').hidden = s.off.length === 0;
  byId('off-scale').textContent = `Off the scale, failed: ${s.off.join(', ')}.`;
  const lines = s.lines.map((line) => ({...plainLine(line, 1, color('muted'), [3, 3], 1), lineStyle: {color: color('muted'), width: 1, type: [3, 3], opacity: 0.7}}));
  const intervals = s.marks.map((m) => plainLine([
    [m.cost.low, m.rate.median], [m.cost.high, m.rate.median], ['-', '-'],
    [m.cost.median, m.rate.low], [m.cost.median, m.rate.high],
  ], 1.5, color(m.tool), 'solid', 2));
  const marks = {
    type: 'scatter', z: 3, cursor: 'default',
    data: s.marks.map((m) => ({
      value: [m.cost.median, m.rate.median], mark: m, symbol: m.shape, symbolSize: symbolSize(m.shape),
      itemStyle: markStyle(color(m.tool), !m.solid, 1.8),
    })),
    emphasis: {scale: 1.4},
  };
  const beyond = s.limit === null ? {} : {
    markArea: {
      silent: true, animation: false, itemStyle: {color: color('beyond')},
      label: {show: true, position: 'insideTopRight', distance: 9, color: color('muted'), fontSize: 12},
      data: [[{name: 'faster than the database copies', yAxis: s.limit}, {yAxis: s.y.max}]],
    },
  };
  return {
    height: narrow ? 360 : Math.min(560, Math.max(420, width * 0.44)),
    keys: {seriesIndex: 1 + lines.length + intervals.length, lines: s.marks.map((m) => () => markLines(m))},
    afterwards: (chart) => labelMarks(chart, s, narrow || s.marks.length > MOST_NAMES),
    option: {
      animation: false,
      textStyle: {fontFamily: font()},
      grid: {left: narrow ? 44 : 58, right: 14, top: 10, bottom: 46},
      tooltip: tooltip((d) => markLines(d.mark)),
      xAxis: bareAxis(s.x, 28),
      yAxis: bareAxis(s.y, narrow ? 32 : 42),
      series: [gridSeries(s.x, s.y, beyond), ...lines, ...intervals, marks],
    },
  };
}

/* ---- where the CPU goes ---- */

/** Patterns over the stages' colours, so that nothing is shown by colour alone; the same as in the style sheet. */
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
  const stageLines = (row) => [
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
    keys: {seriesIndex: 0, lines: rows.map((row) => () => stageLines(row))},
    option: {
      animation: false,
      aria: {enabled: true, label: {enabled: false}, decal: {show: true}},
      textStyle: {fontFamily: font()},
      grid: {left, right, top: narrow ? 10 : 4, bottom: 40},
      tooltip: tooltip((d) => stageLines(d.row)),
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

const CROSS = 'path://M-4-3-3-4 0-1 3-4 4-3 1 0 4 3 3 4 0 1-3 4-4 3-1 0z';

/** The runs as objects, see Rounds.Point. */
const runs = data.rounds.map(([position, round, warmup, verified, repeated, disturbed, outlier, tool, percent, foreign], row) => (
  {position, round, warmup, verified, repeated, disturbed, outlier, tool, percent, foreign, row}));

function roundMark(run, small) {
  const hollow = run.warmup || !run.verified;
  const own = color(run.tool);
  return {
    value: [run.position, run.percent], run, symbol: run.warmup ? 'triangle' : run.repeated ? 'rect' : 'circle', symbolSize: small ? 5 : 8,
    itemStyle: {color: hollow ? color('paper') : own, opacity: run.warmup ? 0.6 : 0.9, borderColor: own, borderWidth: hollow ? 1.4 : 0},
  };
}

/** Marks around some runs. */
const markedSeries = (some, symbol, symbolSize, itemStyle) => ({
  type: 'scatter', silent: true, z: 1, symbol, symbolSize, itemStyle, data: some.map((run) => [run.position, run.percent]),
});

/** Names of the rounds if they have room; otherwise their numbers if these have room. */
function roundStarts(pixelsPerRun) {
  const last = runs[runs.length - 1].position;
  const starts = runs.filter((run, i) => i === 0 || run.round !== runs[i - 1].round || run.warmup !== runs[i - 1].warmup);
  const every = Math.ceil(starts.length / 40);
  const shown = starts.filter((run, i) => i % every === 0);
  return shown.map((run, i) => {
    const room = ((i + 1 < shown.length ? shown[i + 1].position : last + 1) - run.position) * pixelsPerRun - 6;
    const names = [(run.warmup ? 'warm-up ' : 'round ') + run.round, run.warmup ? '' : String(run.round)];
    return {
      xAxis: run.position - 0.5,
      label: {position: 'end', align: 'left', offset: [0, -7], color: color('muted'), fontSize: 12, formatter: names.find((name) => textWidth(name) <= room) || ''},
    };
  });
}

function percentAxis(values) {
  const ticks = linearTicks(Math.min(95, ...values), Math.max(105, ...values));
  return {min: ticks[0], max: ticks[ticks.length - 1], interval: ticks[1] - ticks[0]};
}

function foreignSeries(some) {
  return {
    type: 'bar', silent: true, xAxisIndex: 1, yAxisIndex: 1, barMaxWidth: 8, barMinHeight: 1,
    data: some.map((run) => ({value: [run.position, run.foreign], itemStyle: {color: color(run.disturbed ? 'bad' : 'muted')}})),
    markLine: {silent: true, symbol: 'none', animation: false, lineStyle: {color: color('muted'), type: [3, 3], width: 1}, label: {show: false}, data: [{yAxis: 5}]},
  };
}

function roundsOption(width) {
  const narrow = width < 620;
  const drawn = runs.filter((run) => run.percent !== null);
  const loads = runs.filter((run) => run.foreign !== null);
  const small = drawn.length * 4 > width;
  const left = narrow ? 44 : 58;
  const foreign = loads.length > 0;
  const order = (bottom) => ({
    ...axisBase(bottom ? 'order of time' : ''), type: 'value', min: runs[0].position - 0.5, max: runs[runs.length - 1].position + 0.5, nameGap: 28, minInterval: 1,
    splitLine: {show: false}, axisLabel: {show: bottom, color: color('muted'), fontSize: 12, showMinLabel: false, showMaxLabel: false},
  });
  const most = Math.max(10, ...loads.map((run) => run.foreign));
  return {
    height: foreign ? 340 : 260,
    keys: {seriesIndex: 0, lines: drawn.map((run) => () => rowLines('rounds', run.row))},
    option: {
      animation: false,
      textStyle: {fontFamily: font()},
      grid: foreign ? [{left, right: 14, top: 24, height: 192}, {left, right: 14, top: 238, height: 54}] : [{left, right: 14, top: 24, bottom: 46}],
      tooltip: tooltip((d) => rowLines('rounds', d.run.row)),
      xAxis: foreign ? [{...order(false), gridIndex: 0}, {...order(true), gridIndex: 1}] : order(true),
      yAxis: [
        {...axisBase('% of median'), ...percentAxis(drawn.map((run) => run.percent)), type: 'value', nameGap: narrow ? 32 : 42},
        ...(foreign ? [{...axisBase('foreign %'), gridIndex: 1, type: 'value', min: 0, max: Math.ceil(most / 5) * 5, splitNumber: 1, interval: Math.ceil(most / 5) * 5, nameGap: narrow ? 32 : 42}] : []),
      ],
      series: [{
        type: 'scatter', cursor: 'default', data: drawn.map((run) => roundMark(run, small)),
        markLine: {
          silent: true, symbol: 'none', animation: false,
          lineStyle: {color: color('rule'), type: 'solid', width: 1},
          label: {show: true, position: 'insideEndTop', distance: [4, 0]},
          data: [
            ...roundStarts((width - left - 14) / runs.length),
            {yAxis: 100, label: {show: false}, lineStyle: {color: color('muted'), width: 1}},
          ],
        },
      },
      markedSeries(drawn.filter((run) => run.outlier), 'circle', small ? 11 : 16, {color: 'transparent', borderColor: color('bad'), borderWidth: 1.4}),
      markedSeries(drawn.filter((run) => run.disturbed), CROSS, small ? 8 : 13, {color: color('muted')}),
      ...(foreign ? [foreignSeries(loads)] : [])],
    },
  };
}
