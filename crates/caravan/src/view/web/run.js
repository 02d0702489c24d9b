// A run: its story with what the views ask of it.

class Run {
  constructor(told) {
    this.told = told;
    this.story = told.story;
    this.labels = told.labels;
    this.variables = told.variables ?? [];
    this.calls = this.story.calls;
    this.agents = this.story.agents;
    this.byId = new Map(this.calls.map((call) => [call.id, call]));
    this.lastOf = new Map(this.agents.map((agent) => [agent.agent, agent]));
    this.madeBy = this.agents.map(() => []);
    for (const call of this.calls) this.madeBy[call.episode]?.push(call);
    this.effects = new Map(this.story.effects.map((effect) => [effect.number, effect]));
    this.texts = new Map();
  }

  label(value) {
    return this.labels[value.label];
  }

  nameOf(path) {
    return path === "" ? this.story.root : path.split("/").at(-1);
  }

  /** The text that the planner of an agent was to read. */
  message(call) {
    if (call.kind !== "agent") return null;
    return call.arguments.message ?? call.arguments["0"] ?? null;
  }

  isDenied(call) {
    return call.decision.effect === "deny";
  }

  /** What happened at the border of an instruction: `stopped`, `entered`, or nothing. */
  border(call) {
    const message = this.message(call);
    if (!message) return null;
    if (this.isDenied(call)) return "stopped";
    const endorsed = call.decision.endorsed_by;
    return !this.label(message).may_instruct && !endorsed && call.decision.effect === "allow" && this.story.defense !== "multi"
      ? "entered" : null;
  }

  isUntrusted(call) {
    const values = [...Object.values(call.arguments), call.result, call.failure].filter(Boolean);
    return values.some((value) => !this.label(value).trusted);
  }

  took(call) {
    const effect = call.effect ? this.effects.get(call.effect) : null;
    return effect && effect.ended ? effect.ended - effect.began : null;
  }

  /** What is searched when calls are filtered by a text. */
  text(call) {
    let text = this.texts.get(call);
    if (text === undefined) {
      const values = Object.entries(call.arguments).map(([name, value]) => `${name} ${whole(value.value).slice(0, 2000)}`);
      const gave = [call.result, call.failure].filter(Boolean).map((value) => whole(value.value).slice(0, 2000));
      text = `${call.id} ${call.name} ${call.agent} ${call.kind} ${call.decision.effect} ${values.join(" ")} ${gave.join(" ")}`.toLowerCase();
      this.texts.set(call, text);
    }
    return text;
  }

  /** The calls of other agents in whose episodes a call stands, the nearest first. */
  above(call) {
    const above = [];
    let episode = this.agents[call.episode];
    while (episode?.call && above.length < 1000) {
      const caller = this.byId.get(episode.call);
      if (!caller) break;
      above.push(caller);
      episode = this.agents[caller.episode];
    }
    return above;
  }
}
