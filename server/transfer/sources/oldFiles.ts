import { createHmac, randomBytes } from "node:crypto";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { extensionOf } from "../../features/attachments/fileKinds.ts";
import { jsonOf } from "./values.ts";

const MEMORY_FILE = "reader.json";
const KEY_BYTES = 32;
const NAME_LENGTH = 32;
/** Free ids between the largest member and the one for deleted authors, for who joins before the next run. */
const GHOST_DISTANCE = 10_000;

/** Memory of a reader in the folder, so that a second run gives the same paths and ids. */
export interface Memory {
  /** Key of the names of files, in hex: who knows an old address cannot guess the new one. */
  readonly key: string;
  /** Id of the member in place of deleted authors. */
  readonly ghostId: number;
}

/** Reads what an earlier run remembered in a folder, or begins it. */
export async function openMemory(folder: string, largestMemberId: number): Promise<Memory> {
  const location = join(folder, MEMORY_FILE);
  const text = await readFile(location, "utf8").catch(() => "");
  const before = jsonOf(text) as Partial<Memory> | undefined;
  const key = /^[\da-f]{64}$/.test(before?.key ?? "") ? before!.key! : randomBytes(KEY_BYTES).toString("hex");
  const earlier = Number(before?.ghostId ?? 0);
  const memory = { key, ghostId: earlier > largestMemberId ? earlier : largestMemberId + GHOST_DISTANCE };
  // All at once: a new key would name all files again.
  await writeFile(`${location}.part`, `${JSON.stringify(memory)}\n`, { mode: 0o600, flush: true });
  await rename(`${location}.part`, location);
  return memory;
}

/** Files of an old site in a folder, and their paths in the neutral format. */
export class OldFiles {
  constructor(
    private readonly folder: string | null,
    private readonly key: string,
  ) {}

  /** Finds a file by its path below the folder, by the first of several that exists; null if none does. */
  async find(paths: readonly string[]): Promise<{ path: string; location: string; bytes: number } | null> {
    for (const path of paths) {
      const location = this.location(path);
      const info = location === null ? null : await stat(location).catch(() => null);
      if (info?.isFile()) return { path, location: location!, bytes: info.size };
    }
    return null;
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

  /** The location of a path; null for one that leads out of the folder. */
  private location(path: string): string | null {
    const parts = path.replaceAll("\\", "/").split("/");
    const isInside = !path.includes("\0") && parts.every((part) => part !== "..");
    return this.folder !== null && isInside ? join(this.folder, ...parts) : null;
  }
}
