/*
 * Places the names of marks next to them: a name covers no mark, interval bar or other name, and
 * crosses the joining lines as little as possible. A thin line leads to a distant name.
 */

const DIRECTIONS = [[1, 0], [1, -1], [1, 1], [-1, 0], [-1, -1], [-1, 1], [0, -1], [0, 1]];
const DISTANCES = [0, 10, 20, 32, 46, 62, 80, 100];
const LABEL_HEIGHT = 15;
const LONGEST = 56;

const shortened = (text) => (text.length > LONGEST ? text.slice(0, LONGEST - 1) + '…' : text);

const overlapArea = (a, b) => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0]))
  * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));

/** Points every few pixels of a line. */
const dotsAlong = (path) => path.slice(1).flatMap(([x2, y2], i) => {
  const [x1, y1] = path[i];
  const count = Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 6);
  return Array.from({length: count}, (_, k) => [x1 + ((x2 - x1) * k) / count, y1 + ((y2 - y1) * k) / count]);
});

/** The cost of a box that covers points of lines, boxes, or the outside of the plot. */
const costOf = ([left, top, right, bottom], dots, taken, outside) => (a) => dots.filter(([x, y]) => x > a[0] && x < a[2] && y > a[1] && y < a[3]).length * 4
  + taken.reduce((sum, b) => sum + overlapArea(a, b), 0) * 10
  + (Math.max(0, left - a[0]) + Math.max(0, a[2] - right) + Math.max(0, top - a[1]) + Math.max(0, a[3] - bottom)) * outside;

/** Returns a function from values to pixels, and the plot's box. */
function plot(chart, {x, y}) {
  const at = (v, w) => chart.convertToPixel({xAxisIndex: 0, yAxisIndex: 0}, [v, w]);
  const [left, bottom] = at(x.min, y.min);
  const [right, top] = at(x.max, y.max);
  return {at, box: [left, top, right, bottom]};
}

const textAt = (text, x, y, tint, align = 'left') => ({
  type: 'text', silent: true, z: 5, x, y,
  style: {text, fill: color(tint), font: '12px ' + font(), align, verticalAlign: 'middle', stroke: color('paper'), lineWidth: 3},
});

function markBoxes(scatter, at) {
  return scatter.marks.flatMap((m) => {
    const [x, y] = at(m.cost.median, m.rate.median);
    const [x1, y1] = at(m.cost.low, m.rate.low);
    const [x2, y2] = at(m.cost.high, m.rate.high);
    return [[x - 7, y - 7, x + 7, y + 7], [x1, y - 1, x2, y + 1], [x - 1, y2, x + 1, y1]];
  });
}

/** The places for a text of this width near (x, y): box, centre and distance. */
function bestPlace(x, y, width, cost) {
  let best = null;
  for (const far of DISTANCES) {
    for (const [dx, dy] of DIRECTIONS) {
      const cx = x + dx * (10 + far * (dy ? 0.5 : 1) + width / 2) * (dx && dy ? 0.98 : 1);
      const cy = y + dy * (10 + far + LABEL_HEIGHT / 2) * (dx && !far ? 0.55 : 1);
      const box = [cx - width / 2, cy - LABEL_HEIGHT / 2, cx + width / 2, cy + LABEL_HEIGHT / 2];
      const total = cost(box) + far;
      if (!best || total < best.total - 1e-6) best = {total, box, cx, cy, far, dx};
    }
  }
  return best;
}

function labelMarks(chart, s, ranksOnly) {
  const {at, box} = plot(chart, s);
  const taken = markBoxes(s, at);
  const dots = s.lines.flatMap((line) => dotsAlong(line.map(([x, y]) => at(x, y))));
  const cost = costOf(box, dots, taken, 500);
  const elements = [];
  for (const m of s.marks) {
    const text = (m.rank || '✗') + (ranksOnly ? '' : ' ' + shortened(m.label));
    const [x, y] = at(m.cost.median, m.rate.median);
    const best = bestPlace(x, y, textWidth(text) + 2, cost);
    taken.push(best.box);
    if (best.far >= 10) {
      const x2 = best.dx > 0 ? best.box[0] - 2 : best.dx < 0 ? best.box[2] + 2 : best.cx;
      elements.push({
        type: 'line', silent: true, z: 2, shape: {x1: x, y1: y, x2, y2: best.cy},
        style: {stroke: color('muted'), lineWidth: 0.7, opacity: 0.6},
      });
    }
    elements.push(textAt(text, best.box[0], best.cy, 'ink'));
  }
  chart.setOption({graphic: elements});
}
