// Values and labels, in words.

/** A value as a plan would write it, on one line, cut. */
function written(value, most = 120) {
  if (typeof value === "string") return excerpt(`"${value.length > most * 4 ? value.slice(0, most * 4) : value}"`, most);
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value !== "object") return excerpt(String(value), most);
  if (typeof value.$type === "string" && typeof value.repr === "string") return excerpt(value.repr, most);
  const parts = [];
  let length = 0;
  const isList = Array.isArray(value);
  for (const [key, of] of Object.entries(value)) {
    if (length > most) break;
    const part = isList ? written(of, most) : `${key}: ${written(of, most)}`;
    length += part.length + 2;
    parts.push(part);
  }
  const inside = parts.join(", ");
  return excerpt(isList ? `[${inside}]` : `{${inside}}`, most);
}

/** A value in full: texts as they are, all else indented. */
function whole(value) {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "None";
  if (typeof value === "object" && typeof value.repr === "string" && value.$type) return value.repr;
  return JSON.stringify(value, null, 2);
}

const isOwn = (source) => source === "user" || source === "system" || source.startsWith("plan:");

/** A source in words. */
function sourceWords(source, root) {
  if (source === "user") return "the user";
  if (source === "system") return "the system";
  if (source === "plan:") return root ? `plan of ${root}` : "the root's plan";
  if (source.startsWith("plan:")) return `plan of ${source.slice(5)}`;
  return source;
}

/** The sources of a label that are not the user, a plan or the system. */
function foreign(label) {
  const all = [...label.data.sources, ...label.control.sources];
  return [...new Set(all.filter((source) => !isOwn(source)))];
}

function readers(of) {
  return of === "everybody" ? "everybody" : of.length ? of.join(", ") : "nobody";
}

/** A mark for what a label is worth: trusted, or untrusted. */
function worth(label) {
  return el("span", {
    class: label.trusted ? "worth trusted" : "worth untrusted",
    title: label.trusted ? "trusted" : `untrusted: ${foreign(label).join(", ") || "by what decided it"}`,
  }, label.trusted ? "trusted" : "untrusted");
}

function chips(sources, root) {
  return sources.map((source) =>
    el("span", { class: isOwn(source) ? "chip" : "chip foreign" }, sourceWords(source, root)));
}

/** A label as a short list of facts. */
function labelFacts(label, root) {
  const bits = label.choice_bits;
  const rows = [
    ["made of", label.data.sources.length ? chips(label.data.sources, root) : "nothing"],
    ["decided by", label.control.sources.length ? chips(label.control.sources, root) : null],
    ["readers", readers(label.data.readers)],
    ["choice", bits === "unbounded" ? "untrusted data may have made anything of it"
      : bits > 0 ? `untrusted data may have chosen it by ${bits} bits` : null],
    ["as an instruction", label.may_instruct ? null : "the gate would not let it through to a planner"],
  ];
  return el("dl", { class: "facts" }, rows.filter(([, told]) => told).map(([name, told]) =>
    [el("dt", {}, name), el("dd", {}, told)]));
}

const LONG = 20000;

/** A value in a box that scrolls; what is very long is shown when it is asked for. */
function valueBox(value) {
  const text = whole(value);
  const box = el("pre", { class: "value", tabindex: "0" }, text.slice(0, LONG));
  if (text.length <= LONG) return box;
  const more = button(`Show all ${thousands(text.length)} characters`, () => {
    box.replaceChildren(...texts(text));
    more.remove();
  }, { class: "quiet" });
  return el("div", {}, box, more);
}
