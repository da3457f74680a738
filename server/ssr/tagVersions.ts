/** Tags that are remembered; the oldest are forgotten as changed by everything. */
const TAGS_MAX = 20_000;

/** Verdict on a finished page: current, current but for a row or a number, or wrong. */
export type Freshness = "fresh" | "ageing" | "outdated";

/**
 * Counts changes per tag ("thread:5", "lists"), so that a page is known to be outdated by what it shows and not by every
 * write. A change that must be seen at once outdates; one that may be seen a moment later ages.
 */
export class TagVersions {
  private readonly outdated = new Map<string, number>();
  private readonly aged = new Map<string, number>();
  private current = 0;
  /** Pages from before this version are outdated, whatever they show. */
  private floor = 0;

  /** Number of changes so far; read before the data of a page. */
  get version(): number {
    return this.current;
  }

  /** Makes what shows one of these tags outdated. */
  outdate(tags: readonly string[]): void {
    this.note(this.outdated, tags);
  }

  /** Makes what shows one of these tags age. */
  age(tags: readonly string[]): void {
    this.note(this.aged, tags);
  }

  /** Makes everything outdated. */
  outdateAll(): void {
    this.floor = ++this.current;
    this.outdated.clear();
    this.aged.clear();
  }

  /** Judges something with these tags whose data were read at version `since`. */
  freshness(tags: readonly string[], since: number): Freshness {
    if (since === this.current) return "fresh";
    if (since < this.floor) return "outdated";
    const changed = (versions: Map<string, number>) =>
      tags.some((tag) => {
        const version = versions.get(tag);
        return version !== undefined && version > since;
      });
    if (changed(this.outdated)) return "outdated";
    return changed(this.aged) ? "ageing" : "fresh";
  }

  private note(versions: Map<string, number>, tags: readonly string[]): void {
    this.current++;
    for (const tag of tags) {
      // Moved to the end, so that the first is the one that changed longest ago.
      versions.delete(tag);
      versions.set(tag, this.current);
    }
    while (versions.size > TAGS_MAX) {
      const [[tag, version]] = versions as unknown as [[string, number]];
      versions.delete(tag);
      this.floor = Math.max(this.floor, version);
    }
  }
}
