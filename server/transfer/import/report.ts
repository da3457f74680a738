import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MappingReport, NeutralFolder } from "../format/folder.ts";
import { KINDS } from "../format/records.ts";
import type { SourceReport } from "../sources/source.ts";
import type { ImportResult } from "./import.ts";

/** Threads that the report names to look at, spread over all. */
const SAMPLES = 20;
const CENTS = 100;

/** Reports of a run by the reader of the source and by the import; null for one that did not run. */
export interface Report {
  readonly source: SourceReport | null;
  readonly result: ImportResult | null;
}

/** A thread to look at on both sides. */
interface Sample {
  readonly id: number;
  readonly title: string;
}

/**
 * Writes `report.json` and `report.html` into the folder of an import: counts of both sides by kind, threads to look at, and
 * all that was changed or left behind.
 * @param publicUrl address of this forum
 */
export async function writeReport(folder: NeutralFolder, report: Report, publicUrl: string): Promise<void> {
  const samples = await samplesOf(folder);
  const { source: origin, records } = folder.manifest;
  const json = { origin, records, mapping: folder.mapping, ...report, samples };
  await writeFile(join(folder.folder, "report.json"), `${JSON.stringify(json, null, 2)}\n`);
  await writeFile(join(folder.folder, "report.html"), pageOf(folder, report, samples, publicUrl));
}

async function samplesOf(folder: NeutralFolder): Promise<Sample[]> {
  const every = Math.max(1, Math.floor(folder.manifest.records.threads.records / SAMPLES));
  const samples: Sample[] = [];
  for await (const { line, record } of folder.records("threads"))
    if (line % every === 0 && samples.length < SAMPLES) samples.push({ id: record.id, title: record.title });
  return samples;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string | number): string => String(text).replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`;
  return `<table>${line(head, "th")}${rows.map((row) => line(row, "td")).join("")}</table>`;
}

function pageOf(
  folder: NeutralFolder,
  report: Report,
  samples: readonly Sample[],
  publicUrl: string,
): string {
  const { software, version, address } = folder.manifest.source;
  const parts = [
    `<h1>Import from ${escaped(software)} ${escaped(version)}</h1>`,
    address && `<p>${escaped(address)}</p>`,
    report.result ? "" : "<p><strong>Dry run: nothing was written to the forum.</strong></p>",
    countsPart(folder, report.result),
    mappingPart(folder.mapping),
    ...(report.source ? sourceParts(report.source) : []),
    passwordPart(report.result),
    "<h2>Threads to look at</h2>",
    `<ul>${samples.map(({ id, title }) => `<li><a href="${escaped(publicUrl)}/thread/${id}">${escaped(title || id)}</a></li>`).join("")}</ul>`,
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Import</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0}td,th{border:1px solid #8886;padding:.2rem .6rem;text-align:left}
td{overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{background:#1a1b1e;color:#c9c9c9}a{color:#74c0fc}}</style>
</head><body>${parts.filter(Boolean).join("\n")}</body></html>
`;
}

function countsPart({ manifest }: NeutralFolder, result: ImportResult | null): string {
  const rows = KINDS.filter((kind) => manifest.records[kind].records > 0).map((kind) => {
    const read = [kind, manifest.records[kind].records];
    if (!result) return read;
    const { added, changed, unchanged, removed } = result.counts[kind];
    const inForum = (result.rows as Readonly<Record<string, number>>)[kind] ?? "";
    return [...read, added, changed, unchanged, removed, inForum];
  });
  const head = ["Records", "in the folder"];
  if (result) head.push("added", "changed", "as before", "removed", "rows in the forum");
  return table(head, rows);
}

function sourceParts({ tables, losses, remarks, money }: SourceReport): string[] {
  const yuan = (cents: number): string => (cents / CENTS).toFixed(2);
  return [
    "<h2>Money</h2>",
    table(
      ["Balances of the source", "came in", "refused", "members whose log says otherwise"],
      [[yuan(money.sourceCents), yuan(money.openedCents), yuan(money.refusedCents), money.differences.count]],
    ),
    ...(money.differences.count > 0
      ? [
          table(
            ["Member", "balance", "sum of the log"],
            money.differences.rows.map(({ memberId, balanceCents, logCents }) => [
              memberId,
              yuan(balanceCents),
              yuan(logCents),
            ]),
          ),
        ]
      : []),
    "<h2>Changed, or left behind</h2>",
    ...Object.entries(remarks).map(
      ([kind, { count, rows }]) =>
        `<details><summary>${escaped(kind)}: ${count}</summary>${table(
          ["Row", "Reason"],
          rows.map(({ row, reason }) => [row, reason]),
        )}</details>`,
    ),
    "<h2>Marks of texts that Markdown does not have</h2>",
    table(["Mark", "times"], Object.entries(losses)),
    "<h2>Tables of the source</h2>",
    table(["Table", "rows"], Object.entries(tables)),
  ];
}

function mappingPart(mapping: MappingReport | null): string {
  if (!mapping) return "";
  const others = Object.entries(mapping.others);
  return [
    "<h2>Changed by the mapping</h2>",
    table(
      ["Row", "Name", "members or threads", "What becomes of it"],
      mapping.rows.map(({ row, name, count, becomes }) => [row, name, count, becomes]),
    ),
    ...(others.length > 0 ? [table(["Other records", "times"], others)] : []),
  ].join("\n");
}

function passwordPart(result: ImportResult | null): string {
  if (!result || result.withoutPassword.length === 0) return "";
  const ids = result.withoutPassword.join(", ");
  return `<h2>Members who have to set a password again</h2><p>Nothing can check their hashes: ${ids}</p>`;
}
