"use strict";
// The slider over the passes, what each of them changed, and counts.
class PassView {
  constructor(data) {
    this.texts = data.texts;
    this.slider = document.getElementById("slider");
    this.list = new LineList(document.getElementById("diff"), "what the pass changed", (row, index) =>
      this.fill(row, index));
    this.slider.addEventListener("input", () => this.choose(Number(this.slider.value)));
    ["all", "fold"].forEach((id) => document.getElementById(id).addEventListener("change", () => this.refresh()));
    this.list.element.addEventListener("click", (event) => this.unfold(this.list.indexOf(event)));
  }

  setKernel(kernel) {
    this.kernel = kernel;
    this.at = 0;
    this.refresh();
    this.drawChart();
  }

  // Steps that the slider stops at; the first of them shows what there is to begin with.
  refresh() {
    const all = document.getElementById("all").checked;
    const current = this.stops && this.stops[this.at];
    this.stops = this.kernel.steps.map((step, index) => index).filter((index) => all || this.kernel.steps[index].changed);
    this.slider.max = Math.max(0, this.stops.length - 1);
    const same = this.stops.indexOf(current);
    this.choose(same < 0 ? Math.min(this.at, this.stops.length - 1) : same);
  }

  move(by) {
    this.choose(Math.max(0, Math.min(this.stops.length - 1, this.at + by)));
  }

  // The lines behind a step: those of the last one that changed something on its level.
  linesOf(index) {
    const { steps } = this.kernel;
    const machine = index >= 0 && steps[index].machine;
    for (let n = index; n >= 0; --n)
      if (steps[n].machine === machine && steps[n].lines) return steps[n].lines;
    return [];
  }

  choose(at) {
    if (at < 0 || !this.stops.length) return;
    this.at = at;
    this.slider.value = at;
    const { steps } = this.kernel;
    const index = this.stops[at], step = steps[index];
    const old = index > 0 && steps[index - 1].machine === step.machine ? this.linesOf(index - 1) : [];
    const split = (flat) => flat.filter((_, n) => n % 2 === 0);
    this.old = split(old);
    this.new = split(this.linesOf(index));
    // Where a level begins there is nothing to compare.
    if (!old.length) this.old = this.new;
    const rows = diffRows(this.old, this.new);
    const isFirst = !old.length;
    this.rows = document.getElementById("fold").checked && !isFirst ? foldRows(rows, 3) : rows;
    this.equal = rows;
    this.describe(index, step, isFirst);
    // One side says it all.
    document.getElementById("diff").classList.toggle("alone", isFirst);
    this.list.setCount(this.rows.length);
    const first = this.rows.findIndex((row) => !row.from && row.from !== 0 && !row[2]);
    this.list.element.scrollTop = first > 8 ? (first - 8) * rowHeight : 0;
    this.list.draw();
    if (this.plot) this.plot.redraw();
  }

  describe(index, step, isFirst) {
    const { steps } = this.kernel;
    const before = index > 0 && !isFirst ? steps[index - 1] : null;
    const counts = ["instructions", "registers", "loads", "stores"].map((key) => {
      const name = key === "registers" ? "live registers" : key;
      if (step[key] === null) return name + " not counted";
      return before && before[key] !== null && before[key] !== step[key]
        ? name + " " + before[key] + " → " + step[key]
        : name + " " + step[key];
    });
    document.getElementById("step").textContent = this.at + 1 + " of " + this.stops.length + ": " + step.pass + " (" +
      step.stage + ")" + (isFirst ? ", the first of this level" : step.changed ? "" : ", changed nothing") + ": " +
      counts.join(", ");
    const quiet = [];
    for (let n = index + 1; n < steps.length && !steps[n].changed; ++n) quiet.push(steps[n].pass);
    document.getElementById("folded").textContent = quiet.length && !document.getElementById("all").checked
      ? "then " + quiet.length + (quiet.length === 1 ? " pass" : " passes") + " that changed nothing: " + quiet.join(", ")
      : "";
  }

  unfold(index) {
    const row = this.rows[index];
    if (!row || row.from === undefined) return;
    this.rows.splice(index, 1, ...this.equal.slice(row.from, row.to));
    const top = this.list.element.scrollTop;
    this.list.setCount(this.rows.length);
    this.list.element.scrollTop = top;
  }

  fill(row, index) {
    const pair = this.rows[index];
    if (pair.from !== undefined) {
      row.classList.add("fold");
      row.textContent = "· · · " + (pair.to - pair.from) + " equal lines · · ·";
      return;
    }
    row.classList.add("pair");
    const side = (lines, place, className) => {
      const text = place < 0 ? "" : this.texts[lines[place]];
      const element = add(row, "span", text, pair[2] || place < 0 ? "" : className);
      element.title = text;
    };
    side(this.old, pair[0], "old");
    side(this.new, pair[1], "new");
  }

  // Counts over all passes, in the colors of the page.
  drawChart() {
    const parent = document.getElementById("chart");
    parent.textContent = "";
    this.plot = null;
    if (parent.clientWidth === 0 || this.kernel.steps.length < 2) return;
    const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const changed = this.kernel.steps.filter((step) => step.changed);
    const keys = [["instructions", "y"], ["live registers", "registers"], ["loads", "registers"]];
    const columns = ["instructions", "registers", "loads"].map((key) => changed.map((step) => step[key]));
    const grid = { stroke: style("--grid"), width: 1 };
    const axis = (more) => Object.assign({ stroke: style("--text"), grid, ticks: grid }, more);
    const mark = (plot) => {
      const n = changed.indexOf(this.kernel.steps[this.stops[this.at]]);
      if (n < 0) return;
      const x = Math.round(plot.valToPos(n, "x", true));
      plot.ctx.fillStyle = style("--mark");
      plot.ctx.fillRect(x - 1, plot.bbox.top, 2, plot.bbox.height);
    };
    this.plot = new uPlot({
      width: parent.clientWidth, height: 130,
      scales: { x: { time: false }, y: { range: (u, low, high) => [0, high || 1] },
        registers: { range: (u, low, high) => [0, high || 1] } },
      axes: [axis({ size: 24, values: (u, ticks) => ticks.map((n) => changed[n] ? n + 1 : "") }), axis({ size: 56 }),
        axis({ scale: "registers", side: 1, size: 56, grid: { show: false } })],
      series: [{ label: "pass", value: (u, n) => (changed[n] ? changed[n].pass : "") }].concat(
        keys.map(([label, scale], n) => ({ label, scale, stroke: style("--curve-" + n), width: 1.5,
          points: { show: false }, paths: uPlot.paths.stepped({ align: 1 }) }))),
      hooks: { draw: [mark] },
    }, [changed.map((_, n) => n)].concat(columns), parent);
    this.plot.over.addEventListener("click", () => {
      const step = this.kernel.steps.indexOf(changed[this.plot.cursor.idx]);
      if (this.stops.includes(step)) this.choose(this.stops.indexOf(step));
    });
  }
}
