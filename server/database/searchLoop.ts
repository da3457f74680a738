import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import type { IndexFile } from "../core/searchIndex.ts";
import { SearchFile } from "./searchFile.ts";

/** Pause between two pieces of work that nobody waits for, in milliseconds. */
const PAUSE_MS = 5;

/** Works on the index file in small pieces, so that what is queued waits for one piece of other work at most. */
export class SearchLoop implements IndexFile {
  private readonly file: SearchFile;
  private tidying: Promise<void> | null = null;
  private closing = false;

  /** @param report hears of errors in work that nobody waits for */
  constructor(
    databaseFile: string,
    private readonly report: (error: unknown) => void,
  ) {
    this.file = new SearchFile(databaseFile);
  }

  async drain(): Promise<void> {
    while (!this.closing && this.file.indexQueued()) {
      this.file.mergeSlice();
      await nextTurn();
    }
    this.tidy();
  }

  async catchUp(): Promise<void> {
    await this.drain();
    while (!this.closing && this.file.rebuildNext() !== null) await nextTurn();
    await this.drain();
  }

  async rebuild(): Promise<number> {
    this.file.beginRebuild();
    let documents = 0;
    for (let batch = this.file.rebuildNext(); batch !== null; batch = this.file.rebuildNext()) {
      documents += batch;
      await nextTurn();
    }
    while (this.file.mergeSlice()) await nextTurn();
    return documents;
  }

  settle(): Promise<number> {
    return Promise.resolve(this.file.settle());
  }

  /** Ends after the piece that is being worked on. */
  async close(): Promise<void> {
    this.closing = true;
    await this.tidying;
    this.file.close();
  }

  /** Goes on with a rebuild that was cut short or has become due, and merges, until nothing is left to do. */
  private tidy(): void {
    this.tidying ??= this.tidyUp()
      .catch(this.report)
      .finally(() => (this.tidying = null));
  }

  private async tidyUp(): Promise<void> {
    while (!this.closing && (this.file.rebuildNext() !== null || this.file.mergeSlice()))
      await wait(PAUSE_MS);
  }
}
