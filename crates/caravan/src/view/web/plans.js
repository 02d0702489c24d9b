// Plans side by side, with the lines that ran and the calls that each made.

const WORDS = new Set(("and as assert break class continue def del elif else except False finally for from if import in is lambda "
  + "match case None nonlocal not or pass raise return True try while with yield").split(" "));
const TOKEN = /(#.*)|((?:[fFrRbB]{0,2})(?:"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?))|([A-Za-z_][A-Za-z_0-9]*)/g;

/** A line of a plan with its words, texts and comments marked. */
function codeLine(line) {
  if (line.length > 2000) return texts(line);
  const nodes = [];
  let from = 0;
  for (const match of line.matchAll(TOKEN)) {
    const kind = match[1] ? "comment" : match[2] ? "string" : WORDS.has(match[3]) ? "word" : null;
    if (!kind) continue;
    if (match.index > from) nodes.push(...texts(line.slice(from, match.index)));
    nodes.push(el("span", { class: kind }, match[0]));
    from = match.index + match[0].length;
  }
  nodes.push(...texts(line.slice(from)));
  return nodes;
}

/** Episodes with the same agent and plan stand together, as they do when an agent is called in a loop. */
function plansOf(run) {
  const groups = new Map();
  for (const agent of run.agents) {
    const key = JSON.stringify([agent.agent, agent.plan, agent.repaired.length, agent.refused.length]);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(agent);
  }
  return [...groups.values()];
}

const AT_ONCE = 40;

class PlansView {
  constructor(run, open) {
    Object.assign(this, { run, open, groups: plansOf(run), cards: new Map(), made: 0 });
    this.grid = el("div", { class: "plans" });
    this.more = button("Show more plans", () => this.add(), { class: "quiet" });
    this.element = el("section", {},
      run.story.not_replayed ? el("p", { class: "note" }, `Which lines ran is not known: ${run.story.not_replayed}. Lines that made calls are marked.`) : null,
      this.grid, this.more);
  }

  shown() {
    if (!this.made) this.add();
  }

  add() {
    const to = Math.min(this.groups.length, this.made + AT_ONCE);
    for (; this.made < to; this.made += 1) {
      const group = this.groups[this.made];
      const card = el("article", { class: "card plan" });
      group.forEach((agent) => this.cards.set(agent, { card, group }));
      // The last of them is the one whose variables are known.
      this.draw(card, group, group.length - 1);
      this.grid.appendChild(card);
    }
    this.more.hidden = this.made === this.groups.length;
  }

  /** Goes to a line of an episode's plan. */
  reveal(episode, line) {
    const agent = this.run.agents[episode];
    while (!this.cards.has(agent) && this.made < this.groups.length) this.add();
    const { card, group } = this.cards.get(agent) ?? {};
    if (!card) return;
    this.draw(card, group, group.indexOf(agent));
    const at = line ? card.querySelector(`[data-line="${line}"]`) : card;
    (at ?? card).scrollIntoView({ block: "center" });
    at?.classList.add("pointed");
  }

  draw(card, group, at) {
    const { run } = this;
    const agent = group[at];
    const turn = (by) => () => this.draw(card, group, (at + by + group.length) % group.length);
    const calls = run.madeBy[agent.id] ?? [];
    // Variables are told as they were last: in the last episode of an agent.
    const isLast = run.lastOf.get(agent.agent) === agent;
    const names = !isLast ? [] : agent.agent === ""
      ? run.variables.filter((name) => !name.includes(":"))
      : run.variables.filter((name) => name.startsWith(`${agent.agent}:`));
    const call = agent.call ? run.byId.get(agent.call) : null;
    const border = call ? run.border(call) : null;
    card.replaceChildren();
    add(card, [
      el("header", {},
        el("h3", {}, agent.name, agent.agent.includes("/") ? el("span", { class: "soft" }, ` ${agent.agent}`) : null),
        group.length > 1 ? el("span", { class: "turns" },
          button("‹", turn(-1), { "aria-label": "Episode before" }),
          el("span", { class: "soft" }, `episode ${at + 1} of ${thousands(group.length)}`),
          button("›", turn(1), { "aria-label": "Next episode" })) : null),
      el("p", { class: border ? "told bad" : "told" },
        call ? [button(call.id, () => this.open(call), { class: "link" }), " "] : null,
        el("span", { class: "soft" }, border ? "was told, by untrusted text: " : "was told: "),
        (agent.instruction || (call ? "" : run.story.instruction) || "").slice(0, 4000)),
      agent.plan === null
        ? el("p", { class: "note" }, agent.refused.length ? "No plan of its planner was valid." : "It has no plan: it called tools in turns, or ended before.")
        : this.code(agent.plan, agent.lines_run, calls),
      names.length ? el("p", { class: "variables" }, el("span", { class: "soft" }, "variables "), names.map((name) =>
        [button(name.split(":").at(-1), () => this.open({ value: name, agent: agent.agent }), { class: "link mono" }), " "])) : null,
      agent.refused.map((refused, number) => el("details", {},
        el("summary", {}, `Answer ${number + 1} was refused: ${excerpt(refused.problem, 100)}`),
        el("pre", { class: "value" }, refused.problem), el("pre", { class: "value" }, refused.answer))),
      agent.repaired.map((repaired, number) => el("details", {},
        el("summary", {}, `Plan ${number + 1} ran until an error stopped it`),
        el("pre", { class: "value" }, repaired.told), this.code(repaired.plan, null, []))),
    ]);
  }

  code(plan, lines, calls) {
    const ran = lines ? new Set(lines) : null;
    const at = new Map();
    for (const call of calls) {
      if (!at.has(call.line)) at.set(call.line, []);
      at.get(call.line).push(call);
    }
    return el("div", { class: "code", tabindex: "0", role: "group", "aria-label": "Plan" }, plan.replace(/\n+$/, "").split("\n").map((text, place) => {
      const line = place + 1;
      const made = at.get(line) ?? [];
      const isRun = ran ? ran.has(line) : made.length > 0;
      const bad = made.some((call) => this.run.isDenied(call) || this.run.border(call));
      return el("div", {
        class: `code-line${isRun ? " ran" : ran && text.trim() ? " idle" : ""}${bad ? " bad" : ""}`, "data-line": line,
      },
      el("span", { class: "number", "aria-label": isRun ? `line ${line}, ran` : `line ${line}` }, line),
      el("span", { class: "source" }, codeLine(text)),
      made.length ? el("span", { class: "made" }, made.slice(0, 3).map((call) =>
        button(call.id, () => this.open(call), { class: this.run.isDenied(call) ? "tag bad" : "tag", title: call.name })),
        made.length > 3 ? el("span", { class: "soft" }, `+${thousands(made.length - 3)}`) : null) : null);
    }));
  }
}
