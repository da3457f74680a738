import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sentence } from "../../../core/locale.ts";
import type { ImportMoney, ImportPhase, ImportSource } from "./importPage.view.ts";

const STATE_FILE = "state.json";
const UPLOAD_FILE = "upload";
const UPLOAD_NOTE = "upload.json";
const SITE_FOLDERS_MAX = 100;
const OWNER_ONLY = 0o600;

/** Account of the owner, which comes back if the import fails. */
export interface OwnerNote {
  readonly username: string;
  readonly nickname: string;
  readonly passwordHash: string;
}

/** Result of a dry run; plain values, as JSON holds them. */
export interface ImportSummary {
  readonly counts: Readonly<Record<string, number>>;
  readonly remarks: Readonly<Record<string, number>>;
  readonly losses: Readonly<Record<string, number>>;
  readonly money: ImportMoney | null;
  /** Names of the administrators, the first ten. */
  readonly administrators: readonly string[];
}

/** Moving in from the page, as the file in the data folder holds it. Addresses of databases are never in it. */
export interface ImportRun {
  readonly phase: ImportPhase;
  readonly source: ImportSource;
  readonly startedAt: string;
  /** Process of the server in which a dry run was started. */
  readonly processId: string;
  readonly step: string;
  readonly problem: Sentence | null;
  readonly summary: ImportSummary | null;
  readonly owner: OwnerNote | null;
}

/** Places in the folder of a community that moves in. */
export const places = (folder: string) => ({
  /** The community in the neutral format. */
  community: join(folder, "community"),
  upload: join(folder, UPLOAD_FILE),
  arriving: join(folder, `${UPLOAD_FILE}.part`),
  /** Folder whose sub-folders the operator fills with files of the old site. */
  site: join(folder, "site"),
});

function readJson<T>(location: string): T | null {
  try {
    return JSON.parse(readFileSync(location, "utf8")) as T;
  } catch {
    return null;
  }
}

function writeJson(folder: string, name: string, value: unknown): void {
  mkdirSync(folder, { recursive: true });
  const location = join(folder, name);
  writeFileSync(`${location}.part`, JSON.stringify(value), { mode: OWNER_ONLY, flush: true });
  renameSync(`${location}.part`, location);
}

/** Reads how far moving in is; null before the first dry run. */
export const readRun = (folder: string): ImportRun | null => readJson<ImportRun>(join(folder, STATE_FILE));

/** Notes how far moving in is. */
export const writeRun = (folder: string, run: ImportRun): void => writeJson(folder, STATE_FILE, run);

/** Reads the name and size of the uploaded file; null if there is none. */
export const readUpload = (folder: string): { name: string; bytes: number } | null =>
  readJson(join(folder, UPLOAD_NOTE));

/** Makes the file that has arrived whole the uploaded one. */
export function takeUpload(folder: string, name: string, bytes: number): void {
  const { arriving, upload } = places(folder);
  renameSync(arriving, upload);
  writeJson(folder, UPLOAD_NOTE, { name, bytes });
}

/** Removes all that came of a community; files of the old site are the operator's. */
export function clearFolder(folder: string): void {
  const { community, upload, arriving } = places(folder);
  for (const location of [community, upload, arriving, join(folder, UPLOAD_NOTE), join(folder, STATE_FILE)])
    rmSync(location, { recursive: true, force: true });
}

/** Lists the folders with files of old sites. */
export function listSiteFolders(folder: string): string[] {
  try {
    return readdirSync(places(folder).site, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
      .slice(0, SITE_FOLDERS_MAX);
  } catch {
    return [];
  }
}

/** Gives the size of the file that is arriving; 0 if there is none. */
export function arrivedBytes(folder: string): number {
  try {
    return statSync(places(folder).arriving).size;
  } catch {
    return 0;
  }
}
