// What is chosen, in full: a call with its arguments and what it gave, or a variable; and where each value comes from.

class Details {
  constructor(run, goTo) {
    Object.assign(this, { run, goTo });
    this.body = el("div", { class: "details-body" });
    this.element = el("aside", { class: "details", "aria-label": "Details", tabindex: "-1", hidden: true },
      button("×", () => this.close(), { class: "close", "aria-label": "Close the details" }), this.body);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  close() {
    this.element.hidden = true;
    document.body.classList.remove("has-details");
    this.onclose?.();
  }

  fill(...children) {
    this.body.replaceChildren();
    add(this.body, children);
    this.element.hidden = false;
    this.element.scrollTop = 0;
    document.body.classList.add("has-details");
  }

  show(what) {
    if (what.value !== undefined && what.id === undefined) this.variable(what);
    else this.call(what);
  }

  call(call) {
    const { run } = this;
    const { decision } = call;
    const border = run.border(call);
    const took = run.took(call);
    const message = run.message(call);
    const verdict = border === "stopped" ? "Stopped at the gate" : border === "entered" ? "Untrusted text entered an instruction"
      : { allow: "Allowed", deny: "Denied", ask: "Waits for a person" }[decision.effect] ?? decision.effect;
    const isBad = border || run.isDenied(call);
    this.fill(
      el("h2", {}, el("span", { class: "id" }, call.id), " ", call.kind === "model" ? "quarantined model" : call.name),
      el("p", { class: "soft" }, `${{ agent: "an agent", tool: "a tool", model: "a model" }[call.kind] ?? call.kind}, called by ${run.nameOf(call.agent)}`,
        call.line ? [" on ", button(`line ${call.line}`, () => this.goTo.plan(call.episode, call.line), { class: "link" })] : null,
        took !== null ? `, took ${lasting(took)}` : "",
        call.began_episode !== null ? [", began ", button("this episode", () => this.goTo.plan(call.began_episode, 0), { class: "link" })] : null),
      el("div", { class: isBad ? "decision bad" : "decision" }, el("b", {}, verdict), " ", el("span", { class: "soft" }, `by ${decision.policy || "nobody"}`),
        el("div", {}, decision.reason), decision.endorsed_by ? el("div", {}, `Endorsed by ${decision.endorsed_by}.`) : null,
        border === "stopped" ? el("div", {}, "This text would have become an instruction of another agent's planner.") : null,
        border === "entered" ? el("div", {}, "The planner of the agent that was called has read it.") : null,
        call.pc_trusted ? null : el("div", {}, "Untrusted data decided that this call was made."),
        call.in_doubt ? el("div", {}, "Nobody knows whether the tool has acted.") : null),
      this.argumentsOf(call).map(([name, value]) => this.value(
        value === message ? `${name}, which its planner reads` : name, value, `${call.id}.${name}`, value === message && border)),
      call.result ? this.value("gave", call.result, call.id) : null,
      call.failure ? this.value("failed with", call.failure, call.id) : null,
      !call.result && !call.failure ? el("p", { class: "soft" }, "It has given nothing.") : null);
  }

  /** The arguments that say something: what a planner reads first, the schema of the answer last. */
  argumentsOf(call) {
    if (call.kind === "tool") return Object.entries(call.arguments);
    const place = { message: 0, query: 0, variables: 1, output_schema: 3 };
    const isEmpty = (value) => value && typeof value === "object" && !Object.keys(value).length;
    return Object.entries(call.arguments).filter(([name, { value }]) => name !== "variables" || !isEmpty(value))
      .sort(([a], [b]) => (place[a] ?? 2) - (place[b] ?? 2));
  }

  value(title, value, name, isBad) {
    const { run } = this;
    const label = run.label(value);
    const answer = el("div", { class: "derivation" });
    const ask = button("Where does it come from?", () => this.derive(name, answer), { class: "quiet" });
    return el("section", { class: isBad ? "part bad" : "part" },
      el("h3", {}, title, " ", worth(label)), valueBox(value.value), labelFacts(label, run.story.root), ask, answer);
  }

  async derive(name, answer) {
    answer.replaceChildren(el("p", { class: "soft" }, "Looking …"));
    try {
      const derived = await source.value(this.run, name);
      answer.replaceChildren(provenance(derived, this.run, (step) => this.step(step)));
      const graph = answer.querySelector(".graph");
      graph.scrollLeft = (graph.scrollWidth - graph.clientWidth) / 2;
      return derived;
    } catch (error) {
      answer.replaceChildren(el("p", { class: "note" }, error.message));
      return null;
    }
  }

  step(step) {
    if (step.kind === "call" && this.run.byId.has(step.call)) this.goTo.call(this.run.byId.get(step.call));
    else if (step.kind === "variable") this.goTo.plan(step.episode, step.line);
  }

  async variable({ value: name }) {
    const answer = el("div", { class: "derivation" });
    const told = el("div", {});
    this.fill(el("h2", {}, name), el("p", { class: "soft" }, name === "answer" ? "what the run answered" : "a variable of a plan, as it was last"), told, answer);
    const derived = await this.derive(name, answer);
    if (derived) add(told, [el("p", {}, worth(derived.label)), valueBox(derived.value), labelFacts(derived.label, this.run.story.root)]);
  }
}
