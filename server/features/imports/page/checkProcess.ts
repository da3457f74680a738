import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Services } from "../../../core/context.ts";
import type { Sentence } from "../../../core/locale.ts";
import { readRun, writeRun, type ImportSummary } from "./importFolder.ts";
import { ImportPhase } from "./importPage.view.ts";

/** Order of a dry run. It goes to the process by its input: the address of a database has a password. */
export interface CheckOrder {
  readonly folder: string;
  readonly source: string;
  /** Address of the database; null reads the uploaded file. */
  readonly connection: string | null;
  readonly address: string;
  /** Folder of the files of the old site; null leaves them out. */
  readonly files: string | null;
  readonly appKey: string | null;
  readonly timeZone: string | null;
  readonly publicUrl: string;
}

/** A line that the process of a dry run writes. */
export type CheckMessage =
  { readonly step: string } | { readonly problem: Sentence } | { readonly summary: ImportSummary };

const running = new WeakMap<Services, ChildProcess>();

/** Starts a dry run in a process of its own, so that a large source takes neither memory nor time from the forum. */
export function startCheck(services: Services, order: CheckOrder): void {
  const { program, folder } = services.importing;
  const child = spawn(process.execPath, [program, "import:check"], { stdio: ["pipe", "pipe", "ignore"] });
  running.set(services, child);
  child.stdin.on("error", () => child.kill("SIGKILL"));
  // Its input stays open: its end tells the process that the server is gone.
  child.stdin.write(`${JSON.stringify(order)}\n`);
  const note = (message: CheckMessage): void => {
    const run = readRun(folder);
    // Another process of the server may have taken everything back.
    if (run?.phase !== ImportPhase.CHECKING || running.get(services) !== child) return;
    if ("step" in message) writeRun(folder, { ...run, step: message.step });
    else if ("summary" in message)
      writeRun(folder, { ...run, phase: ImportPhase.CHECKED, step: "", summary: message.summary });
    else writeRun(folder, { ...run, phase: ImportPhase.FAILED, step: "", problem: message.problem });
  };
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    const message = parseMessage(line);
    if (message) note(message);
  });
  const end = (reason: string): void =>
    note({
      problem: {
        zh: `试运行意外中止（${reason}）。`,
        en: `The dry run ended early (${reason}).`,
      },
    });
  child.on("error", (error) => end((error as NodeJS.ErrnoException).code ?? "no process"));
  child.on("close", (exitCode, signal) => {
    end(signal ?? `code ${exitCode}`);
    if (running.get(services) === child) running.delete(services);
  });
}

/** Ends the dry run of this process of the server, if there is one. */
export function endCheck(services: Services): void {
  const child = running.get(services);
  running.delete(services);
  child?.kill("SIGKILL");
}

/** Other lines come from what compiles the program during development. */
function parseMessage(line: string): CheckMessage | null {
  if (!line.startsWith("{")) return null;
  try {
    return JSON.parse(line) as CheckMessage;
  } catch {
    return null;
  }
}
