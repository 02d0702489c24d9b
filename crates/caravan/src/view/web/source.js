// Where what is shown comes from: the elements of the document that hold data, and, if the page is served, its server.

function held(name) {
  const element = document.getElementById(name);
  return element ? JSON.parse(element.textContent) : null;
}

const start = held("start");
let derivations;

async function asked(what, parameters) {
  const answer = await fetch(`${what}?${new URLSearchParams(parameters)}`);
  const told = await answer.json().catch(() => ({ problem: "the answer is not readable" }));
  if (!answer.ok) throw new Error(told.problem ?? "there is no answer");
  return told;
}

const source = {
  served: start.served,

  runs: () => asked("runs", {}),

  run: (run) => asked("run", { run }),

  /** The run behind a case of a benchmark. */
  async caseRun(number) {
    if (start.served) return asked("case", { number });
    const run = held(`case-${number}`);
    if (run) return run;
    throw new Error(`This file has no room for the run of this case; it is in ${start.cases[number].trace} of the results' folder`);
  },

  /** Where a value comes from. */
  async value(run, name) {
    if (start.served && start.kind === "run") return asked("value", { run: run.story.run, name });
    if (run.story.not_replayed) throw new Error(`Its steps are not known: ${run.story.not_replayed}`);
    derivations ??= held("derivations") ?? { values: {} };
    const found = Object.hasOwn(derivations.values, name) ? derivations.values[name] : null;
    if (found) return found;
    throw new Error(`This file has no room for it: caravan explain ${run.story.run} --value ${name}`);
  },
};
