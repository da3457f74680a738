import type { ForumRows, TableSum } from "../move/copy.ts";
import { rowOf, type MovedTable } from "../move/side.ts";
import { Checksum, type Row } from "../move/values.ts";
import { ArchiveReader, bytesOf, type Entry } from "./archiveReader.ts";
import {
  AnyHeader,
  BACKUP_FORMAT,
  BackupError,
  DATA_PARTS,
  DATABASE_FOLDER,
  dataPathOf,
  Header,
  HEADER_NAME,
  Manifest,
  MANIFEST_NAME,
  parsePart,
  PartHash,
  tableOfHeader,
  valuesOf,
  type DataPart,
} from "./format.ts";

/** Takes a file of the data folder. */
export type TakeFile = (path: string, content: AsyncIterable<Buffer>) => Promise<void>;

/** A backup that is read once, from its beginning to its end, and compared with its manifest there. */
export class BackupFile {
  private readonly tables: readonly MovedTable[];
  private readonly sums = new Map<string, Checksum>();
  private readonly hashes = new Map<DataPart, PartHash>();
  private entry: Entry | null = null;

  private constructor(
    private readonly archive: ArchiveReader,
    readonly header: Header,
    private readonly name: string,
  ) {
    this.tables = header.tables.map(tableOfHeader);
    for (const { name } of this.tables) this.sums.set(name, new Checksum());
    for (const part of DATA_PARTS) this.hashes.set(part, new PartHash());
  }

  /** Opens a backup and reads what it is. @throws {BackupError} for another file; {Error} for one of a newer program */
  static async open(location: string, passphrase: string | null): Promise<BackupFile> {
    const archive = await ArchiveReader.open(location, passphrase);
    try {
      const first = await archive.next();
      if (first?.name !== HEADER_NAME) throw new BackupError(`${location} is no backup of Luntan.`);
      const bytes = await bytesOf(first);
      const { format, version } = parsePart(AnyHeader, bytes, HEADER_NAME);
      if (format > BACKUP_FORMAT)
        throw new Error(
          `The backup was made by Luntan ${version}, which is newer than this program. Install that version.`,
        );
      const file = new BackupFile(archive, parsePart(Header, bytes, HEADER_NAME), location);
      file.entry = await archive.next();
      return file;
    } catch (error) {
      archive.close();
      throw error;
    }
  }

  /** Rows of the database, for a copy; tables that it leaves out are read past. */
  rows(): ForumRows {
    const { header } = this;
    const named = (name: string) => this.tables.find((table) => table.name === name)!;
    const inHeader = (name: string) => header.tables.find((table) => table.name === name)!;
    return {
      label: `the backup (${this.name})`,
      tableNames: () => Promise.resolve(this.tables.map(({ name }) => name)),
      table: (name) => Promise.resolve(named(name)),
      indexes: (name) => Promise.resolve(inHeader(name).indexes),
      nextIds: () =>
        Promise.resolve(new Map(Object.entries(header.nextIds).map(([name, id]) => [name, BigInt(id)]))),
      countRows: (name) => Promise.resolve(inHeader(name).rows),
      slices: (table) => this.slicesUntil(table.name),
    };
  }

  /**
   * Reads all of it in its order, and compares.
   * @param copy takes the rows; without it they are only compared
   * @param take takes the files of the data folder; without it they are only compared
   * @throws {BackupError} if it is not what was written
   */
  async read(copy?: (rows: ForumRows) => Promise<unknown>, take?: TakeFile): Promise<Manifest> {
    await this.readData(take);
    await copy?.(this.rows());
    for await (const _rows of this.slicesUntil(null));
    await this.readData(take);
    if (this.entry?.name !== MANIFEST_NAME)
      throw new BackupError(
        `The backup is damaged: ${this.entry?.name ?? "its end"} is not where it belongs.`,
      );
    const manifest = parsePart(Manifest, await bytesOf(this.entry), MANIFEST_NAME);
    if ((await this.archive.next()) !== null)
      throw new BackupError("The backup is damaged: something comes after its end.");
    this.compare(manifest);
    return manifest;
  }

  /** Lets go of the file. */
  close(): void {
    this.archive.close();
  }

  private async readData(take?: TakeFile): Promise<void> {
    for (; this.entry && !isDatabase(this.entry) && this.entry.name !== MANIFEST_NAME; await this.step()) {
      const { name, size, content } = this.entry;
      const { part, path } = dataPathOf(name);
      const hash = this.hashes.get(part)!;
      hash.begin(path, size);
      const heard = heardBy(hash, content);
      if (take) await take(path, heard);
      else for await (const _piece of heard);
    }
  }

  /** Reads rows up to the end of a table, or of all tables, and gives those of that table. */
  private async *slicesUntil(name: string | null): AsyncGenerator<readonly Row[]> {
    const end = name === null ? this.tables.length : this.tables.findIndex((table) => table.name === name);
    for (; this.entry && isDatabase(this.entry); await this.step()) {
      const [, own] = this.entry.name.split("/");
      const place = this.tables.findIndex((table) => table.name === own);
      if (place === -1)
        throw new BackupError(`The backup is damaged: it has no table for ${this.entry.name}.`);
      if (place > end) return;
      const table = this.tables[place]!;
      const rows = rowsIn(table, await bytesOf(this.entry));
      const sum = this.sums.get(table.name)!;
      for (const row of rows) sum.add(row);
      if (place === end) yield rows;
    }
  }

  private async step(): Promise<void> {
    this.entry = await this.archive.next();
  }

  private compare({ tables, data }: Manifest): void {
    const computed: Record<string, TableSum> = {};
    for (const [name, { rows, digits }] of this.sums) computed[name] = { rows, sum: digits };
    for (const name of new Set([...Object.keys(tables), ...this.sums.keys()]))
      if (computed[name]?.rows !== tables[name]?.rows || computed[name]?.sum !== tables[name]?.sum)
        throw new BackupError(`The backup is damaged: the table ${name} is not the one that was written.`);
    for (const [part, hash] of this.hashes) {
      if (hash.sum().sha256 !== data[part].sha256)
        throw new BackupError(`The backup is damaged: ${part} is not what was written.`);
    }
  }
}

const isDatabase = ({ name }: Entry): boolean => name.startsWith(DATABASE_FOLDER);

async function* heardBy(hash: PartHash, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    hash.add(piece);
    yield piece;
  }
}

function rowsIn(table: MovedTable, bytes: Buffer): Row[] {
  const rows: Row[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf("\n", start);
    if (end === -1) throw new BackupError(`The backup is damaged: a row of ${table.name} has no end.`);
    try {
      rows.push(rowOf(table, valuesOf(table, bytes.toString("utf8", start, end))));
    } catch (error) {
      throw new BackupError(`The backup is damaged: a row of ${table.name} has another form.`, {
        cause: error,
      });
    }
    start = end + 1;
  }
  return rows;
}
