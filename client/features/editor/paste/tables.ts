/** Fills a cell, or the text around a table that is none. */
export type FillCell = (cell: Element, into: Element, isAlone: boolean) => void;

/** Cells that one may span; more are no table that somebody reads. */
const SPAN_MAX = 50;

/**
 * Puts a table behind what stands there: each row with a cell for each column. One cell, and a table that holds tables,
 * only places text on a page: their contents stand alone. A table of lines of code is code.
 */
export function appendTable(table: Element, into: Element, fill: FillCell): void {
  const rows = Array.from(table.querySelectorAll("tr")).filter((row) => row.closest("table") === table);
  const cellsOf = (row: Element): Element[] =>
    Array.from(row.children).filter((cell) => /^T[DH]$/.test(cell.nodeName) && !isHidden(cell));
  const cells = rows.filter((row) => !isHidden(row)).map(cellsOf);
  const document = into.ownerDocument;
  if (table.querySelector("td.blob-code")) return appendCode(table, into);
  if (cells.flat().length < 2 || table.querySelector("table")) {
    for (const cell of cells.flat()) {
      const box = document.createElement("div");
      fill(cell, box, true);
      const isLine = !box.querySelector("p,h1,h2,h3,h4,h5,h6,ul,ol,pre,table,blockquote");
      if (isLine && cells.flat().length > 1) {
        const line = document.createElement("p");
        line.append(...Array.from(box.childNodes));
        into.append(line);
      } else into.append(...Array.from(box.childNodes));
    }
    return;
  }
  const caption = Array.from(table.children).find(({ nodeName }) => nodeName === "CAPTION");
  if (caption) {
    const line = document.createElement("p");
    fill(caption, line, true);
    into.append(line);
  }
  const made = document.createElement("table");
  made.append(...grid(cells, document, (cell, made) => fill(cell, made, false)));
  into.append(made);
}

/** Makes rows in which each cell stands in one column, however many the source's cell spans. */
function grid(
  rows: readonly (readonly Element[])[],
  document: Document,
  fill: (cell: Element, into: Element) => void,
): Element[] {
  // Rows that a cell above still takes, by column.
  const taken: number[] = [];
  const made = rows.map((cells) => {
    const row = document.createElement("tr");
    const add = (tag: string): Element => row.appendChild(document.createElement(tag));
    const skip = (): void => {
      for (let column = row.childElementCount; (taken[column] ?? 0) > 0; column = row.childElementCount) {
        taken[column] = taken[column]! - 1;
        add("td");
      }
    };
    for (const cell of cells) {
      skip();
      const [across, down] = [spanOf(cell, "colspan"), spanOf(cell, "rowspan")];
      for (let part = 0; part < across; part++) {
        taken[row.childElementCount] = down - 1;
        const own = add(cell.nodeName.toLowerCase());
        if (part === 0) fill(cell, own);
      }
    }
    skip();
    return row;
  });
  const width = Math.max(...made.map(({ childElementCount }) => childElementCount));
  for (const row of made) while (row.childElementCount < width) row.append(document.createElement("td"));
  return made.filter(({ childElementCount }) => childElementCount > 0);
}

function spanOf(cell: Element, name: string): number {
  return Math.min(SPAN_MAX, Math.max(1, Number.parseInt(cell.getAttribute(name) ?? "1", 10) || 1));
}

function isHidden(element: Element): boolean {
  const style = element.getAttribute("data-style") ?? "";
  return element.hasAttribute("hidden") || /display:\s*none|mso-hide:\s*all/i.test(style);
}

function appendCode(table: Element, into: Element): void {
  const block = into.ownerDocument.createElement("pre");
  const lines = Array.from(table.querySelectorAll("td.blob-code"), (cell) =>
    cell.textContent.replace(/\n$/, ""),
  );
  block.appendChild(into.ownerDocument.createElement("code")).textContent = lines.join("\n");
  into.append(block);
}
