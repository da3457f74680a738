import { parseArgs } from "node:util";
import { NeutralFolder } from "../transfer/format/folder.ts";
import { KINDS } from "../transfer/format/records.ts";
import { checkFolder } from "../transfer/import/check.ts";
import { importFolder, undoImport, type ImportResult } from "../transfer/import/import.ts";
import { withProgram } from "./program.ts";

const USAGE = "Give a source: neutral FOLDER. Or --undo.";
/** Width of the names of kinds. */
const KIND_WIDTH = 17;

/** Moves a community in from the command line. @throws {Error} with one sentence that says why it cannot */
export async function importCommunity(args: string[], tell: (line: string) => void): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { "dry-run": { type: "boolean" }, undo: { type: "boolean" } },
  });
  if (values.undo) {
    await withProgram((app) => undoImport(app, tell), { isImporting: true });
    return;
  }
  const [source, path, ...more] = positionals;
  if (source !== "neutral" || !path || more.length > 0) throw new Error(USAGE);
  const folder = await NeutralFolder.open(path);
  if (values["dry-run"]) {
    await checkFolder(folder, tell);
    for (const kind of KINDS) tell(`  ${kind.padEnd(KIND_WIDTH)}${folder.manifest.records[kind].records}`);
    tell("All of it can be imported; nothing was written.");
    return;
  }
  const result = await withProgram((app) => importFolder(app, { folder, tell }), { isImporting: true });
  report(result, tell);
}

function report({ counts }: ImportResult, tell: (line: string) => void): void {
  tell("Imported:");
  for (const kind of KINDS) {
    const { added, changed, unchanged, removed } = counts[kind];
    const parts = [`${added} added`];
    if (changed > 0) parts.push(`${changed} changed`);
    if (unchanged > 0) parts.push(`${unchanged} as before`);
    if (removed > 0) parts.push(`${removed} removed`);
    if (added + changed + unchanged + removed > 0) tell(`  ${kind.padEnd(KIND_WIDTH)}${parts.join(", ")}`);
  }
  tell("The search index is written by the next start, the newest texts first.");
}
