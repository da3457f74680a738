import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { NeutralWriter } from "../format/folder.ts";
import type { Manifest } from "../format/manifest.ts";
import { KINDS } from "../format/records.ts";
import { besideServer } from "../html/beside.ts";
import { copyHtml } from "../html/copy.ts";
import { rowsIn } from "../move/count.sql.ts";
import { requireCurrent } from "../move/current.ts";
import { Progress } from "../move/progress.ts";
import { watchServer } from "../move/serverSide.ts";
import type { Side } from "../move/side.ts";
import { watchSqlite } from "../move/sqliteSide.ts";
import { claimFolder, MISSING_FILES, releaseFolder } from "./claim.ts";
import { FileList } from "./files.ts";
import { Snapshot } from "./snapshot.ts";
import { leftOut, READ_KINDS, READERS } from "./tables.ts";

/** Missing files that are printed. */
const NAMED_MAX = 20;
/** Width of the names of kinds. */
const KIND_WIDTH = 17;

/**
 * Writes the forum of the configuration into a folder in the neutral format, as of one moment, while it serves.
 * @param tell prints a line
 * @param withHtml adds pages of what visitors read, which need no server, in the folder `html`
 * @throws {Error} with one sentence that says why it cannot
 */
export async function exportForum(
  config: Config,
  folder: string,
  tell: (line: string) => void,
  withHtml = false,
): Promise<void> {
  await exportFrom(await openSnapshot(config), config, folder, tell, withHtml);
}

/** Opens the database of the configuration as of now. @throws {Error} if there is none */
export async function openSnapshot({ databaseUrl, dataDir }: Config): Promise<Side> {
  return databaseUrl ? watchServer(databaseUrl) : watchSqlite(join(dataDir, "luntan.db"));
}

/** Writes a forum as of the moment at which its database was opened; closes it. @throws {Error} as `exportForum` */
export async function exportFrom(
  side: Side,
  config: Config,
  folder: string,
  tell: (line: string) => void,
  withHtml = false,
): Promise<void> {
  const { dataDir, version, publicUrl } = config;
  const files = new FileList();
  try {
    await requireCurrent(side, version);
    if (await claimFolder(folder))
      tell("What an earlier export that did not finish had left there was removed; this begins again.");
    const source = { software: "luntan", version, address: publicUrl } as const;
    const writer = await NeutralWriter.open(folder, source);
    await writeTables(side, writer, files, tell);
    const rest = await countLeftOut(side);
    // A snapshot that stays open makes the database keep all that is overwritten meanwhile.
    await side.close();
    const missing = await writeFiles(join(dataDir, "files"), writer, files, tell);
    if (missing.length > 0) await writeFile(join(folder, MISSING_FILES), `${missing.join("\n")}\n`);
    if (withHtml) await writeHtml(config, join(folder, "html"), tell);
    const manifest = await writer.finish(new Date());
    await releaseFolder(folder);
    report(folder, { manifest, missing, rest }, tell);
  } finally {
    files.close();
    await side.close();
  }
}

async function writeTables(
  side: Side,
  writer: NeutralWriter,
  files: FileList,
  tell: (line: string) => void,
): Promise<void> {
  let total = 0;
  for (const table of READ_KINDS.flatMap((kind) => READERS[kind].tables)) total += await rowsIn(side, table);
  tell(`Exporting ${total} rows from ${side.label}.`);
  const progress = new Progress(total, tell);
  const snapshot = new Snapshot(side, (rows, table) => progress.add(rows, table));
  for (const kind of READ_KINDS)
    for await (const record of READERS[kind].read(snapshot)) {
      await writer.append(kind, record);
      files.note(kind, record);
    }
}

async function writeFiles(
  filesDir: string,
  writer: NeutralWriter,
  files: FileList,
  tell: (line: string) => void,
): Promise<string[]> {
  tell(`Copying ${files.size} files.`);
  const progress = new Progress(files.size, tell);
  return files.copy(filesDir, writer, () => progress.add(1, "files"));
}

async function writeHtml(config: Config, folder: string, tell: (line: string) => void): Promise<void> {
  tell("Writing the pages that visitors read.");
  const filesDir = join(config.dataDir, "files");
  const { pages, threads } = await besideServer(config, (app) => copyHtml(app, folder, filesDir, tell));
  tell(`Pages in ${join(folder, "index.html")}: ${pages}, with ${threads} threads.`);
}

/** Counts the rows that are no part of the format, by what they hold. */
async function countLeftOut(side: Side): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [holds, tables] of leftOut(await side.tableNames())) {
    let rows = 0;
    for (const table of tables) rows += await rowsIn(side, table);
    if (rows > 0) counts.set(holds, rows);
  }
  return counts;
}

function report(
  folder: string,
  {
    manifest,
    missing,
    rest,
  }: { manifest: Manifest; missing: readonly string[]; rest: ReadonlyMap<string, number> },
  tell: (line: string) => void,
): void {
  tell(`Exported to ${folder}:`);
  for (const kind of KINDS) tell(`  ${kind.padEnd(KIND_WIDTH)}${manifest.records[kind].records}`);
  if (missing.length > 0) {
    tell(`Files that are not on the disk: ${missing.length}, all of them in ${MISSING_FILES}:`);
    for (const path of missing.slice(0, NAMED_MAX)) tell(`  ${path}`);
  }
  tell("Not part of the format, so not in the folder: secret settings, and");
  for (const [holds, rows] of rest) tell(`  ${holds}: ${rows}`);
}
