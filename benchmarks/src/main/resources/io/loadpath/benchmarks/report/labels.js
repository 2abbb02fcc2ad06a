/*
 * Names of marks beside them: each goes where it covers no mark, no interval bar and no other name,
 * and crosses as little of the joining lines as possible; a thin line leads to a far one.
 */

const DIRECTIONS = [[1, 0], [1, -1], [1, 1], [-1, 0], [-1, -1], [-1, 1], [0, -1], [0, 1]];
const DISTANCES = [0, 10, 20, 32, 46, 62, 80, 100];
const LABEL_HEIGHT = 15;
const LONGEST = 56;

const shortened = (text) => (text.length > LONGEST ? text.slice(0, LONGEST - 1) + '…' : text);

const overlapArea = (a, b) => Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0]))
  * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));

/** Points every few pixels of the joining lines. */
function lineDots(scatter, at) {
  const place = (k) => at(scatter.marks[k].cost.median, scatter.marks[k].rate.median);
  return scatter.lines.flatMap((line) => line.slice(1).flatMap((to, i) => {
    const [a, b] = [place(line[i]), place(to)];
    const dots = Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 6);
    return Array.from({length: dots}, (_, k) => [a[0] + ((b[0] - a[0]) * k) / dots, a[1] + ((b[1] - a[1]) * k) / dots]);
  }));
}

function markBoxes(scatter, at) {
  return scatter.marks.flatMap((m) => {
    const [x, y] = at(m.cost.median, m.rate.median);
    const [x1, y1] = at(m.cost.low, m.rate.low);
    const [x2, y2] = at(m.cost.high, m.rate.high);
    return [[x - 7, y - 7, x + 7, y + 7], [x1, y - 1, x2, y + 1], [x - 1, y2, x + 1, y1]];
  });
}

/** Where a text of that width goes beside (x, y): its box, centre and distance. */
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

function labelMarks(chart, ranksOnly) {
  const s = scatterShown();
  const at = (x, y) => chart.convertToPixel({xAxisIndex: 0, yAxisIndex: 0}, [x, y]);
  const [left, bottom] = at(s.x.min, s.y.min);
  const [right, top] = at(s.x.max, s.y.max);
  const taken = markBoxes(s, at);
  const dots = lineDots(s, at);
  const cost = (a) => taken.reduce((sum, b) => sum + overlapArea(a, b), 0) * 10
    + (Math.max(0, left - a[0]) + Math.max(0, a[2] - right) + Math.max(0, top - a[1]) + Math.max(0, a[3] - bottom)) * 500
    + dots.filter(([x, y]) => x > a[0] && x < a[2] && y > a[1] && y < a[3]).length * 4;
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
    elements.push({
      type: 'text', silent: true, z: 5, x: best.box[0], y: best.cy,
      style: {text, fill: color('ink'), font: '12px ' + font(), verticalAlign: 'middle', stroke: color('paper'), lineWidth: 3},
    });
  }
  chart.setOption({graphic: elements});
}
