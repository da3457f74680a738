import "reflect-metadata";
import { createApp, type App } from "./app.ts";
import { loadConfig } from "./config.ts";
import { CollationError } from "./database/collation.ts";
import { DatabaseAwayError } from "./database/mysql.ts";
import { DatabaseInUseError } from "./database/sqlite.ts";

/** Longest time to finish what is running after a signal, in milliseconds. */
const DRAIN_MS = 8_000;

/** Starts the server: config → database → app → listen. Says where it is, and how to become its administrator. */
export async function start(): Promise<App> {
  const config = loadConfig();
  const app = await createApp(config);
  const address = await app.listen();
  const lines = [`Luntan is running: ${config.publicUrl} (listening on ${address})`];
  if (app.setupUrl)
    lines.push("", "Create the first administrator here (the link works once):", `  ${app.setupUrl}`, "");
  process.stdout.write(`${lines.join("\n")}\n`);
  return app;
}

/** Starts the server and stops it on a signal, at once on the second. */
export async function main(): Promise<void> {
  let app: App;
  try {
    app = await start();
  } catch (error) {
    const known =
      error instanceof DatabaseInUseError ||
      error instanceof DatabaseAwayError ||
      error instanceof CollationError ||
      (error instanceof Error && /configuration|needs MariaDB|EADDRINUSE/.test(error.message));
    process.stderr.write(`${known ? (error as Error).message : String((error as Error).stack ?? error)}\n`);
    process.exitCode = 1;
    return;
  }
  let stopping = false;
  const stop = (code: number): void => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    app.close().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", () => stop(0));
  process.on("SIGINT", () => stop(0));
  process.on("uncaughtException", (error) => {
    app.services.log.error({ error: String(error.stack) }, "uncaught exception");
    stop(1);
  });
  process.on("unhandledRejection", (reason) => {
    app.services.log.error(
      { error: String(reason instanceof Error ? reason.stack : reason) },
      "unhandled rejection",
    );
  });
}
