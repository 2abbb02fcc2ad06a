/* Charts of curves: the sweeps through codecs, numbers of files and ingest rates. */

const DASHES = [7, 4];
const dotColor = (curve) => color('curve-' + curve.color);

function curveAxis(axis, name, gap) {
  return {
    ...axisBase(name), type: axis.log ? 'log' : 'value', min: axis.min, max: axis.max, nameGap: gap,
    axisLabel: {show: false}, splitLine: {show: false},
  };
}

/** Lines at the ticks below everything, with their texts outside the plot. */
function tickSeries({x, y, xTicks, yTicks}) {
  return {
    type: 'line', silent: true, symbol: 'none', z: 0, lineStyle: {color: color('grid'), width: 1},
    data: [
      ...xTicks.flatMap((t) => [[t.at, y.min], [t.at, y.max], ['-', '-']]),
      ...yTicks.flatMap((t) => [[x.min, t.at], [x.max, t.at], ['-', '-']]),
    ],
    markLine: {
      silent: true, symbol: 'none', animation: false, precision: 9, lineStyle: {color: 'transparent'},
      data: [
        ...xTicks.map((t) => ({xAxis: t.at, label: {position: 'start', formatter: t.text, color: color('muted'), fontSize: 12}})),
        ...yTicks.map((t) => ({yAxis: t.at, label: {position: 'start', formatter: t.text, color: color('muted'), fontSize: 12}})),
      ],
    },
  };
}

const plainLine = (points, width, tint, type, z) => ({type: 'line', silent: true, symbol: 'none', z, lineStyle: {color: tint, width, type}, data: points});

/** Points every few pixels of a way. */
const dotsAlong = (path) => path.slice(1).flatMap(([x2, y2], i) => {
  const [x1, y1] = path[i];
  const count = Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 6);
  return Array.from({length: count}, (_, k) => [x1 + ((x2 - x1) * k) / count, y1 + ((y2 - y1) * k) / count]);
});

/** Names of guides, uprights and dots, each where it covers nothing. */
function nameCurves(chart, c, narrow) {
  const at = (x, y) => chart.convertToPixel({xAxisIndex: 0, yAxisIndex: 0}, [x, y]);
  const [left, bottom] = at(c.x.min, c.y.min);
  const [right, top] = at(c.x.max, c.y.max);
  const dots = c.curves.flatMap((curve) => curve.dots.map((dot) => ({curve, dot, at: at(dot.x, dot.y)})));
  const taken = dots.map(({at: [x, y]}) => [x - 7, y - 7, x + 7, y + 7]);
  const lines = [...c.curves.map((curve) => curve.path), ...c.guides.map((g) => [{x: g.x1, y: g.y1}, {x: g.x2, y: g.y2}]),
    ...c.uprights.map((u) => [{x: u.x, y: c.y.min}, {x: u.x, y: c.y.max}])]
    .flatMap((path) => dotsAlong(path.map((p) => at(p.x, p.y))));
  const cost = (a) => lines.filter(([x, y]) => x > a[0] && x < a[2] && y > a[1] && y < a[3]).length * 4
    + taken.reduce((sum, b) => sum + overlapArea(a, b), 0) * 10
    + (Math.max(0, left - a[0]) + Math.max(0, a[2] - right) + Math.max(0, top - a[1]) + Math.max(0, a[3] - bottom)) * 50;
  const write = (text, x, y, align, tint) => ({
    type: 'text', silent: true, z: 5, x, y,
    style: {text, fill: color(tint), font: '12px ' + font(), align, verticalAlign: 'middle', stroke: color('paper'), lineWidth: 3},
  });
  const elements = [];
  c.uprights.forEach((upright, i) => {
    const [x] = at(upright.x, c.y.min);
    const width = textWidth(upright.name);
    const toLeft = x + 5 + width > right;
    const y = bottom - 11 - 15 * i;
    elements.push(write(upright.name, toLeft ? x - 5 : x + 5, y, toLeft ? 'right' : 'left', 'muted'));
    taken.push(toLeft ? [x - 5 - width, y - 8, x, y + 8] : [x, y - 8, x + 5 + width, y + 8]);
  });
  c.guides.forEach((guide) => {
    if (narrow && c.guides.length > 1) return;
    const [[x1, y1], [x2, y2]] = [at(guide.x1, guide.y1), at(guide.x2, guide.y2)];
    const width = textWidth(guide.name) + 2;
    const best = [0.95, 0.85, 0.75, 0.65, 0.55, 0.45, 0.35]
      .map((t, i) => bestPlace(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t, width, (box) => cost(box) + i))
      .reduce((a, b2) => (b2.total < a.total ? b2 : a));
    taken.push(best.box);
    elements.push(write(guide.name, best.box[0], best.cy, 'left', 'muted'));
  });
  dots.filter(({dot}) => dot.label).forEach(({curve, dot, at: [x, y]}) => {
    const text = narrow && curve.dots.length > 1 ? dot.label.replace(/^[^-]*(?=-)/, '') : dot.label;
    const best = bestPlace(x, y, textWidth(text) + 2, cost);
    taken.push(best.box);
    elements.push(write(text, best.box[0], best.cy, 'left', 'ink'));
  });
  chart.setOption({graphic: elements});
}

function curvesOption(c) {
  return (width) => {
    const narrow = width < 620;
    const before = [
      tickSeries(c),
      ...c.guides.map((g) => plainLine([[g.x1, g.y1], [g.x2, g.y2]], 1.2, color('muted'), DASHES, 1)),
      ...c.uprights.map((u) => plainLine([[u.x, c.y.min], [u.x, c.y.max]], 1.2, color('muted'), DASHES, 1)),
      ...c.curves.map((curve) => plainLine(curve.path.map((p) => [p.x, p.y]), curve.dashed ? 1.1 : 1.6, dotColor(curve), curve.dashed ? [4, 3] : 'solid', 2)),
      ...c.curves.map((curve) => plainLine(curve.dots.flatMap((d) => [[d.x, d.low], [d.x, d.high], ['-', '-']]), 1.5, dotColor(curve), 'solid', 2)),
    ];
    const dots = c.curves.flatMap((curve) => curve.dots.map((dot) => ({curve, dot})));
    const marks = {
      type: 'scatter', z: 3, cursor: 'default', emphasis: {scale: 1.4},
      data: dots.map(({curve, dot}) => {
        const hollow = curve.dashed || !dot.solid;
        return {
          value: [dot.x, dot.y], dot, symbol: curve.shape, symbolSize: {diamond: 13, triangle: 12, rect: 10}[curve.shape] || 11,
          itemStyle: {color: hollow ? color('paper') : dotColor(curve), borderColor: hollow ? dotColor(curve) : color('paper'), borderWidth: hollow ? 1.6 : 1, opacity: 1},
        };
      }),
    };
    return {
      height: narrow ? 320 : Math.min(460, Math.max(340, width * 0.36)),
      keys: {seriesIndex: before.length, lines: dots.map(({dot}) => dot.tip)},
      afterwards: (chart) => nameCurves(chart, c, narrow),
      option: {
        animation: false,
        textStyle: {fontFamily: font()},
        grid: {left: narrow ? 44 : 58, right: 16, top: 12, bottom: 46},
        tooltip: tooltip((d) => d.dot.tip),
        xAxis: curveAxis(c.x, c.xName, 28),
        yAxis: curveAxis(c.y, c.yName, narrow ? 32 : 42),
        series: [...before, marks],
      },
    };
  };
}
