import { existsSync } from "node:fs";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { createApp, type App } from "../../app.ts";
import type { Config } from "../../config.ts";
import { secretKeyFile } from "../../core/secrets.ts";
import { NO_PAGES } from "../../ssr/pages.ts";

/** Folder below the data folder for a copy of an SQLite file, which only one process opens. */
const COPY_FOLDER = "html-export";

/** Runs work with the program on the forum of the configuration, also while a server has it open. */
export async function besideServer<T>(config: Config, work: (app: App) => Promise<T>): Promise<T> {
  // A copy reads more than a visitor may within a minute.
  const own: Config = { ...config, logLevel: "warn", rateLimitFactor: 0, pageCache: false };
  if (config.databaseUrl) return run(own, work);
  const dataDir = join(config.dataDir, COPY_FOLDER);
  // One that was ended may have left its copy.
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir, { mode: 0o700 });
  try {
    copyDatabase(join(config.dataDir, "luntan.db"), join(dataDir, "luntan.db"));
    const key = secretKeyFile(config.dataDir);
    if (existsSync(key)) await copyFile(key, secretKeyFile(dataDir));
    return await run({ ...own, dataDir }, work);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Copies a database of SQLite into a new file, as it is at this moment, while others write. */
export function copyDatabase(file: string, target: string): void {
  const connection = new Sqlite(file, { readonly: true });
  try {
    connection.prepare("VACUUM INTO ?").run(target);
  } finally {
    connection.close();
  }
}

async function run<T>(config: Config, work: (app: App) => Promise<T>): Promise<T> {
  const app = await createApp(config, { pages: NO_PAGES, safe: true });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
