// Where a value comes from, as a graph: the value on top, below it the steps that it was computed from, down to sources.

const NODE = { width: innerWidth < 700 ? 162 : 196, height: 50, across: innerWidth < 700 ? 8 : 14, down: 34 };
const MOST_NODES = 80;

/** The steps in layers: each below all that were computed from it. */
function layersOf(derived) {
  const steps = new Map(derived.derivation.map((step) => [step.id, step]));
  const depth = new Map();
  const kept = [];
  // The nearest first, so that what is left out is what is far.
  const queue = [...derived.from, ...derived.decided_by];
  const seen = new Set(queue);
  while (queue.length && kept.length < MOST_NODES) {
    const step = steps.get(queue.shift());
    if (!step) continue;
    kept.push(step);
    for (const id of [...step.from, ...step.decided_by]) {
      if (!seen.has(id)) {
        seen.add(id);
        queue.push(id);
      }
    }
  }
  const among = new Map(kept.map((step) => [step.id, step]));
  kept.forEach((step) => depth.set(step.id, 1));
  // Steps are told before those that they come from; a few rounds settle what is not.
  for (let round = 0, changed = true; changed && round < 40; round += 1) {
    changed = false;
    for (const step of kept) {
      for (const id of [...step.from, ...step.decided_by]) {
        if (among.has(id) && id !== step.id && depth.get(id) <= depth.get(step.id) && depth.get(step.id) < 60) {
          depth.set(id, depth.get(step.id) + 1);
          changed = true;
        }
      }
    }
  }
  const layers = [];
  for (const step of kept) (layers[depth.get(step.id)] ??= []).push(step);
  return { layers: layers.filter(Boolean), among, all: derived.derivation.length };
}

function stepWords(step, run) {
  if (step.kind === "source") {
    if (step.name.startsWith("plan:")) {
      const path = step.name.slice(5);
      return ["a literal", `of the plan of ${run.nameOf(path)}`];
    }
    return [sourceWords(step.name, run.story.root), step.trusted ? "trusted" : "untrusted"];
  }
  if (step.kind === "variable") return [step.name, `${run.nameOf(step.agent ?? "")}, line ${step.line}${step.text ? `: ${step.text}` : ""}`];
  if (step.kind === "state") return [step.name, "what a tool keeps"];
  return [`${step.call ?? ""} ${step.name}`, `called by ${run.nameOf(step.agent ?? "")}, line ${step.line}`];
}

/** The graph; `goes(step)` is called when a step is chosen. */
function provenance(derived, run, goes) {
  const { layers, among, all } = layersOf(derived);
  const places = new Map();
  const widest = Math.max(1, ...layers.map((layer) => layer.length));
  const width = widest * (NODE.width + NODE.across);
  const height = (layers.length + 1) * (NODE.height + NODE.down) - NODE.down;
  const lines = draw("svg", { class: "lines", width, height, "aria-hidden": "true" });
  const stage = el("div", { class: "stage", style: { width: `${width}px`, height: `${height}px` } }, lines);
  const put = (id, x, y) => places.set(id, { x, y });
  put("", (width - NODE.width) / 2, 0);
  layers.forEach((layer, depth) => {
    // Each stands below what it leads to, as far as there is room.
    if (depth > 0) {
      const parents = new Map();
      layers[depth - 1].forEach((step) => [...step.from, ...step.decided_by].forEach((id) => {
        const list = parents.get(id) ?? [];
        list.push(places.get(step.id)?.x ?? 0);
        parents.set(id, list);
      }));
      const middle = (step) => {
        const list = parents.get(step.id);
        return list ? list.reduce((sum, x) => sum + x, 0) / list.length : width / 2;
      };
      layer.sort((a, b) => middle(a) - middle(b));
    }
    const room = layer.length * (NODE.width + NODE.across);
    layer.forEach((step, at) => put(step.id, (width - room) / 2 + at * (NODE.width + NODE.across) + NODE.across / 2, (depth + 1) * (NODE.height + NODE.down)));
  });
  const isBad = (id) => among.get(id)?.trusted === false;
  const connect = (from, ids, kind) => ids.forEach((id) => {
    const a = places.get(from);
    const b = places.get(id);
    if (!a || !b) return;
    const x1 = a.x + NODE.width / 2;
    const y1 = a.y + NODE.height;
    const x2 = b.x + NODE.width / 2;
    const middle = (y1 + b.y) / 2;
    lines.appendChild(draw("path", { class: `line ${kind}${isBad(id) ? " bad" : ""}`, d: `M${x1} ${y1} C${x1} ${middle} ${x2} ${middle} ${x2} ${b.y}` }));
  });
  const steps = layers.flat();
  connect("", derived.from, "from");
  connect("", derived.decided_by.filter((id) => !derived.from.includes(id)), "decided");
  for (const step of steps) {
    connect(step.id, step.from, "from");
    connect(step.id, step.decided_by.filter((id) => !step.from.includes(id)), "decided");
  }
  const box = (id, name, told, kind, onclick) => {
    const { x, y } = places.get(id);
    const style = { left: `${x}px`, top: `${y}px`, width: `${NODE.width}px`, height: `${NODE.height}px` };
    const inside = [el("span", { class: "node-name" }, excerpt(name, 60)), el("span", { class: "node-told" }, excerpt(told, 90))];
    stage.appendChild(onclick
      ? el("button", { type: "button", class: `node ${kind}`, style, onclick, title: `${name}: ${told}` }, inside)
      : el("div", { class: `node ${kind}`, style, title: `${name}: ${told}` }, inside));
  };
  box("", derived.name, "this value", "asked", null);
  for (const step of steps) {
    const [name, told] = stepWords(step, run);
    const kind = step.kind === "source" ? (step.trusted === false ? "source bad" : "source") : step.kind;
    box(step.id, name, told, kind, step.kind === "call" || step.kind === "variable" ? () => goes(step) : null);
  }
  return el("div", {},
    el("div", { class: "scroll graph", tabindex: "0", role: "group", "aria-label": `Where ${derived.name} comes from` }, stage),
    el("p", { class: "soft small" }, "Full lines: computed from. Dashed: decided that it is this value. Red: an untrusted source.",
      all > steps.length ? ` ${thousands(all - steps.length)} steps that are further away are left out.` : ""));
}
