import { hashOf, type AuditRow } from "./audit.ts";

/** End of the chain as stored in the row beside it, which each new entry updates in the same transaction. */
export interface ChainEnd {
  readonly entries: number;
  readonly hash: string;
}

/** An entry with its place and link. */
export interface ChainLink extends AuditRow {
  readonly id: number;
  readonly hash: string;
}

/** Follows the log from its first entry; give it the end that was read before the entries were. */
export class ChainCheck {
  /** Entries that were looked at. */
  entries = 0;
  /** The first entry that does not fit. */
  brokenAt: number | null = null;
  private previous = "";
  /** The link of the entry that was the last when the end was read. */
  private atEnd = "";

  constructor(private readonly end: ChainEnd | null) {}

  /** Looks at the next entry. @returns false once the chain is broken */
  take(entry: ChainLink): boolean {
    this.entries++;
    if (entry.previousHash !== this.previous || hashOf(entry) !== entry.hash) {
      this.brokenAt = Number(entry.id);
      return false;
    }
    this.previous = entry.hash;
    if (this.entries === Number(this.end?.entries)) this.atEnd = entry.hash;
    return true;
  }

  /** Nothing was changed, taken out or cut off; entries that came since the end was read are no damage. */
  get intact(): boolean {
    const { end } = this;
    if (this.brokenAt !== null) return false;
    // Before the first start there is neither an end nor an entry.
    if (end === null) return this.entries === 0;
    return this.entries >= Number(end.entries) && this.atEnd === end.hash;
  }

  /** The link of the last entry: who notes it elsewhere knows later whether the log was made anew. */
  get head(): string {
    return this.previous;
  }
}
