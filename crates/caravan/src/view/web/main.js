// The page itself: which view is shown, the keys, the address.

const page = document.getElementById("page");

const STATUS = { done: "good", running: "", suspended: "warn", interrupted: "warn" };

function helpDialog(isBenchmark) {
  const keys = [
    ["/", "filter"], ["↑ ↓", "go through a list"], ["PgUp PgDn Home End", "go further"], ["Enter", "open what is chosen"],
    ["← →", isBenchmark ? "go through tabs" : "fold, unfold; go through tabs"], ["1 2 3", "the tabs"], ["Esc", "close the details"], ["?", "this help"],
  ];
  const dialog = el("dialog", { class: "help", "aria-label": "Keys" }, el("h2", {}, "Keys"),
    el("dl", {}, keys.map(([key, told]) => [el("dt", {}, key.split(" ").map((one) => [el("kbd", {}, one), " "])), el("dd", {}, told)])),
    button("Close", () => dialog.close(), {}));
  return dialog;
}

/** Tabs of which one is shown: `[[id, name, view], ..]`, where a view has an `element` and is told when it is `shown`. */
class Tabs {
  constructor(views, onchange) {
    Object.assign(this, { views, onchange });
    this.bar = el("nav", { class: "tabs" }, el("div", { role: "tablist", onkeydown: (event) => this.key(event) }, views.map(([id, name]) =>
      button(name, () => this.go(id), { role: "tab", id: `tab-${id}`, "aria-controls": `view-${id}` }))));
    this.panels = views.map(([id, , view]) => el("div", { role: "tabpanel", id: `view-${id}`, "aria-labelledby": `tab-${id}`, hidden: true }, view.element));
  }

  go(id) {
    this.now = id;
    this.views.forEach(([each, , view], place) => {
      const isShown = each === id;
      const tab = this.bar.querySelector(`#tab-${each}`);
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      this.panels[place].hidden = !isShown;
      if (isShown) view.shown();
    });
    this.onchange?.(id);
  }

  get view() {
    return this.views.find(([id]) => id === this.now)[2];
  }

  key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const at = this.views.findIndex(([id]) => id === this.now);
    const next = this.views[(at + by + this.views.length) % this.views.length][0];
    this.go(next);
    this.bar.querySelector(`#tab-${next}`).focus();
    event.preventDefault();
  }
}

/** The page of a run. `back` leads to where it was opened from. */
function runPage(told, back) {
  const run = new Run(told);
  const { story } = run;
  const goTo = {
    call: (call) => { details.show(call); path.reveal(call); remember(call.id); },
    plan: (episode, line) => { tabs.go("plans"); plans.reveal(episode, line); },
  };
  const open = (what) => {
    if (what.id === undefined) return details.show(what);
    details.show(what);
    if (path.built) path.list.choose(path.known?.get(what));
    remember(what.id);
  };
  const details = new Details(run, goTo);
  const path = new PathView(run, open);
  const plans = new PlansView(run, open);
  const timeline = new TimelineView(run, open);
  const answer = { element: answerView(run, open), shown() {} };
  const remember = (call) => history.replaceState(null, "", `#${here}${tabs.now}${call ? `/${call}` : ""}`);
  const here = told.number !== undefined ? `case-${told.number}/` : "";
  const tabs = new Tabs([["path", "Path", path], ["plans", "Plans", plans], ["timeline", "Timeline", timeline], ["answer", "Answer", answer]],
    () => remember());
  details.onclose = () => remember();
  const runs = source.served && start.kind === "run" ? button("All runs", () => showRuns(), { class: "quiet" }) : null;
  const denied = run.calls.filter((call) => run.isDenied(call));
  const entered = run.calls.filter((call) => run.border(call) === "entered");
  const lasts = story.ended ? story.ended - story.began : null;
  const figures = [
    counted(run.agents.length, "episode"), counted(run.calls.length, "call"),
    denied.length ? `${denied.length} denied` : null,
    story.usage?.input_tokens ? `${thousands(story.usage.input_tokens + (story.usage.output_tokens ?? 0))} tokens` : null,
    lasts !== null && story.began ? lasting(lasts) : null,
  ].filter(Boolean).join(" · ");
  show(
    el("header", { class: "head" },
      el("div", { class: "head-line" }, back ? button("‹ All cases", back, { class: "quiet" }) : null,
        el("h1", {}, story.run), el("span", { class: `status ${STATUS[story.status] ?? "bad"}` }, story.status.replaceAll("_", " ")), runs,
        button("?", help, { class: "quiet", "aria-label": "Help with keys" })),
      story.instruction ? el("p", { class: "instruction" }, story.instruction.slice(0, 3000)) : null,
      el("p", { class: "soft" }, story.defense ? `defense ${story.defense} · ${story.strictness}${story.choice_budget ? ` · ${story.choice_budget} bits` : ""} · ` : "", figures,
        story.began ? ` · ${moment(story.began)}` : ""),
      story.not_replayed && !back ? el("p", { class: "note" }, `The run could not be done again: ${story.not_replayed}. What the journal holds is shown.`) : null,
      alarm(run, denied, entered, (call) => { tabs.go("path"); goTo.call(call); }),
      told.attack?.goal ? el("details", { class: "attack" }, el("summary", {}, "What the attacker wanted"), el("pre", { class: "value" }, whole(told.attack.goal)),
        el("pre", { class: "value" }, whole(told.attack.injections))) : null),
    tabs.bar, el("main", {}, el("div", { class: "views" }, tabs.panels), details.element));
  current = {
    tabs, details,
    search: () => { tabs.go("path"); path.search.focus(); },
    escape: () => { if (details.isOpen) { details.close(); tabs.view.list?.element.focus({ preventScroll: true }); } },
  };
  const [tab, call] = location.hash.slice(1 + here.length).split("/");
  tabs.go(["path", "plans", "timeline", "answer"].includes(tab) ? tab : run.calls.length || !story.effects.length ? "path" : "timeline");
  if (call && run.byId.has(call)) goTo.call(run.byId.get(call));
}

/** What is red: untrusted text at the border of an instruction, and other denials. */
function alarm(run, denied, entered, goes) {
  const first = entered[0] ?? denied[0];
  if (!first) return null;
  const border = run.border(first);
  const message = run.message(first);
  const sources = message ? foreign(run.label(message)) : [];
  const told = border === "entered"
    ? [`${counted(entered.length, "message")} of untrusted text became an instruction: `, el("b", {}, `${run.nameOf(first.agent)} → ${first.name}`)]
    : border === "stopped"
      ? ["The gate stopped untrusted text from becoming an instruction: ", el("b", {}, `${run.nameOf(first.agent)} → ${first.name}`)]
      : ["A call was denied: ", el("b", {}, first.name), ` (${first.decision.reason})`];
  return el("div", { class: "alarm", role: "status" }, el("div", {}, told, sources.length ? [", made of ", chips(sources)] : null),
    button(`Show ${first.id}`, () => goes(first), {}));
}

/** What came of the run, and what plans printed. */
function answerView(run, open) {
  const { story } = run;
  return el("section", { class: "answer" },
    story.answer ? [el("h3", {}, "Answer ", worth(run.label(story.answer))), valueBox(story.answer.value), labelFacts(run.label(story.answer), story.root),
      button("Where does it come from?", () => open({ value: "answer" }), { class: "quiet" })] : null,
    story.error ? [el("h3", {}, `It ended with: ${story.error.kind}`), el("pre", { class: "value bad" }, story.error.message)] : null,
    story.waits_for.map((question) => {
      const call = run.byId.get(`c${question.call}`);
      return [el("h3", {}, "It waits for a person"),
        el("p", {}, `Whether ${question.tool ?? "a message"} may be called. `, call ? button(`Show ${call.id}`, () => open(call), { class: "link" }) : null),
        el("details", {}, el("summary", {}, "The question as it was put"), valueBox(question))];
    }),
    story.printed.length ? [el("h3", {}, "Printed"), story.printed.slice(0, 500).map((printed) =>
      el("div", { class: "printed" }, el("span", { class: "soft" }, run.nameOf(printed.agent)), el("pre", { class: "value" }, printed.text.slice(0, LONG)))),
      story.printed.length > 500 ? el("p", { class: "note" }, `${thousands(story.printed.length - 500)} more are left out.`) : null] : null,
    !story.answer && !story.error && !story.printed.length && !story.waits_for.length ? el("p", { class: "note" }, "There is no answer.") : null);
}

async function showRuns() {
  const rows = el("div", { class: "runs" }, el("p", { class: "soft" }, "Looking …"));
  const dialog = el("dialog", { class: "help wide", "aria-label": "All runs" }, el("h2", {}, "All runs"), rows, button("Close", () => dialog.close(), {}));
  document.body.appendChild(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  try {
    const runs = await source.runs();
    rows.replaceChildren(...runs.slice(0, 1000).map((row) => el("button", {
      type: "button", class: "run-row", onclick: async () => {
        try {
          const told = await source.run(row.run);
          dialog.close();
          history.replaceState(null, "", "#path");
          runPage(told, null);
        } catch (error) {
          rows.prepend(el("p", { class: "note" }, error.message));
        }
      },
    }, el("span", { class: `status ${STATUS[row.status] ?? "bad"}` }, row.status.replaceAll("_", " ")),
    el("span", { class: "soft" }, moment(row.began)), el("span", { class: "what" }, excerpt(row.instruction ?? "(its texts are not kept)", 120)))));
  } catch (error) {
    rows.replaceChildren(el("p", { class: "note" }, error.message));
  }
}

let current = null;

function show(...children) {
  page.replaceChildren();
  document.body.classList.remove("has-details");
  add(page, children);
  scrollTo(0, 0);
}

const dialog = helpDialog(start.kind === "benchmark");
document.body.appendChild(dialog);
const help = () => dialog.showModal();

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !current) return;
  const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key === "Escape") {
    if (isTyping) event.target.blur();
    else if (!document.querySelector("dialog[open]")) current.escape?.();
    return;
  }
  if (isTyping || document.querySelector("dialog[open]")) return;
  const tab = current.tabs?.views[Number(event.key) - 1];
  if (event.key === "/") current.search?.();
  else if (event.key === "?") help();
  else if (tab) current.tabs.go(tab[0]);
  else return;
  event.preventDefault();
});

if (start.kind === "benchmark") benchmarkPage();
else runPage(start, null);
