// The path that control took: the agents as a drawing, and below it every call in its order, as a tree.

const BOX = innerWidth < 700 ? { width: 146, gap: 62, between: 12 } : { width: 188, gap: 84, between: 14 };
const MOST_BOXES = 60;

/** The agents that took part, as a tree by their paths, with what each called. */
function hierarchy(run) {
  const boxes = new Map();
  const boxOf = (path, from, blocked) => {
    if (!boxes.has(path)) {
      boxes.set(path, { path, name: run.nameOf(path), from, episodes: 0, tools: new Map(), below: [], calls: [], blocked });
      if (from !== null && boxes.has(from)) boxes.get(from).below.push(boxes.get(path));
    }
    return boxes.get(path);
  };
  for (const agent of run.agents) {
    const parent = agent.parent === null ? null : run.agents[agent.parent].agent;
    const box = boxOf(agent.agent, parent, false);
    box.episodes += 1;
    box.blocked = false;
    if (agent.call) box.calls.push(run.byId.get(agent.call));
  }
  for (const call of run.calls) {
    const box = boxes.get(call.agent);
    if (!box) continue;
    if (call.kind === "agent" && call.began_episode === null) {
      const path = call.agent === "" ? call.name : `${call.agent}/${call.name}`;
      const child = boxOf(path, call.agent, true);
      child.calls.push(call);
    } else if (call.kind !== "agent") {
      const tool = box.tools.get(call.name) ?? { count: 0, denied: 0, first: call, kind: call.kind };
      tool.count += 1;
      tool.denied += run.isDenied(call) ? 1 : 0;
      if (run.isDenied(call)) tool.first = call;
      box.tools.set(call.name, tool);
    }
  }
  return [...boxes.values()];
}

function hierarchyDrawing(run, open) {
  const boxes = hierarchy(run);
  if (boxes.length > MOST_BOXES) {
    return el("p", { class: "note" }, `${counted(boxes.length, "agent")} took part, too many for a drawing; the calls below have all of them.`);
  }
  const shown = (box) => [...box.tools].slice(0, 5);
  const heightOf = (box) => 42 + (box.blocked ? 18 : 0) + shown(box).length * 24 + (box.tools.size > 5 ? 20 : 0) + (box.tools.size ? 6 : 0);
  let bottom = 0;
  let right = 0;
  const place = (box, depth, from) => {
    const height = heightOf(box);
    box.x = depth * (BOX.width + BOX.gap);
    right = Math.max(right, box.x + BOX.width);
    let cursor = from;
    for (const child of box.below) cursor = place(child, depth + 1, cursor);
    const first = box.below[0];
    const last = box.below.at(-1);
    box.y = first ? Math.max(from, (first.y + last.y + heightOf(last)) / 2 - height / 2) : from;
    bottom = Math.max(bottom, box.y + height);
    return Math.max(cursor, box.y + height + BOX.between);
  };
  let cursor = 0;
  for (const top of boxes.filter((box) => box.from === null)) cursor = place(top, 0, cursor);
  const lines = draw("svg", { class: "lines", width: right, height: bottom, "aria-hidden": "true" });
  const stage = el("div", { class: "stage", style: { width: `${right}px`, height: `${bottom}px` } }, lines);
  let bulge = 0;
  for (const box of boxes) {
    for (const child of box.below) {
      const bad = child.calls.find((call) => run.border(call) || run.isDenied(call));
      const y1 = box.y + 21;
      const y2 = child.y + 21;
      const x1 = box.x + BOX.width;
      const middle = x1 + BOX.gap / 2;
      lines.appendChild(draw("path", {
        class: bad ? "line bad" : "line", d: `M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${child.x} ${y2}`,
      }));
      const named = child.calls.slice(0, 2).map((call) => call.id).join(", ") + (child.calls.length > 2 ? " …" : "");
      stage.appendChild(button(named, () => open(bad ?? child.calls[0]), {
        class: bad ? "edge bad" : "edge", style: { left: `${child.x - BOX.gap * 0.74}px`, top: `${y2 - 11}px` },
        title: bad ? "untrusted text at the border of an instruction" : `calls of ${child.name}`,
      }));
    }
    stage.appendChild(el("div", {
      class: `box${box.blocked ? " blocked" : ""}`,
      style: { left: `${box.x}px`, top: `${box.y}px`, width: `${BOX.width}px`, height: `${heightOf(box)}px` },
    },
    el("div", { class: "box-name" }, box.name, box.episodes > 1 ? el("span", { class: "soft" }, ` ×${thousands(box.episodes)}`) : null),
    box.blocked ? el("div", { class: "box-note" }, "not reached") : null,
    shown(box).map(([name, tool]) => button([
      tool.kind === "model" ? el("span", { class: "soft" }, "model ") : null, name,
      tool.count > 1 ? el("span", { class: "soft" }, ` ×${thousands(tool.count)}`) : null,
    ], () => open(tool.first), { class: tool.denied ? "box-tool bad" : "box-tool" })),
    box.tools.size > 5 ? el("div", { class: "soft small" }, `and ${box.tools.size - 5} more`) : null));
  }
  bulge += mail(run, boxes, { lines, stage, right }, open);
  stage.style.width = `${right + bulge}px`;
  lines.setAttribute("width", right + bulge);
  return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "The agents and who called whom" }, stage);
}

/** Draws messages that agents put into each other's mailboxes, which no planner reads, and gives the room that they take. */
function mail(run, boxes, { lines, stage, right }, open) {
  const pairs = new Map();
  for (const call of run.calls) {
    const to = call.name === "mailbox.send" ? call.arguments.to?.value : null;
    const from = to && boxes.find((box) => box.path === call.agent);
    const there = from && boxes.find((box) => box.name === to);
    if (!there || pairs.size > 20) continue;
    const key = `${from.path} ${there.path}`;
    if (!pairs.has(key)) pairs.set(key, { from, there, calls: [] });
    pairs.get(key).calls.push(call);
  }
  let place = 0;
  for (const { from, there, calls } of pairs.values()) {
    const edge = right + 34 + 26 * place;
    const [x1, y1, x2, y2] = [from.x + BOX.width, from.y + 21, there.x + BOX.width, there.y + 30];
    lines.appendChild(draw("path", { class: "line decided", d: `M${x1} ${y1} C${edge + 20} ${y1} ${edge + 20} ${y2} ${x2} ${y2}` }));
    stage.appendChild(button(calls[0].id + (calls.length > 1 ? " …" : ""), () => open(calls[0]), {
      class: "edge", style: { left: `${edge - 16}px`, top: `${(y1 + y2) / 2 - 11}px` }, title: `messages from ${from.name} to ${there.name}, which no planner reads`,
    }));
    place += 1;
  }
  return place ? 60 + 26 * place : 0;
}

/** A call on a line, as a plan writes it. */
function callLine(run, call) {
  const parts = [];
  for (const [name, value] of Object.entries(call.arguments)) {
    if (name === "output_schema" && call.kind !== "tool") continue;
    const label = run.label(value);
    const isMessage = value === run.message(call);
    if (call.kind === "agent" && name === "variables") {
      const names = value.value && typeof value.value === "object" ? Object.keys(value.value) : [];
      if (!names.length) continue;
      parts.push(el("span", { class: label.trusted ? "argument" : "argument untrusted" }, `variables: ${names.join(", ")}`));
      continue;
    }
    parts.push(el("span", { class: `argument${isMessage ? " message" : ""}${label.trusted ? "" : " untrusted"}` },
      isMessage ? null : el("span", { class: "soft" }, `${name} `), written(value.value, 90)));
    if (parts.length > 4) break;
  }
  return parts;
}

class PathView {
  constructor(run, open) {
    Object.assign(this, { run, open, folded: new Set(), query: "", which: "all" });
    this.list = new List({
      label: "Calls", tree: true,
      row: (item) => this.row(item),
      describe: (item) => this.describe(item),
      open: (item) => (item.call ? open(item.call) : this.fold(item, null)),
      fold: (item, isOpen) => this.fold(item, isOpen),
    });
    // In a large run, what agents further down did is unfolded when it is wanted.
    if (run.calls.length > 500) run.calls.forEach((call) => call.began_episode !== null && this.folded.add(call));
    this.search = el("input", {
      type: "search", placeholder: "Filter calls", "aria-label": "Filter calls", class: "search",
      oninput: () => { this.query = this.search.value.trim().toLowerCase(); this.update(); },
    });
    const denied = run.calls.filter((call) => run.isDenied(call)).length;
    const kinds = [["all", "All"], ["agent", "Agents"], ["tool", "Tools"], ["untrusted", "Untrusted"]];
    if (denied) kinds.push(["denied", `Denied (${denied})`]);
    this.kinds = el("div", { class: "kinds", role: "group", "aria-label": "Which calls" }, kinds.map(([kind, text]) =>
      button(text, () => { this.which = kind; this.update(); }, { "data-kind": kind, "aria-pressed": "false" })));
    this.count = el("span", { class: "soft count", role: "status" });
    this.element = el("section", {},
      hierarchyDrawing(run, open),
      el("div", { class: "tools" }, this.search, this.kinds, this.count),
      run.calls.length ? this.list.element : el("p", { class: "note" }, "No calls are known."));
  }

  shown() {
    if (this.built) return this.list.show();
    this.built = true;
    this.update();
  }

  isWanted(call) {
    const { run, which, query } = this;
    const isOfKind = which === "all" || call.kind === which
      || (which === "untrusted" && run.isUntrusted(call)) || (which === "denied" && run.isDenied(call));
    return isOfKind && (!query || run.text(call).includes(query));
  }

  update() {
    const { run, which, query } = this;
    for (const kind of this.kinds.children) kind.setAttribute("aria-pressed", String(kind.dataset.kind === which));
    const isFiltered = which !== "all" || query !== "";
    let wanted = null;
    let found = run.calls.length;
    if (isFiltered) {
      const hits = run.calls.filter((call) => this.isWanted(call));
      found = hits.length;
      wanted = new Set(hits);
      for (const call of hits) for (const above of run.above(call)) {
        if (wanted.has(above)) break;
        wanted.add(above);
      }
    }
    this.count.textContent = isFiltered ? `${thousands(found)} of ${counted(run.calls.length, "call")}` : counted(run.calls.length, "call");
    const items = [];
    const known = this.known ??= new Map();
    const itemOf = (key, made) => {
      if (!known.has(key)) known.set(key, made);
      return known.get(key);
    };
    const walk = (episode, depth) => {
      for (const call of run.madeBy[episode]) {
        if (wanted && !wanted.has(call)) continue;
        items.push(itemOf(call, { call, depth }));
        const below = call.began_episode;
        if (below !== null && depth < 200 && (wanted || !this.folded.has(call))) walk(below, depth + 1);
      }
    };
    run.agents.forEach((agent, place) => {
      if (agent.parent !== null && agent.parent !== undefined) return;
      items.push(itemOf(agent, { agent, place, depth: 0 }));
      if (!this.folded.has(agent)) walk(place, 1);
    });
    this.items = items;
    this.list.set(items);
  }

  /** Makes sure that a call is in the list, and goes there. */
  reveal(call) {
    const hidden = this.run.above(call).filter((above) => this.folded.delete(above));
    if (hidden.length) this.update();
    let item = this.known?.get(call);
    if (!item || !this.items.includes(item)) {
      this.query = this.search.value = "";
      this.which = "all";
      this.update();
      item = this.known.get(call);
    }
    this.list.choose(item);
    this.list.find(item);
  }

  below(item) {
    const episode = item.agent ? item.place : item.call.began_episode;
    return episode === null ? [] : this.run.madeBy[episode];
  }

  fold(item, isOpen) {
    const key = item.call ?? item.agent;
    if (!this.below(item).length) {
      if (isOpen === false) this.toParent(item);
      return;
    }
    const open = isOpen ?? this.folded.has(key);
    if (isOpen === false && this.folded.has(key)) return this.toParent(item);
    if (isOpen === true && !this.folded.has(key)) return this.list.activate(this.list.active + 1);
    if (open) this.folded.delete(key);
    else this.folded.add(key);
    this.update();
    this.list.find(item);
  }

  toParent(item) {
    for (let at = this.items.indexOf(item) - 1; at >= 0; at -= 1) {
      if (this.items[at].depth < item.depth) return this.list.activate(at);
    }
  }

  describe(item) {
    const { run } = this;
    const call = item.call;
    const border = call ? run.border(call) : null;
    const isBad = call && (border || run.isDenied(call));
    const below = this.below(item).length;
    return {
      class: `${item.agent ? "top" : call.kind}${isBad ? " bad" : ""}`,
      attributes: {
        "data-call": call?.id, "aria-level": item.depth + 1,
        "aria-expanded": below ? String(!this.folded.has(call ?? item.agent)) : undefined,
      },
    };
  }

  row(item) {
    const { run } = this;
    const folded = this.folded.has(item.call ?? item.agent);
    const twist = el("span", { class: "twist", "aria-hidden": "true" }, this.below(item).length ? (folded ? "▸" : "▾") : "");
    const indent = el("span", { class: "indent", style: { width: `${Math.min(item.depth, 12) * 20}px` } });
    if (item.agent) {
      const told = item.agent.instruction || run.story.instruction || "";
      return [indent, twist, el("span", { class: "what" }, el("b", {}, item.agent.name),
        el("span", { class: "argument message" }, told ? `"${excerpt(told, 120)}"` : ""))];
    }
    const { call } = item;
    const took = run.took(call);
    const border = run.border(call);
    const gave = call.result ?? call.failure;
    const state = border === "stopped" ? "stopped at the gate" : border === "entered" ? "untrusted text entered"
      : run.isDenied(call) ? "denied" : call.decision.effect === "ask" ? "waits" : call.failure ? "failed" : call.in_doubt ? "in doubt" : "";
    return [
      indent, twist,
      el("span", { class: "id" }, call.id),
      el("span", { class: "what" },
        el("b", {}, call.kind === "model" ? "quarantined model" : call.name), " ", callLine(run, call)),
      el("span", { class: "meta" },
        state ? el("span", { class: `state ${state === "failed" || state === "waits" || state === "in doubt" ? "warn" : "bad"}` }, state) : null,
        gave && !state ? el("span", { class: run.label(gave).trusted ? "gave" : "gave untrusted" }, `→ ${written(gave.value, 26)}`) : null,
        took !== null ? el("span", { class: "soft time" }, lasting(took)) : null),
    ];
  }
}
