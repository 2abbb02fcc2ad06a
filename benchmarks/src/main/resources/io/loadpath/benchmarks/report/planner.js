/* The planner's panel: the arithmetic of CodecPlan.java and Plan.java. */

/** Bytes per second of '1TiB/h', and for an ingest also of '2x1GbE'; NaN if it is not a rate. */
function planRate(text, links) {
  const within = (bytes) => (bytes >= 1e3 && bytes <= 1e15 ? bytes : NaN);
  const gbe = links && /^(?:(\d{1,4})\s*[x×]\s*)?(\d+(?:\.\d+)?)\s*GbE$/i.exec(text.trim());
  if (gbe) return within((gbe[1] ? Number(gbe[1]) : 1) * Number(gbe[2]) * 115 * 2 ** 20);
  const m = /^(\d+(?:\.\d+)?)\s*(?:([kKMGTP])(i?))?(B|bit)\/(s|min|h)$/.exec(text.trim());
  if (!m) return NaN;
  const power = m[2] ? 'kMGTP'.indexOf(m[2].replace('K', 'k')) + 1 : 0;
  return within(Number(m[1]) * (m[3] ? 1024 : 1000) ** power / (m[4] === 'bit' ? 8 : 1) / {s: 1, min: 60, h: 3600}[m[5]]);
}

const planWhole = (n) => Math.max(1, Math.ceil(n - 1e-9));

function planWith(codec, goal, ingest, cores) {
  const {median: unit, low: unitLow, high: unitHigh} = codec.unit;
  const {median: core, low: coreLow, high: coreHigh} = codec.core;
  const units = planWhole(Math.min(goal, ingest * codec.ratio, cores / core) / unit);
  const rates = {
    CPU: cores / core,
    ingest: ingest * codec.ratio,
    inflate: units * Number(codec.inflate),
    database: units * Number(codec.database),
  };
  const bound = Object.keys(rates).reduce((a, b) => (rates[b] < rates[a] * (1 - 1e-9) ? b : a));
  const rate = rates[bound];
  const end = (u, c) => Math.min(ingest * codec.ratio, units * u, cores / c);
  return {
    codec, units, rates, bound, rate, low: end(unitLow, coreHigh), high: end(unitHigh, coreLow),
    reached: rate >= goal * (1 - 1e-9),
    goalUnits: [unit, unitHigh, unitLow].map((u) => planWhole(goal / u)),
    goalCores: [core, coreLow, coreHigh].map((c) => goal * c),
  };
}

const planMin = (all) => all.reduce((a, b) => (b.codec.core.median < a.codec.core.median ? b : a));

/** The plan nearest to the goal, and the needs of the goal. */
function planFor(goal, ingest, cores) {
  const all = data.planned.map((c) => planWith(c, goal, ingest, cores));
  const reached = all.filter((o) => o.reached);
  if (reached.length) return Array(2).fill(planMin(reached));
  const most = Math.max(...all.map((o) => o.rate));
  const fastest = planMin(all.filter((o) => o.rate === most));
  const fed = all.filter((o) => o.rates.ingest >= goal);
  return [fastest, fed.length ? planMin(fed) : fastest];
}

function showPlan() {
  const [goalText, ingestText] = ['goal', 'ingest'].map((name) => byId('plan-' + name).value);
  const goal = planRate(goalText);
  const ingest = planRate(ingestText, true);
  const cores = Number(byId('plan-cores').value);
  const bad = {goal: Number.isNaN(goal), ingest: Number.isNaN(ingest), cores: !(Number.isInteger(cores) && cores >= 1 && cores <= 1e5)};
  for (const name in bad) byId('plan-' + name).setAttribute('aria-invalid', bad[name]);
  const list = byId('plan-list');
  list.replaceChildren();
  const wrong = Object.keys(bad).filter((name) => bad[name]);
  if (wrong.length) {
    byId('plan-answer').textContent = `No plan, because of ${wrong.join(' and ')}: write rates like the examples, cores as a whole number.`;
    return;
  }
  const [o, aim] = planFor(goal, ingest, cores);
  const binary = /i(B|bit)/.test(goalText);
  const [mega, unit, giga] = binary ? [2 ** 20, 'MiB/s', 'GiB'] : [1e6, 'MB/s', 'GB'];
  const count = (n, what) => `${n} ${what}${n === 1 ? '' : 's'}`;
  const rate = (bytes) => digits(bytes / mega);
  const span = ([m, low, high]) => planWhole(m) + (planWhole(low) === planWhole(high) ? '' : ` (${planWhole(low)}–${planWhole(high)})`);
  const codec = aim.codec;
  const cpu = digits(codec.cpu * mega * (binary ? 1024 : 1000));
  byId('plan-answer').textContent = o.reached
    ? `${o.codec.name} reaches the goal; the tightest limit is ${o.bound}.`
    : `Out of reach: ${o.codec.name} in ${count(o.units, 'file')} gives ${rate(o.rate)} ${unit} (${rate(o.low)}–${rate(o.high)}), ${digits(100 * o.rate / goal)} % of the goal, ${o.bound}-bound.`;
  const rows = {
    'goal: codec': `${codec.name}, ${codec.ratio.toFixed(2)}:1`,
    'goal: files': `${span(aim.goalUnits)} = ${rate(goal)} ÷ ${rate(codec.unit.median)} ${unit}`,
    'goal: cores': `${span(aim.goalCores)} = ${rate(goal)} ${unit} × ${cpu} CPU-s/${giga} ÷ ${binary ? 1024 : 1000} ÷ ${digits(100 * codec.cpu / codec.core.median)} % busy`,
    'goal: inbound': `${rate(goal / codec.ratio)} ${unit} = ${rate(goal)} ÷ ${codec.ratio.toFixed(2)}; ingest brings ${rate(ingest)}`,
    [`rate of ${o.codec.name}, the smallest of`]: Object.keys(o.rates).map((b) => `${b} ${Number.isFinite(o.rates[b]) ? rate(o.rates[b]) : '–'}`).join(', ') + ` ${unit} in ${count(o.units, 'file')} on ${count(cores, 'core')}`,
  };
  for (const name in rows) {
    list.append(document.createElement('dt'), document.createElement('dd'));
    list.lastChild.textContent = rows[name];
    list.lastChild.previousSibling.textContent = name;
  }
}

if (byId('planner')) {
  byId('planner').addEventListener('input', showPlan);
  showPlan();
}
