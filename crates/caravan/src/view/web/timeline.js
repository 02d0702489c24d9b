// What was asked of models, tools and people, over time, with what models took.

const KINDS = {
  plan: "planner", extract: "quarantined model", converse: "model", tool: "tool", approve: "a person", clock: "clock",
};

/** A scale from moments to shares of the width. Long times in which nothing was under way are cut out. */
function scaleOf(effects, from, to) {
  const spans = effects.map((effect) => [effect.began, effect.ended ?? effect.began]).sort((a, b) => a[0] - b[0]);
  const busy = [];
  for (const [began, ended] of spans) {
    const last = busy.at(-1);
    if (last && began <= last[1]) last[1] = Math.max(last[1], ended);
    else busy.push([began, ended]);
  }
  const active = Math.max(1, busy.reduce((sum, [began, ended]) => sum + ended - began, 0));
  const most = Math.max(2000, active * 0.04);
  const points = [[from, 0]];
  let left = 0;
  let at = from;
  let drawn = 0;
  const step = (until, isIdle) => {
    const real = Math.max(0, until - at);
    const kept = isIdle ? Math.min(real, most) : real;
    left += real - kept;
    drawn += kept;
    at = Math.max(at, until);
    points.push([at, drawn]);
  };
  for (const [began, ended] of busy) {
    step(began, true);
    step(ended, false);
  }
  step(to, true);
  const share = (moment) => {
    let low = 0;
    let high = points.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (points[middle][0] <= moment) low = middle;
      else high = middle;
    }
    const [a, x] = points[low];
    const [b, y] = points[high];
    const between = b > a ? (moment - a) / (b - a) : 1;
    return (x + Math.max(0, Math.min(1, between)) * (y - x)) / Math.max(1, drawn);
  };
  return { share, left };
}

class TimelineView {
  constructor(run, open) {
    Object.assign(this, { run, open });
    const { effects } = run.story;
    const from = Math.min(run.story.began, ...effects.slice(0, 1).map((effect) => effect.began));
    const last = effects.reduce((most, effect) => Math.max(most, effect.ended ?? effect.began), from);
    this.scale = scaleOf(effects, from, last);
    this.from = from;
    this.list = new List({
      label: "What was asked, in its order",
      row: (effect) => this.row(effect),
      describe: (effect) => ({ class: `effect ${effect.kind}`, attributes: {} }),
      open: (effect) => {
        const call = effect.call ? run.byId.get(effect.call) : null;
        if (call) open(call);
      },
    });
    this.element = el("section", {}, this.usage(),
      effects.length ? el("p", { class: "note" }, `${lasting(last - from)} from the first to the last`,
        this.scale.left > 0 ? `; ${lasting(this.scale.left)} in which nothing was under way are drawn short` : "", ".")
        : el("p", { class: "note" }, "No times are known of this run."),
      this.list.element);
  }

  shown() {
    if (this.built) return this.list.show();
    this.built = true;
    this.list.set(this.run.story.effects);
  }

  row(effect) {
    const { share } = this.scale;
    const begin = share(effect.began);
    const end = effect.ended ? share(effect.ended) : 1;
    const usage = effect.usage;
    return [
      el("span", { class: "what" }, el("b", {}, effect.kind === "tool" || effect.kind === "approve" ? effect.name : KINDS[effect.kind] ?? effect.kind),
        " ", el("span", { class: "soft" }, effect.kind === "approve" ? `a person${effect.said ? `: ${effect.said}` : ", no answer yet"}` : this.run.nameOf(effect.agent))),
      el("span", { class: "bar-space", "aria-hidden": "true" }, el("span", {
        class: `bar ${effect.ended ? "" : "open"}`,
        style: { left: `min(${begin * 100}%, 100% - 3px)`, width: `max(3px, ${(end - begin) * 100}%)` },
      })),
      el("span", { class: "meta" },
        usage && usage.input_tokens + usage.output_tokens > 0 ? el("span", { class: "soft tokens" }, `${thousands(usage.input_tokens)} + ${thousands(usage.output_tokens)}`) : null,
        effect.times > 1 ? el("span", { class: "state warn" }, `${effect.times} times`) : null,
        el("span", { class: "time" }, effect.ended ? lasting(effect.ended - effect.began) : "no outcome")),
    ];
  }

  /** What models and tools took, by agent. */
  usage() {
    const { run } = this;
    const rows = new Map();
    for (const effect of run.story.effects) {
      const what = effect.kind === "tool" ? effect.name : KINDS[effect.kind] ?? effect.kind;
      const key = JSON.stringify([effect.agent, what]);
      const row = rows.get(key) ?? { agent: run.nameOf(effect.agent), what, count: 0, took: 0, input: 0, output: 0, cached: 0, usd: 0 };
      row.count += 1;
      row.took += effect.ended ? effect.ended - effect.began : 0;
      row.input += effect.usage?.input_tokens ?? 0;
      row.cached += effect.usage?.cached_tokens ?? 0;
      row.output += effect.usage?.output_tokens ?? 0;
      row.usd += effect.usd ?? 0;
      rows.set(key, row);
    }
    const hasTokens = [...rows.values()].some((row) => row.input + row.output > 0);
    // A model whose price is not known costs something all the same.
    const usd = [...rows.values()].reduce((sum, row) => sum + row.usd, 0);
    const isWhole = run.story.effects.every((effect) => !effect.usage?.input_tokens || effect.usd !== undefined);
    const columns = ["agent", "asked", "times", "took", ...(hasTokens ? ["tokens read", "of them cached", "written"] : []), ...(usd > 0 ? ["US dollars"] : [])];
    const all = [...rows.values()].sort((a, b) => b.took - a.took).slice(0, 30);
    const total = run.story.usage ?? {};
    const summary = el("p", { class: "totals" }, [
      ["model calls", total.calls], ["tokens read", total.input_tokens], ["of them cached", total.cached_tokens],
      ["tokens written", total.output_tokens],
    ].filter(([, number]) => number).map(([name, number]) => el("span", {}, el("b", {}, thousands(number)), ` ${name}`)),
    usd > 0 ? el("span", {}, el("b", {}, `${isWhole ? "" : "at least "}${usd.toFixed(4)} USD`), " by the configuration's prices") : null);
    if (!all.length) return summary;
    return el("div", {}, summary, el("div", { class: "scroll" }, el("table", {},
      el("thead", {}, el("tr", {}, columns.map((name, place) =>
        el("th", { scope: "col", class: place > 1 ? "figure" : "" }, name)))),
      el("tbody", {}, all.map((row) => el("tr", {},
        el("td", {}, row.agent), el("td", {}, row.what), el("td", { class: "figure" }, thousands(row.count)),
        el("td", { class: "figure" }, lasting(row.took)),
        hasTokens ? [row.input, row.cached, row.output].map((number) => el("td", { class: "figure" }, number ? thousands(number) : "")) : null,
        usd > 0 ? el("td", { class: "figure" }, row.usd ? row.usd.toFixed(4) : "") : null))))));
  }
}
