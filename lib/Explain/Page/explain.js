"use strict";
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  for (const kernel of data.kernels) kernel.steps.filter((step) => step.changed).forEach((step) => spellOut(step, data));
  const byId = (id) => document.getElementById(id);
  const levels = new LevelView(data), passes = new PassView(data);
  const select = byId("kernel");
  data.kernels.forEach(({ name }, n) => { add(select, "option", name).value = n; });
  select.parentNode.hidden = data.kernels.length < 2;

  function facts(kernel) {
    const of = [kernel.name];
    if (kernel.registers !== undefined) of.push(kernel.registers + " registers");
    if (kernel.code) of.push(kernel.code.length + " microinstructions");
    of.push(kernel.steps.filter((step) => step.changed).length + " of " + kernel.steps.length + " passes changed it");
    byId("facts").textContent = of.join(" · ");
  }

  function choose(n) {
    select.value = n;
    const kernel = data.kernels[n];
    facts(kernel);
    levels.setKernel(kernel);
    passes.setKernel(kernel);
  }

  function show(view) {
    byId("levels").hidden = view !== "levels";
    byId("levels").style.display = view === "levels" ? "" : "none";
    byId("toggles").hidden = view !== "levels";
    byId("passes").hidden = view !== "passes";
    document.querySelectorAll("#views button").forEach((button) =>
      button.setAttribute("aria-pressed", String(button.dataset.view === view)));
    if (view === "passes" && data.kernels.length) passes.drawChart();
    levels.columns.forEach((column) => column.list.draw());
    passes.list.draw();
  }

  // The style sheet's colors for the dark, or not, whatever the system has.
  const darkRules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) =>
    rule.media && rule.media.mediaText.includes("prefers-color-scheme"));
  let isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  function setDark(is) {
    isDark = is;
    darkRules.forEach((rule) => { rule.media.mediaText = is ? "all" : "not all"; });
    document.documentElement.style.colorScheme = is ? "dark" : "light";
    if (data.kernels.length && !byId("passes").hidden) passes.drawChart();
  }

  const help = () => { byId("keys").hidden = !byId("keys").hidden; };
  const keys = {
    ArrowLeft: () => passes.move(-1), ArrowRight: () => passes.move(1),
    l: () => show("levels"), p: () => show("passes"),
    j: () => levels.step(1), k: () => levels.step(-1),
    n: () => choose((Number(select.value) + 1) % data.kernels.length),
    t: () => setDark(!isDark), "?": help, Escape: () => levels.pick(0),
  };
  for (let n = 1; n <= 5; ++n) keys[n] = () => levels.toggle(n - 1);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !data.kernels.length) return;
    if (event.target.tagName === "SELECT" || event.target.type === "range") return;
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });

  select.addEventListener("change", () => choose(Number(select.value)));
  document.querySelectorAll("#views button").forEach((button) =>
    button.addEventListener("click", () => show(button.dataset.view)));
  byId("theme").addEventListener("click", () => setDark(!isDark));
  byId("help").addEventListener("click", help);
  window.addEventListener("resize", () => { if (!byId("passes").hidden && data.kernels.length) passes.drawChart(); });
  // "#passes", "#levels" and "#dark", for links.
  const wanted = location.hash.slice(1).split(",");
  if (wanted.includes("dark")) setDark(true);
  if (data.kernels.length) choose(0);
  show(wanted.includes("passes") ? "passes" : "levels");
  document.body.dataset.ready = "yes";
})();
