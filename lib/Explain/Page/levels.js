"use strict";
// The levels of a kernel side by side; lines of one line of the PTX belong together.
class LevelView {
  constructor(data) {
    this.data = data;
    this.hover = this.picked = 0;
    this.columns = [];
    this.parent = document.getElementById("levels");
    const toggles = document.getElementById("toggles");
    ["PTX", "optimized IR", "before allocation", "after allocation", "microinstructions"].forEach((name, index) =>
      this.addColumn(name, index, toggles));
  }

  addColumn(name, index, toggles) {
    const element = add(this.parent, "div", undefined, "column");
    const title = add(element, "h2", name);
    const column = { name, element, title, lines: [], byPlace: new Map() };
    column.list = new LineList(element, name, (row, at) => this.fill(column, row, at));
    column.list.drawn = (first, last) => this.drawArcs(column, first, last);
    column.toggle = add(toggles, "button", name);
    column.toggle.type = "button";
    column.toggle.addEventListener("click", () => this.toggle(index));
    const placeOf = (event) => {
      const line = column.lines[column.list.indexOf(event)];
      return line ? line.place : 0;
    };
    column.list.element.addEventListener("mouseover", (event) => this.setHover(placeOf(event)));
    column.list.element.addEventListener("mouseleave", () => this.setHover(0));
    column.list.element.addEventListener("click", (event) => this.pick(placeOf(event), column));
    this.columns.push(column);
  }

  setKernel(kernel) {
    this.kernel = kernel;
    this.hover = this.picked = 0;
    const steps = kernel.steps.filter((step) => step.lines);
    const last = (test) => steps.filter(test).pop();
    const optimized = last((step) => step.stage === "optimizer");
    const before = last((step) => step.machine && step.virtual);
    const after = last((step) => step.machine && !step.virtual);
    this.used = new Set(kernel.steps.flatMap((step) => (step.lines || []).filter((_, n) => n % 2 === 1)));
    const texts = (step) => {
      const lines = [];
      for (let n = 0; step && n < step.lines.length; n += 2)
        lines.push({ text: this.data.texts[step.lines[n]], place: step.lines[n + 1] });
      return lines;
    };
    this.setLines(0, this.sourceLines());
    [optimized, before, after].forEach((step, n) => this.setLines(n + 1, texts(step)));
    this.setLines(4, this.codeLines());
    const first = Math.min(...[...this.used].filter((place) => place > 0));
    if (isFinite(first)) this.columns[0].list.element.scrollTop = Math.max(0, this.rowOf(0, first) - 3) * rowHeight;
  }

  setLines(index, lines) {
    const column = this.columns[index];
    column.lines = lines;
    column.byPlace = new Map();
    lines.forEach(({ place }, at) => {
      if (!place) return;
      if (!column.byPlace.has(place)) column.byPlace.set(place, []);
      column.byPlace.get(place).push(at);
    });
    column.element.hidden = !lines.length || !this.hasRoom(index);
    column.toggle.hidden = !lines.length;
    column.toggle.setAttribute("aria-pressed", String(!column.element.hidden));
    column.list.setCount(lines.length);
  }

  // As many columns as can be read side by side; the others wait for their button.
  hasRoom(index) {
    if (innerWidth >= 1700) return true;
    return (innerWidth >= 1000 ? [0, 1, 4] : [0, 4]).includes(index);
  }

  // The PTX, with remarks behind their lines.
  sourceLines() {
    const live = new Map(this.kernel.live || []);
    const most = Math.max(1, ...live.values());
    const counts = new Map();
    (this.kernel.code || []).forEach(([address, , , place]) => {
      const count = (this.kernel.executed || {})[address];
      if (count !== undefined) counts.set(place, (counts.get(place) || 0) + count);
    });
    const remarks = new Map();
    (this.kernel.remarks || []).forEach((remark) => {
      // The code is there to see.
      if (remark.name === "InstructionMix") return;
      if (!remarks.has(remark.line)) remarks.set(remark.line, []);
      remarks.get(remark.line).push(remark);
    });
    const lines = [];
    this.data.source.forEach((text, n) => {
      const place = n + 1;
      lines.push({ text, place, number: place, live: live.get(place), most, count: counts.get(place) });
      (remarks.get(place) || []).forEach((remark) => lines.push({ place, remark,
        text: "▸ " + remark.pass + ": " + remark.text.replace(/\s+/g, " ") }));
    });
    return lines;
  }

  codeLines() {
    const rows = new Map();
    const code = this.kernel.code || [];
    code.forEach(([address], n) => rows.set(address, n));
    this.arcs = [];
    code.forEach(([, , text], n) => {
      const jump = /\b(joinat|bra|break|breakaddr|call)\b.*?(?:label )?0x([0-9a-f]+)/.exec(text);
      const to = jump ? rows.get(parseInt(jump[2], 16)) : undefined;
      if (to !== undefined) this.arcs.push({ from: n, to, isJoin: jump[1] === "joinat" });
    });
    const executed = this.kernel.executed;
    return code.map(([address, words, text, place]) => ({ text, place, words,
      number: address.toString(16).padStart(4, "0"), count: executed ? executed[address] || 0 : undefined }));
  }

  fill(column, row, at) {
    const line = column.lines[at];
    if (line.remark) row.classList.add("remark");
    if (line.number !== undefined) add(row, "span", line.number, "number");
    if (column === this.columns[0] && !line.remark) this.fillLive(row, line);
    if (line.count !== undefined) add(row, "span", line.count, "count");
    add(row, "span", line.text);
    if (line.words) add(row, "span", line.words, "words");
    row.classList.toggle("jumps", column === this.columns[4]);
    if (line.remark) row.title = line.text;
    row.classList.toggle("hover", line.place > 0 && line.place === this.hover);
    row.classList.toggle("pick", line.place > 0 && line.place === this.picked);
  }

  // A bar of live registers, and the occupancy if the kernel had that many.
  fillLive(row, line) {
    if (!this.kernel.live) return;
    const cell = add(row, "span", undefined, "live");
    if (line.live === undefined) return;
    add(cell, "i").style.width = (100 * line.live) / line.most + "%";
    const occupancy = this.kernel.occupancy[line.live];
    add(cell, "b", line.live + (occupancy == null ? "" : " · " + Math.round(occupancy) + " %"));
    cell.title = line.live + " registers live" + (occupancy == null ? "" : "; with as many registers a thread, " +
      occupancy.toFixed(1) + " % of the warps of an SM, in CTAs of " + this.kernel.threads + " threads");
  }

  // Branches, and from where lanes part to where they meet again.
  drawArcs(column, first, last) {
    if (column !== this.columns[4]) return;
    if (!this.svg) {
      this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      this.svg.setAttribute("class", "arcs");
      // Between the addresses and the instructions.
      this.svg.setAttribute("width", "65");
      this.svg.setAttribute("aria-hidden", "true");
      column.list.space.appendChild(this.svg);
    }
    this.svg.textContent = "";
    this.svg.setAttribute("height", column.lines.length * rowHeight);
    (this.arcs || []).forEach(({ from, to, isJoin }) => {
      if (Math.max(from, to) < first || Math.min(from, to) > last) return;
      const y = (n) => n * rowHeight + rowHeight / 2;
      const bend = Math.max(38, 62 - 3 * Math.sqrt(Math.abs(to - from)));
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("d", "M65 " + y(from) + " C" + bend + " " + y(from) + " " + bend + " " + y(to) + " 65 " + y(to));
      if (isJoin) path.setAttribute("class", "join");
      this.svg.appendChild(path);
    });
  }

  mark() {
    this.columns.forEach((column) => column.list.rows.forEach((row, at) => {
      const { place } = column.lines[at];
      row.classList.toggle("hover", place > 0 && place === this.hover);
      row.classList.toggle("pick", place > 0 && place === this.picked);
    }));
  }

  setHover(place) {
    if (place === this.hover) return;
    this.hover = place;
    this.mark();
  }

  rowOf(index, place) {
    const rows = this.columns[index].byPlace.get(place);
    return rows ? rows[0] : 0;
  }

  // Marks what comes from a line, and brings it into sight everywhere but where it was clicked.
  pick(place, from) {
    this.picked = place;
    this.mark();
    if (!place) return;
    this.columns.forEach((column) => {
      if (column !== from && column.byPlace.has(place)) column.list.show(column.byPlace.get(place)[0]);
    });
    this.mark();
  }

  // The next line of the PTX that something was made of.
  step(by) {
    const places = [...this.used].filter((place) => place > 0).sort((a, b) => a - b);
    if (!places.length) return;
    const at = places.indexOf(this.picked);
    this.pick(places[at < 0 ? 0 : Math.max(0, Math.min(places.length - 1, at + by))]);
  }

  toggle(index) {
    const { element, toggle, lines, list } = this.columns[index];
    if (!lines.length) return;
    element.hidden = !element.hidden;
    toggle.setAttribute("aria-pressed", String(!element.hidden));
    list.draw();
  }
}
