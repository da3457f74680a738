import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Logger } from "../core/logger.ts";
import type { IndexFile } from "../core/searchIndex.ts";
import { SearchLoop } from "./searchLoop.ts";
import type { SearchAnswer, SearchCall, SearchRequest } from "./searchThread.ts";

/** The thread's program; it exists in the built server alone. */
const THREAD = join(import.meta.dirname, "searchThread.js");
/** Memory of the thread besides SQLite's. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 };

interface Pending {
  resolve(result: number): void;
  reject(error: Error): void;
}

/**
 * The index file as the program sees it. The built server writes it in a thread; a server that runs from its sources, in
 * development and tests, in the main thread. Either starts with the first call, and again after it has failed.
 */
export class SearchHost implements IndexFile {
  private worker: Worker | null = null;
  private loop: SearchLoop | null = null;
  private readonly pending = new Map<number, Pending>();
  private calls = 0;
  private closed = false;

  constructor(
    private readonly databaseFile: string,
    private readonly log: Logger,
  ) {}

  async drain(): Promise<void> {
    await this.call("drain");
  }

  async catchUp(): Promise<void> {
    await this.call("catchUp");
  }

  rebuild(): Promise<number> {
    return this.call("rebuild");
  }

  settle(): Promise<number> {
    return this.call("settle");
  }

  /** Finishes the piece of work that runs and lets go of the file. */
  async close(): Promise<void> {
    if (this.closed) return;
    if (this.worker || this.loop) await this.call("close");
    this.closed = true;
  }

  private async call(call: SearchCall): Promise<number> {
    if (this.closed) throw new Error("The search index is closed.");
    if (existsSync(THREAD)) return this.callThread(call);
    this.loop ??= new SearchLoop(this.databaseFile, (error) => this.complain(error));
    return (await this.loop[call]()) ?? 0;
  }

  private callThread(call: SearchCall): Promise<number> {
    const worker = (this.worker ??= this.startThread());
    const request: SearchRequest = { id: ++this.calls, call };
    return new Promise((resolve, reject) => {
      this.pending.set(request.id, { resolve, reject });
      // A command that waits for an answer stays alive until it has it.
      worker.ref();
      worker.postMessage(request);
    });
  }

  private startThread(): Worker {
    const worker = new Worker(THREAD, { workerData: this.databaseFile, resourceLimits: THREAD_LIMITS });
    worker.on("message", ({ id, result, error }: SearchAnswer) => {
      const pending = id === null ? undefined : this.pending.get(id);
      if (id !== null) this.pending.delete(id);
      if (this.pending.size === 0) worker.unref();
      if (error === undefined) pending?.resolve(result ?? 0);
      else if (pending) pending.reject(new Error(error));
      else this.complain(error);
    });
    let reason: Error | null = null;
    worker.on("error", (error) => (reason = error));
    worker.on("exit", () => {
      if (this.worker === worker) this.worker = null;
      for (const { reject } of this.pending.values())
        reject(reason ?? new Error("The search index is closed."));
      this.pending.clear();
    });
    return worker;
  }

  private complain(error: unknown): void {
    this.log.warn({ error: String(error) }, "the search index could not be tidied up; it is tried again");
  }
}
