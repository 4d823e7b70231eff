// Tables sort by a click on the head of a column; numbers by their full value.
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const falling = head.getAttribute("aria-sort") === "ascending";
    const key = row => {
      const cell = row.cells[column];
      return cell.dataset.value === "" ? cell.textContent : Number(cell.dataset.value);
    };
    const order = (a, b) => {
      const x = key(a), y = key(b);
      if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;
      return typeof x === "number" ? x - y : x.localeCompare(y);
    };
    const rows = [...table.tBodies[0].rows].sort(order);
    if (falling) rows.reverse();
    table.tBodies[0].append(...rows);
    heads.forEach(h => h.setAttribute("aria-sort", h === head ? (falling ? "descending" : "ascending") : "none"));
  }));
}

// On paper nothing is folded.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(d => { d.open = true; }));
