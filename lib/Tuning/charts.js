"use strict";
// Fills the page from the JSON in #data: charts, then the live registers.
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  // What draws on a canvas asks the style sheet, which knows light and dark.
  const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const curveColor = (index) => style("--curve-" + (index % 4));

  // Everything that is drawn is counted.
  const wholeSteps = [];
  for (let power = 1; power < 1e12; power *= 10) wholeSteps.push(power, 2 * power, 5 * power);

  function add(parent, tag, text, className) {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    parent.appendChild(element);
    return element;
  }

  // Legends tell values at the mark, or at the end, while nothing is pointed at.
  function legendAtRest(index) {
    const rest = (plot) => {
      if (plot.legend.idx == null) plot.setLegend({ idx: index }, false);
    };
    return { hooks: { ready: rest, setLegend: rest } };
  }

  // A dashed line at the chosen point.
  function marker(at) {
    return {
      hooks: {
        draw: (plot) => {
          const x = Math.round(plot.valToPos(at, "x", true));
          const { top, height } = plot.bbox;
          const context = plot.ctx;
          context.save();
          context.strokeStyle = style("--mark");
          context.lineWidth = 2;
          context.setLineDash([6, 4]);
          context.beginPath();
          context.moveTo(x, top);
          context.lineTo(x, top + height);
          context.stroke();
          context.restore();
        },
      },
    };
  }

  // Charts are as wide as the page and in its colors, and follow both.
  const plots = [];
  const height = 220;
  const widthOf = (element) => Math.max(280, Math.floor(element.clientWidth));
  window.addEventListener("resize", () =>
    plots.forEach(({ plot, element }) => plot.setSize({ width: widthOf(element), height })));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
    plots.forEach((entry) => {
      entry.plot.destroy();
      entry.plot = entry.make();
    }));

  function axis(more) {
    const grid = { stroke: style("--grid"), width: 1 };
    return Object.assign({ stroke: style("--text"), grid, ticks: grid, incrs: wholeSteps }, more);
  }

  function drawPanel(parent, chart, panel) {
    add(parent, "h3", panel.title);
    const stepped = uPlot.paths.stepped({ align: 1 });
    const series = () => panel.curves.map((curve, index) => ({
      label: curve.label,
      stroke: curveColor(index),
      width: 1.5,
      points: { show: false },
      paths: panel.staircase ? stepped : undefined,
    }));
    const marked = chart.mark === null ? -1 : chart.x.indexOf(chart.mark);
    const plugins = [legendAtRest(marked < 0 ? chart.x.length - 1 : marked)];
    if (chart.mark !== null) plugins.push(marker(chart.mark));
    const element = add(parent, "div");
    const options = () => ({
      width: widthOf(element),
      height,
      scales: { x: { time: false }, y: { range: (u, min, max) => [0, max > 0 ? max * 1.05 : 1] } },
      axes: [
        axis({ label: chart.x_label + (chart.x_note ? " (" + chart.x_note + ")" : "") }),
        // Shares have steps below 1.
        axis(panel.fractions ? { size: 80, incrs: undefined } : { size: 80 }),
      ],
      series: [{ label: chart.x_label }].concat(series()),
      plugins,
    });
    const make = () => new uPlot(options(), [chart.x].concat(panel.curves.map((c) => c.y)), element);
    plots.push({ element, make, plot: make() });
  }

  function drawChart(parent, chart) {
    const section = add(parent, "section", undefined, "chart");
    list(chart.kernel, "curves", section);
    add(section, "h2", chart.title);
    if (chart.mark !== null) add(section, "div", chart.mark_label, "mark");
    chart.panels.forEach((panel) => drawPanel(section, chart, panel));
  }

  // A table that scrolls by itself where the page is too narrow for it.
  function addTable(parent, className) {
    return add(add(parent, "div", undefined, "scroll"), "table", undefined, className);
  }

  function row(table, cells, className) {
    const tr = add(table, "tr", undefined, className);
    cells.forEach((text) => add(tr, "td", text));
    return tr;
  }

  function head(table, names) {
    const tr = add(table, "tr");
    names.forEach((name) => add(tr, "th", name));
    tr.lastChild.className = "source";
  }

  function drawLines(section, kernel) {
    const table = addTable(section, "lines");
    head(table, ["line", "live", "", "PTX"]);
    kernel.lines.forEach((line) => {
      const isPeak = line.line === kernel.peak_line;
      const tr = row(table, [line.line, line.live], isPeak ? "peak" : "");
      const bar = add(add(tr, "td", undefined, "bar"), "span");
      bar.style.width = (100 * line.live) / Math.max(kernel.peak, 1) + "%";
      add(tr, "td", line.source, "source");
    });
  }

  function drawValues(section, kernel) {
    add(section, "h3", "Live in line " + kernel.peak_line + " (green: cheap to compute again; " +
      "cost in executed instructions of doing without)");
    const table = addTable(section, "values");
    head(table, ["cost", "registers", "defined", "last used", "value", "by"]);
    kernel.live_at_peak.forEach((value) => {
      const cost = value.cost === null ? "-" : value.cost.toFixed(1);
      const tr = row(table, [cost, value.registers, value.defined.join(","), value.last_used],
        value.cheap ? "cheap" : "");
      add(tr, "td", value.value, "source");
      add(tr, "td", value.source, "source");
    });
    kernel.next_steps.forEach((step) => add(section, "p", step.text));
  }

  const main = document.querySelector("main");
  const contents = add(main, "nav");
  const entries = new Map();

  // Enters a section into the table of contents, under its kernel.
  function list(kernel, what, section) {
    if (!entries.has(kernel)) {
      entries.set(kernel, add(contents, "li", kernel + ":"));
    }
    section.id = "section-" + document.querySelectorAll("section").length;
    const entry = entries.get(kernel);
    entry.appendChild(document.createTextNode(" "));
    add(entry, "a", what).setAttribute("href", "#" + section.id);
  }

  data.charts.forEach((chart) => drawChart(main, chart));
  data.pressure.forEach((kernel) => {
    const section = add(main, "section", undefined, "pressure");
    list(kernel.kernel, "live registers", section);
    add(section, "h2", kernel.kernel + ": at most " + kernel.peak + " registers live, in line " +
      kernel.peak_line + "; the code uses " + kernel.registers);
    drawLines(section, kernel);
    drawValues(section, kernel);
  });
  // Other tools' pages have sections of their own, by scripts before this one.
  (window.pageSections || []).forEach((draw) =>
    draw({ data, main, add, addTable, row, head, axis, style, widthOf, plots, height, list }));
  if (entries.size < 2) contents.remove();
  document.body.dataset.ready = "yes";
})();
