/* Charts of curves: the sweeps over codecs, numbers of files, ingest rates and round trips. */

const DASHES = [7, 4];
const SHAPES = ['circle', 'diamond', 'triangle', 'rect'];

/** Ticks at dots, from the largest down, if their texts have room. */
function dotTicks(places, axis, width) {
  const share = axis.log ? (v) => Math.log(v / axis.min) / Math.log(axis.max / axis.min) : (v) => (v - axis.min) / (axis.max - axis.min);
  const ticks = [];
  for (const v of [...places].sort((a, b) => b - a)) {
    if (!ticks.length || (share(ticks[0]) - share(v)) * width >= 24) ticks.unshift(v);
  }
  return ticks;
}

/** The chart with its axes. A mark without a place is drawn after the last one, at the distance of the last two. */
function curvesDrawn(c, width) {
  const all = c.curves.flatMap((curve) => curve.dots);
  const places = [...new Set(all.map((dot) => dot.x).filter((x) => x !== null))].sort((a, b) => a - b);
  const last = places[places.length - 1];
  const beyond = last * last / (places[places.length - 2] ?? last);
  const unlimited = all.some((dot) => dot.x === null);
  const placed = (dots) => dots.map((dot) => ({...dot, x: dot.x ?? beyond}));
  const curves = c.curves.map((curve, i) => ({
    ...curve, color: color('curve-' + (i % 6)), shape: SHAPES[i % SHAPES.length], dots: placed(curve.dots), parts: placed(curve.parts),
  }));
  const uprights = c.x.logFrom === null ? c.uprights.map((u) => u.at) : [];
  const x = scaled(c.x, [...places, ...uprights, ...(unlimited ? [beyond] : [])]);
  const y = scaled(c.y, ends(all.map((dot) => dot.y)), c.curves.flatMap((curve) => curve.parts.map((dot) => dot.y.median)));
  if (c.ticksAtDots) {
    x.texts = new Map(unlimited ? [[beyond, 'unlimited']] : []);
    x.ticks = dotTicks([...places, ...x.texts.keys()], x, width);
  }
  const guides = c.guides.map(({name, at}) => {
    const [from, to] = [Math.max(x.min, y.min / at), Math.min(x.max, y.max / at)];
    return {name, path: [[from, at * from], [to, at * to]]};
  });
  const ways = curves.map(({dots, knee}) => [...dots, ...(knee ? [knee] : [])].map((dot) => [dot.x, dot.y.median]).sort((a, b) => a[0] - b[0]));
  return {x, y, curves, ways, guides, uprights: c.uprights.filter((u) => holds(x, u.at)).map((u) => ({...u, path: [[u.at, y.min], [u.at, y.max]]}))};
}

/** Names of guides, uprights and dots, at places where they cover nothing. */
function nameCurves(chart, c, narrow) {
  const {at, box} = plot(chart, c);
  const [, , right, bottom] = box;
  const dots = c.curves.flatMap((curve) => [...curve.dots, ...curve.parts].map((dot) => ({curve, dot, at: at(dot.x, dot.y.median)})));
  const taken = dots.map(({at: [x, y]}) => [x - 7, y - 7, x + 7, y + 7]);
  const lines = [...c.ways, ...c.curves.map((curve) => curve.parts.map((dot) => [dot.x, dot.y.median])), ...c.guides.map((g) => g.path), ...c.uprights.map((u) => u.path)]
    .flatMap((path) => dotsAlong(path.map(([x, y]) => at(x, y))));
  const cost = costOf(box, lines, taken, 50);
  const elements = [];
  c.uprights.forEach((upright, i) => {
    const [x] = at(upright.at, c.y.min);
    const width = textWidth(upright.name);
    const toLeft = x + 5 + width > right;
    const y = bottom - 11 - 15 * i;
    elements.push(textAt(upright.name, toLeft ? x - 5 : x + 5, y, 'muted', toLeft ? 'right' : 'left'));
    taken.push(toLeft ? [x - 5 - width, y - 8, x, y + 8] : [x, y - 8, x + 5 + width, y + 8]);
  });
  c.guides.forEach((guide) => {
    if (narrow && c.guides.length > 1) return;
    const [[x1, y1], [x2, y2]] = guide.path.map(([x, y]) => at(x, y));
    const width = textWidth(guide.name) + 2;
    const best = [0.95, 0.85, 0.75, 0.65, 0.55, 0.45, 0.35]
      .map((t, i) => bestPlace(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t, width, (place) => cost(place) + i))
      .reduce((a, b) => (b.total < a.total ? b : a));
    taken.push(best.box);
    elements.push(textAt(guide.name, best.box[0], best.cy, 'muted'));
  });
  dots.filter(({dot}) => dot.label).forEach(({curve, dot, at: [x, y]}) => {
    const text = narrow && curve.dots.length > 1 ? dot.label.replace(/^[^-]*(?=-)/, '') : dot.label;
    const best = bestPlace(x, y, textWidth(text) + 2, cost);
    taken.push(best.box);
    elements.push(textAt(text, best.box[0], best.cy, 'ink'));
  });
  chart.setOption({graphic: elements});
}

function curvesOption(id, chart) {
  return (width) => {
    const narrow = width < 620;
    const grid = {left: narrow ? 44 : 58, right: 16, top: 12, bottom: 46};
    const c = curvesDrawn(chart, width - grid.left - grid.right);
    const before = [
      gridSeries(c.x, c.y),
      ...[...c.guides, ...c.uprights].map((line) => plainLine(line.path, 1.2, color('muted'), DASHES, 1)),
      ...c.ways.map((way, i) => plainLine(way, 1.6, c.curves[i].color, 'solid', 2)),
      ...c.curves.map((curve) => plainLine(curve.parts.map((d) => [d.x, d.y.median]), 1.1, curve.color, [4, 3], 2)),
      ...c.curves.map((curve) => plainLine(curve.dots.flatMap((d) => [[d.x, d.y.low], [d.x, d.y.high], ['-', '-']]), 1.5, curve.color, 'solid', 2)),
    ];
    const mark = (curve, dot, hollow) => ({
      value: [dot.x, dot.y.median], row: dot.row, symbol: curve.shape, symbolSize: symbolSize(curve.shape), itemStyle: markStyle(curve.color, hollow, 1.6),
    });
    const marks = [
      ...c.curves.flatMap((curve) => curve.dots.map((dot) => mark(curve, dot, !dot.solid))),
      ...c.curves.flatMap((curve) => curve.parts.map((dot) => mark(curve, dot, true))),
    ];
    return {
      height: narrow ? 320 : Math.min(460, Math.max(340, width * 0.36)),
      keys: {seriesIndex: before.length, lines: marks.map(({row}) => () => rowLines(id, row))},
      afterwards: (drawn) => nameCurves(drawn, c, narrow),
      option: {
        animation: false,
        textStyle: {fontFamily: font()},
        grid,
        tooltip: tooltip((d) => rowLines(id, d.row)),
        xAxis: bareAxis(c.x, 28),
        yAxis: bareAxis(c.y, narrow ? 32 : 42),
        series: [...before, {type: 'scatter', z: 3, cursor: 'default', emphasis: {scale: 1.4}, data: marks}],
      },
    };
  };
}
