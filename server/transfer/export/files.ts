import Sqlite from "better-sqlite3";
import { access } from "node:fs/promises";
import { FILES_PATH } from "../../features/attachments/attachment.entity.ts";
import { locationOf } from "../../features/attachments/storage.ts";
import type { NeutralWriter } from "../format/folder.ts";
import type { Kind, RecordOf } from "../format/records.ts";
import { storedPathOf } from "./people.ts";

const ADDRESSES = new RegExp(`${FILES_PATH}[\\w./-]+`, "g");

/** Finds the stored files that a record names. */
const PATHS: { readonly [K in Kind]?: (record: RecordOf<K>) => readonly (string | null)[] } = {
  settings: ({ value }) => (value.match(ADDRESSES) ?? []).map(storedPathOf),
  groups: ({ icon }) => [storedPathOf(icon)],
  members: ({ avatar, background }) => [avatar, background],
  categories: ({ icon }) => [storedPathOf(icon)],
  attachments: ({ path, thumbPath }) => [path, thumbPath],
};

/** Lists the paths of the stored files that a record names. */
export function pathsIn<K extends Kind>(kind: K, record: RecordOf<K>): string[] {
  return (PATHS[kind]?.(record) ?? []).filter((path) => path !== null);
}

/** Paths of all stored files that records name, in a temporary file: there may be more than fit into memory. */
export class FileList {
  private readonly paths = new Sqlite("");
  private readonly insert: Sqlite.Statement<[string]>;

  constructor() {
    this.paths.pragma("synchronous = OFF");
    this.paths.exec("CREATE TABLE paths (path text NOT NULL PRIMARY KEY) WITHOUT ROWID");
    this.insert = this.paths.prepare("INSERT OR IGNORE INTO paths (path) VALUES (?)");
  }

  /** Takes the files in that a record names. */
  note<K extends Kind>(kind: K, record: RecordOf<K>): void {
    for (const path of pathsIn(kind, record)) this.insert.run(path);
  }

  /** Number of files. */
  get size(): number {
    return this.paths.prepare<[], number>("SELECT COUNT(*) FROM paths").pluck().get()!;
  }

  /**
   * Copies the files, sorted by their paths.
   * @param done is called after each
   * @returns the paths of those that are not there
   */
  async copy(filesDir: string, writer: NeutralWriter, done: () => void): Promise<string[]> {
    const missing: string[] = [];
    const sorted = this.paths.prepare<[], string>("SELECT path FROM paths ORDER BY path").pluck();
    for (const path of sorted.iterate()) {
      const location = locationOf(filesDir, path);
      if (await exists(location)) await writer.addFile(path, location);
      else missing.push(path);
      done();
    }
    return missing;
  }

  /** Removes the list. */
  close(): void {
    this.paths.close();
  }
}

/** Tells whether a stored file is there. */
export async function exists(location: string): Promise<boolean> {
  return access(location).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return false;
      throw error;
    },
  );
}
