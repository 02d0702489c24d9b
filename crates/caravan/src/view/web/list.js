// A long list of which only what is in sight is in the page. It scrolls with the page, and is walked by keys.

class List {
  /**
   * `row(item, index)` makes the inside of a row; `open(item)` is what Enter and a click do; `fold(item, isOpen)` what the
   * arrows to the left and right do, for a tree.
   */
  constructor({ label, row, open, fold, describe, tree = false }) {
    Object.assign(this, { row, open, fold, describe, tree, items: [], active: -1, chosen: null, rows: new Map() });
    this.id = `list-${List.count = (List.count ?? 0) + 1}`;
    this.element = el("div", {
      class: "list", role: tree ? "tree" : "listbox", tabindex: "0", "aria-label": label, id: this.id,
      onkeydown: (event) => this.key(event),
      onclick: (event) => this.click(event),
      onfocus: () => { if (this.active < 0 && this.items.length) this.activate(0, false); },
    });
    const later = () => {
      if (this.waits) return;
      this.waits = true;
      requestAnimationFrame(() => { this.waits = false; this.show(); });
    };
    addEventListener("scroll", later, { passive: true });
    addEventListener("resize", later);
    new ResizeObserver(later).observe(document.getElementById("page"));
  }

  get height() {
    return matchMedia("(max-width: 700px)").matches ? 58 : 36;
  }

  set(items) {
    const before = this.items[this.active];
    this.items = items;
    this.active = before ? items.indexOf(before) : -1;
    this.clear();
    this.show();
  }

  clear() {
    this.rows.forEach((row) => row.remove());
    this.rows.clear();
  }

  choose(item) {
    this.chosen = item;
    this.clear();
    this.show();
  }

  /** Puts into the page what is in sight, and takes out what is not. */
  show() {
    if (!this.element.isConnected || this.element.offsetParent === null) return;
    const height = this.height;
    if (height !== this.drawn) this.clear();
    this.drawn = height;
    this.element.style.height = `${this.items.length * height}px`;
    const top = this.element.getBoundingClientRect().top;
    const first = Math.max(0, Math.floor(-top / height) - 12);
    const last = Math.min(this.items.length, Math.ceil((innerHeight - top) / height) + 12);
    for (const [index, row] of this.rows) {
      if (index < first || index >= last) {
        row.remove();
        this.rows.delete(index);
      }
    }
    const fresh = document.createDocumentFragment();
    for (let index = first; index < last; index += 1) {
      if (!this.rows.has(index)) fresh.appendChild(this.make(index, height));
    }
    this.element.appendChild(fresh);
  }

  make(index, height) {
    const item = this.items[index];
    const told = this.describe?.(item) ?? {};
    const row = el("div", {
      class: `row ${told.class ?? ""}${index === this.active ? " active" : ""}`, role: this.tree ? "treeitem" : "option",
      id: `${this.id}-${index}`, "aria-posinset": index + 1, "aria-setsize": this.items.length,
      "aria-selected": item === this.chosen ? "true" : "false",
      ...told.attributes, style: { transform: `translateY(${index * height}px)`, height: `${height}px` },
    }, this.row(item, index));
    row.index = index;
    this.rows.set(index, row);
    return row;
  }

  activate(index, scrolls = true) {
    index = Math.max(0, Math.min(this.items.length - 1, index));
    if (index < 0) return;
    this.rows.get(this.active)?.classList.remove("active");
    this.active = index;
    if (scrolls) this.reveal(index);
    this.rows.get(index)?.classList.add("active");
    this.element.setAttribute("aria-activedescendant", `${this.id}-${index}`);
  }

  /** Scrolls so that a row is in sight. */
  reveal(index) {
    const height = this.height;
    const top = this.element.getBoundingClientRect().top + index * height;
    const above = document.querySelector("nav.tabs")?.getBoundingClientRect().bottom ?? 0;
    if (top < above) scrollBy(0, top - above - height);
    else if (top + height > innerHeight) scrollBy(0, top + 2 * height - innerHeight);
    this.show();
  }

  find(item) {
    const index = this.items.indexOf(item);
    if (index >= 0) this.activate(index);
  }

  click(event) {
    const row = event.target.closest(".row");
    if (!row || !this.element.contains(row)) return;
    this.activate(row.index, false);
    if (event.target.closest(".twist")) this.fold?.(this.items[row.index], null);
    else this.open(this.items[row.index]);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(innerHeight / this.height) - 3);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const item = this.items[this.active];
    if (event.key in steps) this.activate(this.active < 0 ? 0 : this.active + steps[event.key]);
    else if ((event.key === "Enter" || event.key === " ") && item) this.open(item);
    else if (event.key === "ArrowRight" && this.fold && item) this.fold(item, true);
    else if (event.key === "ArrowLeft" && this.fold && item) this.fold(item, false);
    else return;
    event.preventDefault();
  }
}
