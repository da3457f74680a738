import { withoutEnd } from "../core/text.ts";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadConfig, type Config } from "../config.ts";
import { NeutralFolder } from "../transfer/format/folder.ts";
import { KINDS } from "../transfer/format/records.ts";
import { checkFolder } from "../transfer/import/check.ts";
import { importFolder, undoImport, type ImportResult } from "../transfer/import/import.ts";
import { writeReport } from "../transfer/import/report.ts";
import { applyMapping, writeMapping } from "../transfer/mapping/mapping.ts";
import { READERS } from "../transfer/sources/readers.ts";
import type { SourceReport } from "../transfer/sources/source.ts";
import { withProgram } from "./program.ts";

const SOURCES = Object.keys(READERS) as (keyof typeof READERS)[];
const USAGE =
  `Give a source: ${SOURCES.join(", ")}, each with --from ADDRESS; or neutral FOLDER; or --undo. ` +
  "docs/operating.md says what else there is.";
/** Width of the names of kinds. */
const KIND_WIDTH = 17;

const OPTIONS = {
  from: { type: "string" },
  files: { type: "string" },
  address: { type: "string" },
  work: { type: "string" },
  mapping: { type: "string" },
  "app-key": { type: "string" },
  "time-zone": { type: "string" },
  "dry-run": { type: "boolean" },
  undo: { type: "boolean" },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

/** Moves a community in from the command line. @throws {Error} with one sentence that says why it cannot */
export async function importCommunity(args: string[], tell: (line: string) => void): Promise<void> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const [source, path, ...more] = positionals;
  if (values.undo) {
    if (source) throw new Error("--undo takes no source.");
    await withProgram((app) => undoImport(app, tell), { isImporting: true });
    return;
  }
  const config = loadConfig();
  if (source === "neutral" && path && more.length === 0) {
    await importFrom(await NeutralFolder.open(path), null, values, config, tell);
    return;
  }
  if (!source || path || !isSource(source)) throw new Error(USAGE);
  const folder = values.work ?? join(config.dataDir, `import-${source}`);
  const report = await readSource(source, folder, values, tell);
  await importFrom(await NeutralFolder.open(folder), report, values, config, tell);
}

const isSource = (name: string): name is keyof typeof READERS => name in READERS;

function readSource(
  source: keyof typeof READERS,
  folder: string,
  values: Values,
  tell: (line: string) => void,
): Promise<SourceReport> {
  if (!values.from)
    throw new Error(`Give the database of the old forum: --from mysql://user:password@host/name.`);
  const { "app-key": appKey, "time-zone": zone } = values;
  return READERS[source]!({
    from: values.from,
    address: withoutEnd(values.address ?? "", "/"),
    files: values.files ?? null,
    folder,
    now: new Date(),
    tell,
    ...(appKey !== undefined && { appKey }),
    ...(zone !== undefined && { zone }),
  });
}

async function importFrom(
  read: NeutralFolder,
  source: SourceReport | null,
  values: Values,
  { publicUrl }: Config,
  tell: (line: string) => void,
): Promise<void> {
  const folder = values.mapping ? await applyMapping(read, values.mapping) : read;
  if (values["dry-run"]) {
    await checkFolder(folder, tell);
    for (const kind of KINDS) tell(`  ${kind.padEnd(KIND_WIDTH)}${folder.manifest.records[kind].records}`);
    await writeReport(folder, { source, result: null }, publicUrl);
    tell(
      `All of it can be imported; nothing was written. What will be lost: ${join(folder.folder, "report.html")}`,
    );
    if (!values.mapping) tell(await writeMapping(folder));
    return;
  }
  const result = await withProgram((app) => importFolder(app, { folder, tell }), { isImporting: true });
  await writeReport(folder, { source, result }, publicUrl);
  printResult(result, tell);
  tell(`The report: ${join(folder.folder, "report.html")}`);
}

function printResult({ counts, withoutPassword }: ImportResult, tell: (line: string) => void): void {
  tell("Imported:");
  for (const kind of KINDS) {
    const { added, changed, unchanged, removed } = counts[kind];
    const parts = [`${added} added`];
    if (changed > 0) parts.push(`${changed} changed`);
    if (unchanged > 0) parts.push(`${unchanged} as before`);
    if (removed > 0) parts.push(`${removed} removed`);
    if (added + changed + unchanged + removed > 0) tell(`  ${kind.padEnd(KIND_WIDTH)}${parts.join(", ")}`);
  }
  if (withoutPassword.length > 0)
    tell(
      `Members who have to set a password again, since nothing can check their hashes: ${withoutPassword.length}`,
    );
  tell("The search index is written by the next start, the newest texts first.");
}
