"use strict";
// What a sweep's page has beside its curves: the map over two axes, the Pareto
// front, what failed, and every point with its command. charts.js calls this.
window.pageSections = [function (page) {
  const { data, main, add, addTable, style } = page;
  const sweep = data.sweep;
  const byPlace = new Map(sweep.points.map((point) => [point.place, point]));

  function section(name, title) {
    const element = add(main, "section", undefined, "sweep");
    page.list("sweep", name, element);
    add(element, "h2", title);
    return element;
  }

  function link(parent, place, text) {
    const a = add(parent, "a", text);
    a.setAttribute("href", "#point-" + place);
    const point = byPlace.get(place);
    if (point) a.title = point.command;
    return a;
  }

  function shown(value) {
    if (value === null || value === undefined) return "-";
    if (Number.isInteger(value)) return String(value);
    return typeof value === "number" ? value.toPrecision(4) : value;
  }

  // From the lowest value to the highest, in colors that the ones who see few can
  // tell apart, with a text on them that can be read.
  const ends = [[68, 1, 84], [33, 145, 140], [253, 231, 37]];
  function color(share) {
    const at = Math.min(Math.max(share, 0), 1) * (ends.length - 1);
    const first = Math.min(Math.floor(at), ends.length - 2);
    return ends[first].map((c, n) => Math.round(c + (ends[first + 1][n] - c) * (at - first)));
  }

  function drawMap(pivot) {
    const values = pivot.cells.flat().filter((c) => c).map((c) => c[0]);
    if (!values.length) return;
    const low = values.reduce((a, b) => Math.min(a, b)), high = values.reduce((a, b) => Math.max(a, b));
    const over = pivot.columns ? pivot.rows + " and " + pivot.columns : pivot.rows;
    const to = section("map", pivot.value + " over " + over + ", from " + shown(low) + " to " + shown(high));
    const table = addTable(to, "sweep map");
    const top = add(table, "tr");
    add(top, "th", pivot.rows + (pivot.columns ? " \\ " + pivot.columns : ""));
    pivot.column_values.forEach((name) => add(top, "th", pivot.columns ? name : pivot.value));
    pivot.cells.forEach((cells, n) => {
      const line = add(table, "tr");
      add(line, "th", pivot.row_values[n]);
      cells.forEach((cell) => {
        const td = add(line, "td");
        if (!cell) return;
        const [value, place, count] = cell;
        const [r, g, b] = color(high > low ? (value - low) / (high - low) : 0.5);
        td.style.background = `rgb(${r}, ${g}, ${b})`;
        td.style.color = 0.3 * r + 0.6 * g + 0.1 * b > 120 ? "#000" : "#fff";
        const a = link(td, place, shown(value));
        if (count > 1) a.title = "the median of " + count + "\n" + a.title;
      });
    });
  }

  function drawPareto(pareto) {
    if (!pareto.points.length) return;
    const to = section("front", pareto.column + " against registers: what nothing beats in both is joined");
    const front = new Set(pareto.front);
    const columns = [[], [], []];
    pareto.points.forEach(([registers, value, place]) => {
      columns[0].push(registers);
      columns[1].push(value);
      columns[2].push(front.has(place) ? value : null);
    });
    const element = add(to, "div");
    const make = () => new uPlot({
      width: page.widthOf(element),
      height: 320,
      scales: { x: { time: false }, y: { range: (u, min, max) => [0, max > 0 ? max * 1.05 : 1] } },
      axes: [page.axis({ label: "registers" }), page.axis({ size: 80, label: pareto.column, incrs: undefined })],
      series: [
        { label: "registers" },
        { label: "points", stroke: style("--curve-0"), paths: () => null, points: { show: true, size: 5 } },
        { label: "front", stroke: style("--curve-1"), width: 1.5, spanGaps: true, points: { show: true, size: 8 } },
      ],
    }, columns, element);
    const entry = { element, make, plot: make() };
    page.plots.push(entry);
    element.addEventListener("click", () => {
      const index = entry.plot.cursor.idx;
      if (index != null) location.hash = "point-" + pareto.points[index][2];
    });
    const table = addTable(to, "sweep");
    page.head(table, ["registers", pareto.column, "point"]);
    pareto.points.filter((p) => front.has(p[2])).forEach(([registers, value, place, text]) => {
      const line = page.row(table, [shown(registers), shown(value)]);
      link(add(line, "td", undefined, "command"), place, text);
    });
  }

  function drawVerdicts() {
    const to = section("verdicts", "Verdicts");
    const table = addTable(to, "sweep");
    Object.entries(sweep.verdicts).sort().forEach(([verdict, count]) =>
      page.row(table, [count, verdict], verdict === "pass" ? "" : "bad"));
  }

  function drawFailures() {
    if (!sweep.failures.length) return;
    const to = section("failures", "No pass");
    const table = addTable(to, "sweep");
    page.head(table, ["verdict", "why"]);
    sweep.failures.map((place) => byPlace.get(place)).forEach((point) => {
      const line = add(table, "tr");
      link(add(line, "td", undefined, "bad"), point.place, point.verdict);
      add(line, "td", point.detail, "command");
    });
  }

  function drawPoints() {
    const left = sweep.left_out ? "; " + sweep.left_out + " more are in the database" : "";
    const to = section("points", "Points, and the commands that repeat them" + left);
    const table = addTable(to, "sweep");
    page.head(table, sweep.names.concat(["verdict"], sweep.columns, ["command"]));
    sweep.points.forEach((point) => {
      const cells = point.axes.concat([point.verdict], point.values.map(shown));
      const line = page.row(table, cells, point.verdict === "pass" ? "" : "bad");
      line.id = "point-" + point.place;
      add(line, "td", point.command, "command");
    });
  }

  drawVerdicts();
  if (sweep.pivot) drawMap(sweep.pivot);
  if (sweep.pareto) drawPareto(sweep.pareto);
  drawFailures();
  drawPoints();
}];
