import { randomBytes } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "./core/context.ts";
import { setMark } from "./database/schema.ts";

/** Time for which requests share one answer, in milliseconds. */
const SHARED_MS = 1_000;
/** Longest wait for a write, in milliseconds: below what those who poll wait for an answer. */
const WRITE_MAX_MS = 2_000;
/** Enough that it cannot hide in what the disk has reserved already. */
const PROBE_BYTES = 4_096;

/** Proves that the server can do its work: that rows are committed and that files are stored. */
export class Readiness {
  private proof: Promise<void> | null = null;
  private provenAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly filesDir: string,
  ) {}

  /** Resolves if a row was committed and a file was stored within the last second. @throws {Error} with the reason */
  prove(): Promise<void> {
    const now = performance.now();
    if (this.proof && now - this.provenAt < SHARED_MS) return this.proof;
    this.provenAt = now;
    this.proof = this.write();
    // Whoever asks hears of it.
    this.proof.catch(() => undefined);
    return this.proof;
  }

  private async write(): Promise<void> {
    const nonce = randomBytes(8).toString("hex");
    await within(WRITE_MAX_MS, "the database", setMark(this.database, "written", nonce));
    await within(WRITE_MAX_MS, "the folder of files", storeFile(join(this.filesDir, `.ready-${nonce}`)));
  }
}

async function storeFile(path: string): Promise<void> {
  try {
    const file = await open(path, "wx");
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES, 1));
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

async function within(ms: number, what: string, write: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} takes no write within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([write, late]);
  } finally {
    clearTimeout(timer);
    // It may still end after that.
    write.catch(() => undefined);
  }
}
