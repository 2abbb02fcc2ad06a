/* The index of records: the trend of the variant that the reader chooses. One script behind page.js. */

const ROWS_SHOWN = 10;
const SHAPES = ['circle', 'diamond', 'triangle', 'rect'];
const MOST_LARGE_DOTS = 60;
let chosen = null;

const dayOf = (run) => run.startedAt.slice(0, 10);
const minuteOf = (run) => run.startedAt.slice(0, 16).replace('T', ' ');
const withSpread = ([median, low, high], unit) => `${digits(median)} ${unit}${low === high ? '' : ` (${digits(low)}–${digits(high)})`}`;
const speedUnit = (line) => (line.query ? 's' : 'TB/h');
const instruments = (line) => [...new Set(line.points.map((p) => data.runs[p.run].instrument))];

function element(name, text) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
}

/* ---- the charts ---- */

const pointLines = (line, p) => {
  const run = data.runs[p.run];
  return [
    `${minuteOf(run)}, ${run.suite}`,
    `${withSpread(p.speed, speedUnit(line))}, ${p.samples} ${p.samples === 1 ? 'run' : 'runs'}`,
    ...(p.cost ? [`${withSpread(p.cost, 'CPU-s/GB')}, counted by ${run.instrument}`] : []),
    'Loadpath ' + run.version,
    ...(p.disturbed ? ['other programs disturbed every run'] : []),
  ];
};

/** From 0 to a multiple of a round step, with at most seven ticks. */
function axisFromZero(highest) {
  const power = 10 ** Math.floor(Math.log10(highest || 1));
  const step = [0.2, 0.5, 1, 2].map((s) => s * power).find((s) => highest / s <= 6);
  const ticks = Array.from({length: Math.max(1, Math.ceil(highest / step - 1e-9)) + 1}, (_, i) => Number((i * step).toPrecision(6)));
  return {axis: {log: false, min: 0, max: ticks[ticks.length - 1]}, ticks: ticks.map((at) => ({at, text: String(at)}))};
}

/** The days, or on one day alone the times, at records that have room for them. */
function timeTicks(runs, width) {
  const oneDay = dayOf(runs[0]) === dayOf(runs[runs.length - 1]);
  const room = oneDay ? 48 : 84;
  let free = room / 3;
  let last = null;
  return runs.flatMap((run, i) => {
    const text = oneDay ? minuteOf(run).slice(11) : dayOf(run);
    const place = ((i + 0.5) * width) / runs.length;
    if (text === last || place < free) return [];
    free = place + room;
    last = text;
    return [{at: i + 1, text}];
  });
}

function trendChart(quantity, name) {
  return (width) => {
    const line = chosen;
    const counters = quantity === 'cost' ? instruments(line) : [null];
    const points = line.points.map((p, i) => ({p, x: i + 1}));
    const drawn = points.filter(({p}) => p[quantity]);
    const curves = counters.map((counter, i) => {
      const dots = drawn
        .filter(({p}) => counter === null || data.runs[p.run].instrument === counter)
        .map(({p, x}) => ({x, y: p[quantity][0], low: p[quantity][1], high: p[quantity][2], label: '', solid: !p.disturbed, tip: pointLines(line, p)}));
      return {name: counter, color: line.tool, shape: SHAPES[i % SHAPES.length], dashed: false, dots, path: dots};
    });
    const y = axisFromZero(Math.max(0, ...drawn.map(({p}) => p[quantity][2])));
    const made = curvesOption({
      x: {log: false, min: 0.5, max: points.length + 0.5}, y: y.axis,
      xName: 'records in order of time (UTC)', yName: name(line),
      xTicks: timeTicks(line.points.map((p) => data.runs[p.run]), width - 70), yTicks: y.ticks,
      curves, guides: [], uprights: [],
    })(width);
    if (points.length > MOST_LARGE_DOTS) {
      made.option.series[made.option.series.length - 1].data.forEach((mark) => {
        mark.symbolSize = 5;
        if (mark.dot.solid) mark.itemStyle.borderWidth = 0;
      });
    }
    return made;
  };
}

/* ---- what stands around them ---- */

function legendItem(shape, text, hollow) {
  const item = element('li', text);
  const glyph = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  glyph.setAttribute('class', `glyph tool-${chosen.tool}${hollow ? ' hollow' : ''}`);
  glyph.setAttribute('width', 12);
  glyph.setAttribute('height', 12);
  glyph.append(document.createElementNS('http://www.w3.org/2000/svg', 'use'));
  glyph.firstChild.setAttribute('href', '#m-' + shape);
  item.prepend(glyph);
  return item;
}

function showLegend() {
  const counters = instruments(chosen);
  byId('trend-legend').replaceChildren(
    ...(counters.length > 1 ? counters.map((counter, i) => legendItem(SHAPES[i % SHAPES.length], 'CPU time counted by ' + counter, false)) : []),
    ...(chosen.points.some((p) => p.disturbed) ? [legendItem('circle', 'other programs disturbed every run', true)] : []),
  );
}

function tableRow(run, cells) {
  const row = element('tr');
  const head = element('th');
  head.scope = 'row';
  const name = minuteOf(run);
  if (run.link) {
    const link = element('a', name);
    link.href = run.link;
    head.append(link);
  } else head.textContent = name;
  row.append(head, ...cells);
  return row;
}

function showTable() {
  const number = (text) => { const cell = element('td', text); cell.className = 'number'; return cell; };
  const head = element('tr');
  for (const [text, right] of [['Started (UTC)'], [speedUnit(chosen), true], ['CPU-s/GB', true], ['Runs', true], ['Remark'], ['Loadpath'], ['Record']]) {
    const cell = element('th', text);
    cell.scope = 'col';
    if (right) cell.className = 'number';
    head.append(cell);
  }
  const rows = [
    ...chosen.points.map((p) => [p.run, tableRow(data.runs[p.run], [
      number(withSpread(p.speed, '')), number(p.cost ? withSpread(p.cost, '') : '–'), number(String(p.samples)),
      element('td', p.disturbed ? 'disturbed' : ''), element('td', data.runs[p.run].version), element('td', data.runs[p.run].file)])]),
    ...chosen.missing.map((m) => [m.run, tableRow(data.runs[m.run], [
      number('–'), number('–'), number(''), element('td', m.why), element('td', data.runs[m.run].version), element('td', data.runs[m.run].file)])]),
  ];
  const thead = element('thead');
  thead.append(head);
  const body = element('tbody');
  body.append(...rows.sort((a, b) => b[0] - a[0]).map(([, row]) => row));
  byId('trend-table').replaceChildren(thead, body);
}

const lineName = (line) => `${line.variant} · ${line.data}`;

function choose(line) {
  chosen = line;
  byId('chart-speed').ariaLabel = `${line.query ? 'Seconds' : 'Load rate'} of ${lineName(line)} over ${line.points.length} records; arrow keys go from record to record, the table below has the same figures`;
  byId('chart-cost').ariaLabel = `CPU cost of ${lineName(line)} over ${line.points.length} records; arrow keys go from record to record, the table below has the same figures`;
  charts.forEach((entry) => { entry.at = -1; });
  showLegend();
  showTable();
  drawAll();
}

/** Offers the variants of the chosen machine; the one that is shown stays, or that with the most records comes. */
function offerVariants() {
  const machine = Number(byId('machine').value);
  const offered = data.lines.filter((line) => line.machine === machine);
  byId('variant').replaceChildren(...offered.map((line) => {
    const option = element('option', `${lineName(line)}, ${line.points.length} ${line.points.length === 1 ? 'record' : 'records'}`);
    option.value = data.lines.indexOf(line);
    return option;
  }));
  const most = offered.reduce((a, b) => (b.points.length > a.points.length ? b : a));
  const line = offered.find((o) => chosen && lineName(o) === lineName(chosen)) || most;
  byId('variant').value = data.lines.indexOf(line);
  choose(line);
}

function startTrend() {
  const machines = [...new Set(data.lines.map((line) => line.machine))];
  byId('machine').replaceChildren(...machines.map((machine) => {
    const option = element('option', data.machines[machine]);
    option.value = machine;
    return option;
  }));
  const newest = data.runs.map((run) => run.machine).reverse().find((machine) => machines.includes(machine));
  byId('machine').value = newest;
  byId('machine').addEventListener('change', offerVariants);
  byId('variant').addEventListener('change', () => choose(data.lines[Number(byId('variant').value)]));
  offerVariants();
  add('chart-speed', trendChart('speed', (line) => (line.query ? 'seconds' : 'TB/h')));
  add('chart-cost', trendChart('cost', () => 'CPU-s/GB'));
}

/** Keeps the trend near: all but the newest records wait for a click. */
function foldOlder() {
  const older = [...byId('records').rows].slice(ROWS_SHOWN);
  if (older.length < 3) return;
  const button = byId('older');
  const show = (on) => {
    older.forEach((row) => { row.hidden = !on; });
    button.textContent = on ? 'show the newest only' : `show ${older.length} older ones`;
    button.setAttribute('aria-expanded', String(on));
  };
  button.hidden = false;
  button.addEventListener('click', () => show(button.getAttribute('aria-expanded') === 'false'));
  show(false);
}

foldOlder();
if (byId('trend-title')) startTrend();
