"use strict";
// What two lists of numbers have in common: pairs of places, ascending in both.

// Lines that are there once on both sides, in their longest common order, hold
// the rest in place; between them few lines are left.
function commonAnchors(a, b, from, to) {
  const once = (list, start, end) => {
    const places = new Map();
    for (let n = start; n < end; ++n) places.set(list[n], places.has(list[n]) ? -1 : n);
    return places;
  };
  const inB = once(b, from[1], to[1]);
  const pairs = [];
  once(a, from[0], to[0]).forEach((n, line) => {
    const m = inB.get(line);
    if (n >= 0 && m >= 0) pairs.push([n, m]);
  });
  pairs.sort((x, y) => x[0] - y[0]);
  // The longest ascending chain, with the last pair of each length.
  const ends = [], before = [];
  pairs.forEach((pair, index) => {
    let low = 0, high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]][1] < pair[1]) low = middle + 1;
      else high = middle;
    }
    before[index] = low ? ends[low - 1] : -1;
    ends[low] = index;
  });
  const chain = [];
  for (let n = ends.length ? ends[ends.length - 1] : -1; n >= 0; n = before[n]) chain.push(pairs[n]);
  return chain.reverse();
}

// For short pieces: the longest common subsequence.
function commonByTable(a, b, from, to, found) {
  const rows = to[0] - from[0], columns = to[1] - from[1];
  if (!rows || !columns || rows * columns > 4e6) return;
  const width = columns + 1;
  const best = new Uint32Array((rows + 1) * width);
  for (let n = rows - 1; n >= 0; --n)
    for (let m = columns - 1; m >= 0; --m)
      best[n * width + m] = a[from[0] + n] === b[from[1] + m]
        ? best[(n + 1) * width + m + 1] + 1
        : Math.max(best[(n + 1) * width + m], best[n * width + m + 1]);
  for (let n = 0, m = 0; n < rows && m < columns;) {
    if (a[from[0] + n] === b[from[1] + m]) found.push([from[0] + n++, from[1] + m++]);
    else if (best[(n + 1) * width + m] >= best[n * width + m + 1]) ++n;
    else ++m;
  }
}

function commonLines(a, b) {
  const found = [];
  const work = (from, to) => {
    while (from[0] < to[0] && from[1] < to[1] && a[from[0]] === b[from[1]]) {
      found.push([from[0], from[1]]);
      from = [from[0] + 1, from[1] + 1];
    }
    const tail = [];
    while (from[0] < to[0] && from[1] < to[1] && a[to[0] - 1] === b[to[1] - 1]) {
      to = [to[0] - 1, to[1] - 1];
      tail.push([to[0], to[1]]);
    }
    const anchors = commonAnchors(a, b, from, to);
    if (anchors.length) {
      let at = from;
      anchors.forEach((pair) => {
        if (pair[0] < at[0] || pair[1] < at[1]) return;
        work(at, pair);
        found.push(pair);
        at = [pair[0] + 1, pair[1] + 1];
      });
      work(at, to);
    } else {
      commonByTable(a, b, from, to, found);
    }
    tail.reverse().forEach((pair) => found.push(pair));
  };
  work([0, 0], [a.length, b.length]);
  return found;
}

// Rows of a side-by-side view: [place in a or -1, place in b or -1].
function diffRows(a, b) {
  const rows = [];
  let n = 0, m = 0;
  const different = (untilA, untilB) => {
    while (n < untilA || m < untilB) rows.push([n < untilA ? n++ : -1, m < untilB ? m++ : -1]);
  };
  commonLines(a, b).forEach(([inA, inB]) => {
    different(inA, inB);
    rows.push([n++, m++, true]);
  });
  different(a.length, b.length);
  return rows;
}

// Long runs of equal rows become one: { from, to }.
function foldRows(rows, around) {
  const folded = [];
  for (let n = 0; n < rows.length;) {
    let end = n;
    while (end < rows.length && rows[end][2]) ++end;
    if (end === n) {
      folded.push(rows[n++]);
      continue;
    }
    const from = n === 0 ? n : n + around, to = end === rows.length ? end : end - around;
    if (to - from < 4) {
      for (; n < end; ++n) folded.push(rows[n]);
      continue;
    }
    for (; n < from; ++n) folded.push(rows[n]);
    folded.push({ from, to });
    for (n = to; n < end; ++n) folded.push(rows[n]);
  }
  return folded;
}
