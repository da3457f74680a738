import { existsSync } from "node:fs";
import { open, opendir, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { noteFailedBackup, readBackupRecord, writeBackupRecord } from "../../core/backupRecord.ts";
import { DatabaseInUseError, lockSqlite } from "../../database/sqlite.ts";
import { openSnapshot } from "../export/export.ts";
import { isOwnTable, rowsOfSide, type TableSum } from "../move/copy.ts";
import { requireReadable } from "../move/current.ts";
import { Progress } from "../move/progress.ts";
import type { MovedTable, Side } from "../move/side.ts";
import { slicesOf } from "../move/slices.ts";
import { Checksum } from "../move/values.ts";
import { ArchiveWriter } from "./archiveWriter.ts";
import { syncFolder } from "./dataSwap.ts";
import {
  BACKUP_FORMAT,
  DATA_PARTS,
  DATABASE_FOLDER,
  HEADER_NAME,
  lineOf,
  MANIFEST_NAME,
  PartHash,
  type DataPart,
  type Header,
  type Manifest,
  type PartSum,
} from "./format.ts";
import { NamedFiles } from "./namedFiles.ts";
import { verifyBackup, type Depth } from "./verify.ts";

/** Rows of a table are written together up to this length, in characters. */
const PART_LENGTH = 4_000_000;
/** Paths of missing files that are printed, and those that the manifest names. */
const [PRINTED_MAX, NAMED_MAX] = [20, 1_000];

/** A backup to make. */
export interface BackupOrder {
  /** The file, which does not exist yet. */
  readonly location: string;
  /** Encrypts it; null leaves it readable. */
  readonly passphrase: string | null;
  /** Depth of the verification before it gets its name. */
  readonly depth: Depth;
}

/**
 * Makes a backup of the forum of the configuration while it serves: one file, which has its name only once it has been
 * verified.
 * @param tell prints a line
 * @throws {Error} with one sentence that says why it cannot
 */
export async function backUpForum(
  config: Config,
  order: BackupOrder,
  tell: (line: string) => void,
): Promise<void> {
  const location = resolve(order.location);
  requirePlace(config, location);
  const lock = lockBackups(config.dataDir);
  const partial = `${location}.partial`;
  try {
    // One that was killed has left it.
    await rm(partial, { force: true });
    const { header, manifest } = await writeBackup(config, partial, order.passphrase, tell);
    await verifyBackup(config, { ...order, location: partial }, tell);
    await rename(partial, location);
    await syncFolder(dirname(location));
    const { size: bytes } = await stat(location);
    const madeAt = new Date(header.madeAt);
    writeBackupRecord(config.dataDir, {
      file: location,
      madeAt,
      bytes,
      provenAt: new Date(),
      failedAt: null,
    });
    report(location, bytes, manifest, tell);
  } catch (error) {
    await rm(partial, { force: true });
    noteFailedBackup(config.dataDir, new Date());
    throw error;
  } finally {
    lock.close();
  }
}

/** Verifies a backup, and notes the result if it is the last one. @throws {Error} with one sentence if it is damaged */
export async function proveBackup(
  config: Config,
  order: BackupOrder,
  tell: (line: string) => void,
): Promise<void> {
  const location = resolve(order.location);
  const record = readBackupRecord(config.dataDir);
  const note = (change: { provenAt: Date } | { failedAt: Date }): void => {
    if (record?.file === location) writeBackupRecord(config.dataDir, { ...record, ...change });
  };
  try {
    await verifyBackup(config, { ...order, location }, tell);
  } catch (error) {
    note({ failedAt: new Date() });
    throw error;
  }
  note({ provenAt: new Date() });
}

function requirePlace({ dataDir }: Config, location: string): void {
  if (existsSync(location)) throw new Error(`${location} exists already. Name a new file.`);
  if (!existsSync(dirname(location)))
    throw new Error(`The folder ${dirname(location)} does not exist. Create it first.`);
  for (const part of DATA_PARTS) {
    const way = relative(join(dataDir, part), location);
    if (!way.startsWith("..")) throw new Error(`${location} lies in what is backed up. Name another folder.`);
  }
}

/** Lets one backup run at a time. */
function lockBackups(dataDir: string): { close(): void } {
  try {
    return lockSqlite(join(dataDir, "backup"));
  } catch (error) {
    if (error instanceof DatabaseInUseError)
      throw new Error("Another backup of this forum is under way.", { cause: error });
    throw error;
  }
}

async function writeBackup(
  config: Config,
  partial: string,
  passphrase: string | null,
  tell: (line: string) => void,
): Promise<{ header: Header; manifest: Manifest }> {
  const named = new NamedFiles();
  const side = await openSnapshot(config);
  let archive: ArchiveWriter | null = null;
  try {
    const migrations = await requireReadable(side, config.version);
    const tables = await tablesOf(side);
    const header = await headerOf(side, config, migrations, tables);
    archive = await ArchiveWriter.open(partial, passphrase);
    await archive.add(HEADER_NAME, Buffer.from(JSON.stringify(header)));
    const writer = new PartWriter(archive, config.dataDir, named, tell);
    // Code of plugins may be replaced soon; uploads that have rows only go when these do.
    const plugins = await writer.folder("plugins/");
    const key = await writer.single("secret.key");
    const sums = await writeTables(side, { tables, header, archive, named, tell });
    // A snapshot that stays open makes the database keep all that is overwritten meanwhile.
    await side.close();
    const files = await writer.folder("files/");
    const data = { "plugins/": plugins, "secret.key": key, "files/": files };
    const manifest: Manifest = { tables: sums, data, missing: named.rest(NAMED_MAX) };
    await archive.add(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest)));
    await archive.end();
    return { header, manifest };
  } catch (error) {
    await archive?.abandon();
    throw error;
  } finally {
    named.close();
    await side.close();
  }
}

async function tablesOf(side: Side): Promise<MovedTable[]> {
  const tables: MovedTable[] = [];
  for (const name of await side.tableNames()) if (!isOwnTable(name)) tables.push(await side.table(name));
  return tables;
}

async function headerOf(
  side: Side,
  { version, publicUrl, databaseUrl }: Config,
  migrations: string[],
  tables: readonly MovedTable[],
): Promise<Header> {
  const rows = rowsOfSide(side);
  const described: Header["tables"] = [];
  for (const { name, columns } of tables)
    described.push({
      name,
      rows: await rows.countRows(name),
      columns: columns.map(({ name, type, isNullable, keyPart }) => ({ name, type, isNullable, keyPart })),
      indexes: (await rows.indexes(name)).map((index) => ({ ...index, columns: [...index.columns] })),
    });
  const nextIds = [...(await rows.nextIds())].filter(([name]) => !isOwnTable(name));
  return {
    format: BACKUP_FORMAT,
    version,
    engine: databaseUrl ? "MariaDB or MySQL" : "SQLite",
    address: publicUrl,
    madeAt: new Date().toISOString(),
    migrations,
    tables: described,
    nextIds: Object.fromEntries(nextIds.map(([name, id]) => [name, String(id)])),
  };
}

async function writeTables(
  side: Side,
  given: {
    tables: readonly MovedTable[];
    header: Header;
    archive: ArchiveWriter;
    named: NamedFiles;
    tell: (line: string) => void;
  },
): Promise<Record<string, TableSum>> {
  const { tables, header, archive, named, tell } = given;
  const total = header.tables.reduce((sum, { rows }) => sum + rows, 0);
  tell(`Backing up ${total} rows of ${tables.length} tables from ${side.label}.`);
  const progress = new Progress(total, tell);
  const sums: Record<string, TableSum> = {};
  for (const table of tables) {
    const checksum = new Checksum();
    let lines: string[] = [];
    let length = 0;
    let part = 0;
    const send = async (): Promise<void> => {
      if (lines.length > 0)
        await archive.add(`${DATABASE_FOLDER}${table.name}/${++part}.ndjson`, Buffer.from(lines.join("")));
      lines = [];
      length = 0;
    };
    for await (const rows of slicesOf(side, table)) {
      named.note(table, rows);
      for (const row of rows) {
        checksum.add(row);
        const line = lineOf(row);
        lines.push(line);
        length += line.length;
        if (length > PART_LENGTH) await send();
      }
      progress.add(rows.length, table.name);
    }
    await send();
    sums[table.name] = { rows: checksum.rows, sum: checksum.digits };
  }
  return sums;
}

/** Adds parts of the data folder to an archive. */
class PartWriter {
  constructor(
    private readonly archive: ArchiveWriter,
    private readonly dataDir: string,
    private readonly named: NamedFiles,
    private readonly tell: (line: string) => void,
  ) {}

  /** Adds a folder with all files below it. Names files that are deleted meanwhile, and goes on. */
  async folder(part: Exclude<DataPart, "secret.key">): Promise<PartSum> {
    const hash = new PartHash();
    for await (const path of this.filesIn(part.slice(0, -1))) await this.file(path, hash);
    return hash.sum();
  }

  /** Adds a file, if it exists. */
  async single(part: "secret.key"): Promise<PartSum> {
    const hash = new PartHash();
    if (existsSync(join(this.dataDir, part))) await this.file(part, hash);
    return hash.sum();
  }

  private async *filesIn(folder: string): AsyncGenerator<string> {
    let entries;
    try {
      entries = await opendir(join(this.dataDir, folder));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      throw error;
    }
    for await (const entry of entries) {
      const path = `${folder}/${entry.name}`;
      // Uploads that are under way have such names.
      if (entry.name.startsWith(".")) continue;
      if (entry.isDirectory()) yield* this.filesIn(path);
      else if (entry.isFile()) yield path;
      else this.tell(`Left out, since it is no file: ${path}`);
    }
  }

  private async file(path: string, hash: PartHash): Promise<void> {
    let file: FileHandle;
    try {
      file = await open(join(this.dataDir, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      this.tell(`Deleted while the backup ran: ${path}`);
      return;
    }
    try {
      const { size } = await file.stat();
      hash.begin(path, size);
      await this.archive.addFile(path, { file, size }, (piece) => hash.add(piece));
      this.named.delete(path.slice(path.indexOf("/") + 1));
    } finally {
      await file.close();
    }
  }
}

function report(location: string, bytes: number, manifest: Manifest, tell: (line: string) => void): void {
  const { missing, data } = manifest;
  if (missing.files > 0) {
    tell(`Files that rows name and that are not on the disk: ${missing.files}`);
    for (const path of missing.paths.slice(0, PRINTED_MAX)) tell(`  ${path}`);
  }
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  const files = Object.values(data).reduce((sum, part) => sum + part.files, 0);
  tell(`Backed up to ${location}: ${rows} rows, ${files} files, ${bytes} bytes.`);
}
