"use strict";
// Fills the page from the JSON in #data: charts, then the live registers.
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const colors = ["#1f5fa8", "#c0392b", "#2e8b57", "#8e5ea2"];

  function add(parent, tag, text, className) {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (className) element.className = className;
    parent.appendChild(element);
    return element;
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
          context.strokeStyle = "#d98200";
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

  function drawPanel(parent, chart, panel) {
    add(parent, "h3", panel.title);
    const stepped = uPlot.paths.stepped({ align: 1 });
    const series = panel.curves.map((curve, index) => ({
      label: curve.label,
      stroke: colors[index % colors.length],
      width: 1.5,
      points: { show: false },
      paths: panel.staircase ? stepped : undefined,
    }));
    const options = {
      width: 1000,
      height: 220,
      scales: { x: { time: false }, y: { range: (u, min, max) => [0, max > 0 ? max * 1.05 : 1] } },
      axes: [{ label: chart.x_label }, { size: 80 }],
      series: [{ label: chart.x_label }].concat(series),
      plugins: chart.mark === null ? [] : [marker(chart.mark)],
    };
    new uPlot(options, [chart.x].concat(panel.curves.map((c) => c.y)), add(parent, "div"));
  }

  function drawChart(parent, chart) {
    const section = add(parent, "section", undefined, "chart");
    add(section, "h2", chart.title);
    if (chart.mark !== null) add(section, "div", chart.mark_label, "mark");
    chart.panels.forEach((panel) => drawPanel(section, chart, panel));
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
    const table = add(section, "table", undefined, "lines");
    head(table, ["line", "live", "", "PTX"]);
    kernel.lines.forEach((line) => {
      const isPeak = line.line === kernel.peak_line;
      const tr = row(table, [line.line, line.live], isPeak ? "peak" : "");
      const bar = add(add(tr, "td", undefined, "bar"), "span");
      bar.style.width = (220 * line.live) / Math.max(kernel.peak, 1) + "px";
      add(tr, "td", line.source, "source");
    });
  }

  function drawValues(section, kernel) {
    add(section, "h3", "Live in line " + kernel.peak_line + " (green: cheap to compute again)");
    const table = add(section, "table", undefined, "values");
    head(table, ["registers", "defined", "last used", "by"]);
    kernel.live_at_peak.forEach((value) => {
      const tr = row(table, [value.registers, value.defined.join(","), value.last_used],
        value.cheap ? "cheap" : "");
      add(tr, "td", value.source, "source");
    });
  }

  const main = document.querySelector("main");
  data.charts.forEach((chart) => drawChart(main, chart));
  data.pressure.forEach((kernel) => {
    const section = add(main, "section", undefined, "pressure");
    add(section, "h2", kernel.kernel + ": at most " + kernel.peak + " registers live, in line " +
      kernel.peak_line + "; the code uses " + kernel.registers);
    drawLines(section, kernel);
    drawValues(section, kernel);
  });
  document.body.dataset.ready = "yes";
})();
