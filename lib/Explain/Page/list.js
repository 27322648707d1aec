"use strict";
// A list of any length: only what is in sight has elements.
const rowHeight = 18;

function add(parent, tag, text, className) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className) element.className = className;
  parent.appendChild(element);
  return element;
}

// A step has its lines as runs of numbers of rows, "0-120 7"; lines is what they are: text, place, text, place, ...
function spellOut(step, { rows }) {
  let lines;
  Object.defineProperty(step, "lines", { get() {
    if (lines) return lines;
    lines = [];
    for (const run of step.runs.split(" ")) {
      const [first, last = first] = run.split("-").map(Number);
      for (let n = first; n <= last; ++n) lines.push(rows[2 * n], rows[2 * n + 1]);
    }
    return lines;
  } });
}

class LineList {
  // fill(row, index) makes the contents of a row.
  constructor(parent, name, fill) {
    this.fill = fill;
    this.element = add(parent, "div", undefined, "list");
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "region");
    this.element.setAttribute("aria-label", name);
    this.space = add(this.element, "div", undefined, "space");
    this.rows = new Map();
    this.count = 0;
    this.drawn = () => {};
    this.element.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  setCount(count) {
    this.count = count;
    this.rows.forEach((row) => row.remove());
    this.rows.clear();
    this.space.style.height = count * rowHeight + "px";
    this.draw();
  }

  inSight() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / rowHeight) - 8);
    const last = Math.min(this.count, Math.ceil((this.element.scrollTop + this.element.clientHeight) / rowHeight) + 8);
    return [first, last];
  }

  draw() {
    const [first, last] = this.inSight();
    this.rows.forEach((row, index) => {
      if (index >= first && index < last) return;
      row.remove();
      this.rows.delete(index);
    });
    for (let index = first; index < last; ++index) {
      if (this.rows.has(index)) continue;
      const row = add(this.space, "div", undefined, "line");
      row.style.top = index * rowHeight + "px";
      row.dataset.index = index;
      this.fill(row, index);
      this.rows.set(index, row);
    }
    this.drawn(first, last);
  }

  redraw() {
    this.rows.forEach((row) => row.remove());
    this.rows.clear();
    this.draw();
  }

  show(index) {
    const top = index * rowHeight;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop || top > scrollTop + clientHeight - 2 * rowHeight)
      this.element.scrollTop = Math.max(0, top - clientHeight / 3);
    this.draw();
  }

  indexOf(event) {
    const row = event.target.closest(".line");
    return row ? Number(row.dataset.index) : -1;
  }
}
