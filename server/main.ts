import "reflect-metadata";
import { setFlagsFromString } from "node:v8";
import type { App } from "./app.ts";
import { openControl } from "./cli/control.ts";
import { carryOut } from "./cli/plugin.ts";
import { loadConfig } from "./config.ts";
import { StartError } from "./core/startError.ts";
import { ForumServer } from "./transfer/page/serve.ts";

/** Longest time to finish what is running after a signal, in milliseconds. */
const DRAIN_MS = 8_000;
/**
 * Percent by which the heap may grow from one full collection to the next. V8 would let it become up to four times as
 * large while memory is free, and half of what a busy forum held was garbage (decision 0405).
 */
const HEAP_GROWING_PERCENT = 100;

/** Options of `luntan start`. */
export interface StartOptions {
  /** Starts on a database that a newer version of the program has migrated. */
  readonly force?: boolean;
  /** Runs without plugins. */
  readonly safe?: boolean;
}

/**
 * Starts the server: config → database → app → listen. Says where it is, and how to become its administrator.
 * @param failed hears of a forum that cannot open again after a community has moved in
 */
export async function start(options: StartOptions, failed: (error: unknown) => void): Promise<Running> {
  const config = loadConfig();
  const server = await ForumServer.open(config, options, {
    opened: (app, address) => greet(app, address, options),
    closed: () => void process.stdout.write("A community moves in; the forum opens afterwards.\n"),
    failed,
  });
  const endControl = await openControl(config.dataDir, (request) =>
    server.current
      ? carryOut(server.current, request)
      : Promise.resolve({ error: "A community is moving in; ask again afterwards." }),
  );
  return { server, close: () => (endControl?.(), server.close()) };
}

/** A server that runs. */
export interface Running {
  readonly server: ForumServer;
  close(): Promise<void>;
}

function greet({ config: { publicUrl }, setupUrl }: App, address: string, options: StartOptions): void {
  const lines = [`Luntan is running: ${publicUrl} (listening on ${address})`];
  if (setupUrl)
    lines.push("", "Create the first administrator here (the link works once):", `  ${setupUrl}`, "");
  if (options.safe) lines.push("Plugins are left out until the next start.");
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Starts the server and stops it on a signal, at once on the second. */
export async function main(options: StartOptions = {}): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  let running: Running;
  try {
    running = await start(options, (error) => void giveUp(error));
  } catch (error) {
    return giveUp(error);
  }
  let stopping = false;
  const stop = (code: number): void => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    running.close().then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  process.on("SIGTERM", () => stop(0));
  process.on("SIGINT", () => stop(0));
  process.on("uncaughtException", (error) => {
    running.server.log.error({ error: String(error.stack) }, "uncaught exception");
    stop(1);
  });
  process.on("unhandledRejection", (reason) => {
    running.server.log.error(
      { error: String(reason instanceof Error ? reason.stack : reason) },
      "unhandled rejection",
    );
  });
}

/** Says why the program cannot serve, and ends it. */
async function giveUp(error: unknown): Promise<never> {
  const message =
    error instanceof StartError ? error.message : String(error instanceof Error ? error.stack : error);
  // Whatever is open still must not keep a program alive that serves nobody.
  await new Promise<void>((resolve) => process.stderr.write(`${message}\n`, () => resolve()));
  process.exit(1);
}
