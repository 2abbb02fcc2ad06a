/* Draws the charts, again if size or colours change; handles keys and buttons. */

const charts = [];

function draw(entry) {
  const width = entry.width || entry.box.clientWidth;
  if (width === 0) return;
  entry.chart.dispatchAction({type: 'hideTip'});
  const made = entry.make(width);
  if (entry.keys && entry.keys.lines.length !== made.keys.lines.length) entry.at = -1;
  entry.keys = made.keys;
  entry.box.style.height = made.height + 'px';
  entry.chart.resize({width, height: made.height});
  entry.chart.setOption(made.option, {notMerge: true});
  if (made.afterwards) made.afterwards(entry.chart);
}

function add(id, make) {
  const box = byId(id);
  if (!box) return;
  const entry = {box, make, chart: echarts.init(box, null, {renderer: 'svg', width: box.clientWidth, height: 300}), at: -1};
  charts.push(entry);
  box.addEventListener('keydown', (event) => step(entry, event));
  box.addEventListener('blur', () => entry.chart.dispatchAction({type: 'hideTip'}));
  draw(entry);
}

function step(entry, event) {
  const move = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
  if (event.key === 'Escape') entry.chart.dispatchAction({type: 'hideTip'});
  if (!move) return;
  event.preventDefault();
  const {seriesIndex, lines} = entry.keys;
  const point = () => ({seriesIndex, dataIndex: entry.at});
  if (entry.at >= 0) entry.chart.dispatchAction({type: 'downplay', ...point()});
  entry.at = entry.at < 0 ? (move > 0 ? 0 : lines.length - 1) : (entry.at + move + lines.length) % lines.length;
  entry.chart.dispatchAction({type: 'highlight', ...point()});
  entry.chart.dispatchAction({type: 'showTip', ...point()});
  byId('spoken').textContent = lines[entry.at]().join('. ');
}

const drawAll = () => charts.forEach(draw);

/** Lets the buttons with data-NAME choose one of their values, at first the first one. */
function choice(name, first, chosen) {
  const buttons = [...document.querySelectorAll(`[data-${name}]`)];
  const press = (value) => {
    chosen(value);
    buttons.forEach((b) => b.setAttribute('aria-pressed', String(b.dataset[name] === value)));
  };
  press(first);
  buttons.forEach((b) => b.addEventListener('click', () => { press(b.dataset[name]); drawAll(); }));
}

async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
  } catch (error) {
    const area = document.createElement('textarea');
    area.value = button.dataset.copy;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    button.focus();
  }
  button.textContent = 'copied';
  byId('spoken').textContent = 'copied';
  setTimeout(() => { button.textContent = 'copy'; }, 1500);
}

function download(button) {
  const link = document.createElement('a');
  const text = byId('record').textContent.replace(/^\n/, '');
  link.href = URL.createObjectURL(new Blob([text], {type: 'application/json'}));
  link.download = button.dataset.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function printing(on) {
  if (on) document.documentElement.dataset.theme = 'light';
  else delete document.documentElement.dataset.theme;
  charts.forEach((entry) => { entry.width = on ? 700 : 0; });
  drawAll();
}

document.querySelectorAll('.needs-script').forEach((e) => { e.hidden = false; });
document.querySelectorAll('.no-script').forEach((e) => { e.hidden = true; });
document.querySelectorAll('.open-without-script').forEach((e) => { e.open = false; });
const totals = data.stages.rows.map((row) => row.total);
choice('bars', Math.max(...totals) / Math.min(...totals) > 8 ? 'share' : 'cost', (kind) => { bars = kind; });
choice('rates', 'as-measured', (kind) => { rates = document.body.dataset.shown = kind; });
add('chart-scatter', scatterOption);
add('chart-stages', stagesOption);
add('chart-rounds', roundsOption);
Object.entries(data.curves).forEach(([id, chart]) => add('chart-' + id, curvesOption(id, chart)));
document.querySelectorAll('.copy').forEach((b) => b.addEventListener('click', () => copy(b)));
byId('download').addEventListener('click', (event) => download(event.currentTarget));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
addEventListener('beforeprint', () => printing(true));
addEventListener('afterprint', () => printing(false));
let wait = 0;
addEventListener('resize', () => { clearTimeout(wait); wait = setTimeout(drawAll, 80); });
