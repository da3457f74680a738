import { createHmac, randomBytes } from "node:crypto";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { extensionOf } from "../../features/attachments/fileKinds.ts";
import { FileFetcher } from "./fileFetcher.ts";
import type { ReportWriter, SourceOptions } from "./source.ts";
import { jsonOf } from "./values.ts";
import { problem } from "../problems.ts";

const MEMORY_FILE = "reader.json";
const KEY_BYTES = 32;
const NAME_LENGTH = 32;
/** Folder of fetched files, beside those in the neutral format. */
const FETCHED_FOLDER = "fetched";
/** Files that are fetched at the same time. */
const FETCHES = 4;
/** Free ids between the largest member and the one for deleted authors, for who joins before the next run. */
const GHOST_DISTANCE = 10_000;

/** Memory of a reader in the folder, so that a second run gives the same paths and ids. */
export interface Memory {
  /** Key of the names of files, in hex: who knows an old address cannot guess the new one. */
  readonly key: string;
  /** Id of the member in place of deleted authors. */
  readonly ghostId: number;
  /** Time of the first run, for what has none of its own: in UTC. */
  readonly beganAt: string;
}

/** Reads what an earlier run remembered in a folder, or begins it. */
export async function openMemory(
  { folder, now }: Pick<SourceOptions, "folder" | "now">,
  largestMemberId: number,
): Promise<Memory> {
  const location = join(folder, MEMORY_FILE);
  const text = await readFile(location, "utf8").catch(() => "");
  const before = jsonOf(text) as Partial<Memory> | undefined;
  const key = /^[\da-f]{64}$/.test(before?.key ?? "") ? before!.key! : randomBytes(KEY_BYTES).toString("hex");
  const earlier = Number(before?.ghostId ?? 0);
  const memory = {
    key,
    ghostId: earlier > largestMemberId ? earlier : largestMemberId + GHOST_DISTANCE,
    beganAt: before?.beganAt ?? now.toISOString(),
  };
  // All at once: a new key would name all files again.
  await writeFile(`${location}.part`, `${JSON.stringify(memory)}\n`, { mode: 0o600, flush: true });
  await rename(`${location}.part`, location);
  return memory;
}

/** A file that a reader looks for. */
export interface Wanted {
  /** Paths below the folder of the old site, of which the first that exists is taken. */
  readonly paths: readonly string[];
  /** Path of the first one on the old site with its query, if it is none that follows from `paths`; null: it is not fetched. */
  readonly onSite?: string | null;
}

/** A file that is there. */
interface Found {
  readonly path: string;
  readonly location: string;
  readonly bytes: number;
}

/** Fetching of files from the old site. */
interface Fetching {
  readonly fetcher: FileFetcher;
  /** Folder of what was fetched. */
  readonly folder: string;
  /** Gives the path on the old site of a path below its folder; null for what nobody may get there. */
  onSite(path: string): string | null;
  /** Reports why a file could not be fetched. */
  refuse(path: string, reason: string): void;
}

/**
 * Gives the files of an old site: those of its folder, and if the owner wants it those that its addresses show.
 * @param onSite gives the path on the old site of a path below its folder; null for what nobody may get there
 */
export function oldFilesOf(
  { files, fetchFiles = false, address, folder }: SourceOptions,
  key: string,
  report: ReportWriter,
  onSite: Fetching["onSite"],
): OldFiles {
  if (!fetchFiles) return new OldFiles(files, key);
  if (address === "") throw problem("ADDRESS_WANTED");
  return new OldFiles(files, key, {
    fetcher: new FileFetcher(address),
    folder: join(folder, FETCHED_FOLDER),
    onSite,
    refuse: (path, reason) => report.remark("notFetched", path, reason),
  });
}

/** Files of an old site in a folder, and their paths in the neutral format. */
export class OldFiles {
  /** Paths that could not be fetched, of the files that are prepared. */
  private readonly refused = new Set<string>();

  constructor(
    private readonly folder: string | null,
    private readonly key: string,
    private readonly fetching: Fetching | null = null,
  ) {}

  /** Finds a file by its path below the folder, by the first of several that exists; null if none does. */
  async find(paths: readonly string[], onSite?: string | null): Promise<Found | null> {
    const file = await this.existing(paths);
    if (file || !(await this.fetch({ paths, ...(onSite !== undefined && { onSite }) }))) return file;
    return this.existing(paths);
  }

  /** Fetches files that are about to be looked for, several at the same time. */
  async prepare(files: readonly Wanted[]): Promise<void> {
    if (!this.fetching) return;
    this.refused.clear();
    // Two rows may name one file.
    const waiting = [...new Map(files.map((file) => [file.paths[0], file])).values()];
    const work = async (): Promise<void> => {
      for (let file = waiting.pop(); file; file = waiting.pop())
        if (!(await this.existing(file.paths))) await this.fetch(file);
    };
    await Promise.all(Array.from({ length: FETCHES }, work));
  }

  private async existing(paths: readonly string[]): Promise<Found | null> {
    for (const path of paths)
      for (const folder of [this.folder, this.fetching?.folder ?? null]) {
        const location = locationIn(folder, path);
        const info = location === null ? null : await stat(location).catch(() => null);
        if (info?.isFile()) return { path, location: location!, bytes: info.size };
      }
    return null;
  }

  /** @returns true if one of the paths is there now */
  private async fetch({ paths, onSite }: Wanted): Promise<boolean> {
    const { fetching } = this;
    const [first] = paths;
    if (!fetching || first === undefined || onSite === null || this.refused.has(first)) return false;
    const choices = onSite === undefined ? paths : [first];
    let reason: string | null = null;
    for (const path of choices) {
      const address = onSite ?? fetching.onSite(path);
      const location = locationIn(fetching.folder, path);
      if (address === null || location === null) continue;
      reason = await fetching.fetcher.fetch(address, location);
      if (reason === null) return true;
    }
    this.refused.add(first);
    if (reason !== null) fetching.refuse(first, reason);
    return false;
  }

  /**
   * Gives the path of a file in the neutral format: `ab/cd/<32 hex digits>.ext`, the same in every run.
   * @param folder such as `people/`, or empty
   * @param source names the file in the source
   */
  storedPath(source: string, folder = ""): string {
    const name = createHmac("sha256", Buffer.from(this.key, "hex")).update(source).digest("hex");
    const stem = name.slice(0, NAME_LENGTH);
    return `${folder}${stem.slice(0, 2)}/${stem.slice(2, 4)}/${stem}.${extensionOf(source) || "bin"}`;
  }
}

/** The location of a path in a folder; null for one that leads out of it. */
function locationIn(folder: string | null, path: string): string | null {
  const parts = path.replaceAll("\\", "/").split("/");
  const isInside = !path.includes("\0") && parts.every((part) => part !== "..");
  return folder !== null && isInside ? join(folder, ...parts) : null;
}
