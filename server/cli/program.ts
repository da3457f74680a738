import { createApp, type App, type AppOptions } from "../app.ts";
import { loadConfig } from "../config.ts";
import { NO_PAGES } from "../ssr/pages.ts";

/**
 * Runs work with the program on the configured database: no port, no clock, only warnings in the log.
 * @throws {StartError} if the program cannot start, such as when a server has the SQLite file open
 */
export async function withProgram<T>(
  work: (app: App) => Promise<T>,
  options: Pick<AppOptions, "discardSecrets" | "isImporting"> = {},
): Promise<T> {
  const app = await createApp({ ...loadConfig(), logLevel: "warn" }, { ...options, pages: NO_PAGES });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
