/** Above this share of one processor the load generator itself may be what limits. */
const GENERATOR_BUSY = 0.9;

/** A plain table whose columns line up, also where Han characters are twice as wide. */
export function tableOf(heads, rows) {
  const cells = [heads, ...rows].map((row) => row.map(String));
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column]))));
  const line = (row) =>
    row
      .map((cell, column) => {
        const gap = " ".repeat(widths[column] - widthOf(cell));
        return /^[~\d.,–+ ≤≥/]+$/.test(cell) ? gap + cell : cell + gap;
      })
      .join("  ")
      .trimEnd();
  const [head, ...body] = cells.map(line);
  return [head, widths.map((width) => "─".repeat(width)).join("  "), ...body].join("\n");
}

function widthOf(text) {
  let width = 0;
  for (const character of text) width += /\p{Script=Han}/u.test(character) ? 2 : 1;
  return width;
}

/** The table of the contract. */
export function contractTable(measured) {
  const heads =
    "row,engine,req/s,p50 ms,p99 ms,CPU ms (+ db),RSS MB (+ db),limit/s,its CPU,ratio,must,goal,verdict".split(
      ",",
    );
  const rows = measured.map(({ title, engine, result, limit, value, p95, must, goal, verdict }) => [
    title,
    engine,
    `${result.generatorCpu > GENERATOR_BUSY ? "~" : ""}${round(result.perSecond)}`,
    result.p50.toFixed(2),
    result.p99.toFixed(1),
    result.cpu.map((cpu) => cpu.toFixed(2)).join(" + "),
    result.rss.map((rss) => rss.toFixed(0)).join(" + "),
    limit ? `${limit.generatorCpu > GENERATOR_BUSY ? "~" : ""}${round(limit.perSecond)}` : "–",
    limit?.cpu.length ? limit.cpu[0].toFixed(2) : "–",
    p95 ? `p95 ${value.toFixed(1)} ms` : value.toFixed(3),
    p95 ? `≤ ${must} ms` : `≥ ${must}`,
    p95 ? `≤ ${goal} ms` : `≥ ${goal}`,
    verdict,
  ]);
  return tableOf(heads, rows);
}

/** The table of what else the contract names. */
export function alsoTable(findings) {
  const rows = findings.map(({ title, engine, shown, must, verdict }) => [
    title,
    engine,
    shown,
    must,
    verdict,
  ]);
  return tableOf(["also", "engine", "measured", "must", "verdict"], rows);
}

/** A finding of the second table. */
export function finding(title, engine, shown, must, fits) {
  return { title, engine, shown, must, verdict: fits ? "must" : "MISSED" };
}

function round(number) {
  return number >= 1000
    ? (Math.round(number / 10) * 10).toLocaleString("en")
    : number.toFixed(number < 100 ? 1 : 0);
}
