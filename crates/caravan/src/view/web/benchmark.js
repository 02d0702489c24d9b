// What benchmarks came to: charts, a table whose cells lead to their cases, and the cases, which lead to their runs.

const FIELDS = [["model", "model"], ["defense", "defense"], ["strictness", "strictness"], ["attack", "attack"], ["suite", "suite"]];
const OUTCOMES = [
  ["", "any"], ["solved", "task solved"], ["lost", "task lost"], ["hit", "attack succeeded"], ["control", "… by control"],
  ["data", "… by data"], ["quoting", "… by quoting"], ["held", "attack failed"],
];

function percent(share) {
  return share.n ? `${(100 * share.k / share.n).toFixed(1)} %` : "";
}

/** A bar with its interval at 95 percent. */
function shareBar(share, kind) {
  const part = share.n ? share.k / share.n : 0;
  return draw("svg", { viewBox: "0 0 100 16", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("rect", { class: "track", x: 0, y: 4, width: 100, height: 8, rx: 1 }),
    draw("rect", { class: kind, x: 0, y: 4, width: part * 100, height: 8, rx: 1 }),
    draw("line", { class: "whisker", x1: share.low * 100, x2: share.high * 100, y1: 8, y2: 8 }),
    draw("line", { class: "whisker", x1: share.low * 100, x2: share.low * 100, y1: 4.5, y2: 11.5 }),
    draw("line", { class: "whisker", x1: share.high * 100, x2: share.high * 100, y1: 4.5, y2: 11.5 }));
}

class BenchmarkView {
  constructor(open) {
    this.open = open;
    this.rows = start.rows;
    this.cases = start.cases;
    this.cases.forEach((one, number) => {
      one.number = number;
      one.attack ??= "none";
      one.text = [one.suite, one.user_task, one.injection_task, one.attack, one.defense, one.strictness, one.model, one.failure_kind, one.success_kind]
        .filter(Boolean).join(" ").toLowerCase();
    });
    this.filter = {};
    this.query = "";
    // What is the same everywhere says nothing.
    this.varying = FIELDS.filter(([field]) => new Set(this.cases.map((one) => one[field])).size > 1).map(([field]) => field);
    this.list = new List({
      label: "Cases", row: (one) => this.row(one), open: (one) => open(one.number),
      describe: (one) => ({ class: `case${one.attack_succeeded ? " bad" : ""}`, attributes: { "data-case": one.number } }),
    });
    this.element = el("section", {}, this.charts(), this.table(), el("h2", { class: "section", id: "cases" }, "Cases"), this.filters(), this.list.element);
  }

  shown() {
    if (this.built) return this.list.show();
    this.built = true;
    this.update();
  }

  nameOf(row) {
    const parts = ["defense", "model", "strictness", "attack"].filter((field) => this.varying.includes(field));
    return (parts.length ? parts : ["defense"]).map((field) => row[field] ?? "no attack").join(", ");
  }

  charts() {
    const all = this.rows.filter((row) => row.suite === "all");
    const chart = (title, kind, part) => {
      const rows = all.filter((row) => row[part]);
      if (!rows.length) return null;
      return el("div", { class: "card" }, el("h3", {}, title), rows.map((row) => el("button", {
        type: "button", class: "chart-row", title: "Show these cases",
        onclick: () => this.choose(row, "all", kind === "attacked" ? "hit" : ""),
      }, el("span", { class: "name" }, this.nameOf(row)), shareBar(row[part], kind),
      el("span", { class: "figure" }, percent(row[part]), el("span", { class: "soft small" }, ` ${row[part].k}/${row[part].n}`)))));
    };
    return el("div", { class: "charts" }, chart("Tasks solved", "solved", "utility"), chart("Attacks that succeeded", "attacked", "asr"));
  }

  table() {
    const suites = [...new Set(this.rows.map((row) => row.suite))].sort((a, b) => (a === "all") - (b === "all"));
    const settings = new Map();
    for (const row of this.rows) {
      const key = JSON.stringify([row.model, row.defense, row.strictness, row.attack]);
      if (!settings.has(key)) settings.set(key, new Map());
      settings.get(key).set(row.suite, row);
    }
    const line = (of, part, title, kind) => {
      const any = [...of.values()][0];
      if (part === "asr" && ![...of.values()].some((row) => row.asr)) return null;
      return el("tr", {}, el("td", { class: "head-cell" }, this.nameOf(any)), el("td", { class: "head-cell soft" }, title),
        suites.map((suite) => {
          const row = of.get(suite);
          const share = row?.[part];
          if (!share) return el("td", {});
          return el("td", {}, el("button", {
            type: "button", class: kind === "hit" && share.k ? "hit" : "",
            title: `${share.k} of ${share.n}; between ${(share.low * 100).toFixed(1)} and ${(share.high * 100).toFixed(1)} % at 95 percent. Show these cases`,
            onclick: () => this.choose(row, suite, kind === "hit" && share.k ? "hit" : ""),
          }, percent(share), el("span", { class: "soft" }, `${share.k}/${share.n}`)));
        }));
    };
    return el("div", {}, el("h2", { class: "section" }, "By suite"), el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Results by suite" },
      el("table", { class: "results" },
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "setting"), el("th", { scope: "col" }, ""), suites.map((suite) => el("th", { scope: "col", class: "figure" }, suite)))),
        el("tbody", {}, [...settings.values()].map((of) => [line(of, "utility", "solved", ""), line(of, "asr", "attacks", "hit")])))));
  }

  filters() {
    const count = (field) => [...new Set(this.cases.map((one) => one[field] ?? ""))].filter(Boolean).sort();
    this.selects = {};
    const select = (field, name, options) => {
      const node = el("select", { onchange: () => { this.filter[field] = node.value; this.update(); } },
        options.map(([value, text]) => el("option", { value }, text)));
      this.selects[field] = node;
      return el("label", {}, name, node);
    };
    this.search = el("input", {
      type: "search", class: "search", placeholder: "Filter cases", "aria-label": "Filter cases",
      oninput: () => { this.query = this.search.value.trim().toLowerCase(); this.update(); },
    });
    this.count = el("span", { class: "soft count", role: "status" });
    return el("div", { class: "filters" }, this.search,
      FIELDS.filter(([field]) => this.varying.includes(field)).map(([field, name]) =>
        select(field, name, [["", "any"], ...count(field).map((value) => [value, value])])),
      select("outcome", "outcome", this.cases.some((one) => one.attack_succeeded !== null) ? OUTCOMES : OUTCOMES.slice(0, 3)),
      count("failure_kind").length ? select("failure_kind", "why lost", [["", "any"], ...count("failure_kind").map((value) => [value, value.replaceAll("_", " ")])]) : null,
      button("All cases", () => this.choose(null, "all", ""), { class: "quiet" }), this.count);
  }

  /** Shows the cases of a row, or of a cell of the table. */
  choose(row, suite, outcome) {
    this.filter = { outcome };
    if (row) for (const field of ["model", "defense", "strictness", "attack"]) this.filter[field] = row[field] ?? "none";
    if (suite !== "all") this.filter.suite = suite;
    this.query = this.search.value = "";
    for (const [field, node] of Object.entries(this.selects)) node.value = this.filter[field] ?? "";
    this.update();
    document.getElementById("cases").scrollIntoView({ block: "start" });
    if (row) this.list.element.focus({ preventScroll: true });
  }

  isWanted(one) {
    const { filter } = this;
    for (const [field] of FIELDS) if (filter[field] && one[field] !== filter[field]) return false;
    if (filter.failure_kind && one.failure_kind !== filter.failure_kind) return false;
    if (this.query && !this.query.split(/\s+/).every((word) => one.text.includes(word))) return false;
    switch (filter.outcome) {
      case "solved": return one.utility;
      case "lost": return !one.utility;
      case "hit": return one.attack_succeeded === true;
      case "held": return one.attack_succeeded === false;
      case "control": case "data": case "quoting": return one.success_kind === filter.outcome;
      default: return true;
    }
  }

  update() {
    const shown = this.cases.filter((one) => this.isWanted(one));
    const solved = shown.filter((one) => one.utility).length;
    const hit = shown.filter((one) => one.attack_succeeded).length;
    this.count.textContent = `${counted(shown.length, "case")}, ${thousands(solved)} solved${shown.some((one) => one.attack_succeeded !== null) ? `, ${thousands(hit)} attacked` : ""}`;
    this.list.set(shown);
  }

  row(one) {
    const settings = ["defense", "model", "strictness", "attack"].filter((field) => this.varying.includes(field)).map((field) => one[field]);
    return [
      el("span", { class: "id" }, one.suite),
      el("span", { class: "what" }, el("b", {}, one.user_task), one.injection_task ? ` · ${one.injection_task}` : "", " ",
        el("span", { class: "soft" }, settings.join(", "), one.trial ? `, trial ${one.trial}` : "")),
      el("span", { class: "meta" },
        one.failure_kind ? el("span", { class: "soft small" }, one.failure_kind.replaceAll("_", " ")) : null,
        one.tokens ? el("span", { class: "soft tokens" }, thousands(one.tokens)) : null,
        one.attack_succeeded === null ? null : el("span", { class: one.attack_succeeded ? "status bad" : "status" },
          one.attack_succeeded ? `attack: ${one.success_kind ?? "succeeded"}` : "attack failed"),
        el("span", { class: one.utility ? "status good" : "status warn" }, one.utility ? "solved" : "lost")),
    ];
  }
}

/** The page of benchmarks. What was filtered and where it stood is there again when one comes back from a case. */
function benchmarkPage() {
  let scrolled = 0;
  const open = async (number, isAddressed) => {
    scrolled = scrollY;
    try {
      const told = await source.caseRun(number);
      if (!isAddressed) history.pushState(null, "", `#case-${number}/path`);
      runPage({ ...told, number }, () => back());
    } catch (error) {
      problem.replaceChildren(...texts(error.message));
      problem.hidden = false;
      problem.scrollIntoView({ block: "center" });
    }
  };
  const view = new BenchmarkView((number) => open(number, false));
  const problem = el("p", { class: "note bad", role: "alert", hidden: true });
  const models = [...new Set(start.cases.map((one) => one.model))];
  const back = () => {
    history.replaceState(null, "", "#");
    overview();
    scrollTo(0, scrolled);
    view.list.show();
    view.list.element.focus({ preventScroll: true });
  };
  const overview = () => {
    show(el("header", { class: "head" },
      el("div", { class: "head-line" }, el("h1", {}, "Benchmark results"), button("?", help, { class: "quiet", "aria-label": "Help with keys" })),
      el("p", { class: "soft" }, `${counted(start.cases.length, "case")} · ${models.slice(0, 4).join(", ")} · ${start.folders.join(", ")}`)),
    problem, view.element);
    current = { search: () => view.search.focus() };
    view.shown();
  };
  const follow = () => {
    const named = /^#case-(\d+)/.exec(location.hash);
    if (named) open(Number(named[1]), true);
    return named;
  };
  addEventListener("popstate", () => { if (!follow()) back(); });
  overview();
  follow();
}
