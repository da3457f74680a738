import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { DocumentParts } from "./document.ts";

/** Memory for finished pages, in bytes. */
const CACHE_MAX_BYTES = 32_000_000;
/** Maximum age of a page, for what changes without an event (counters, relative times). */
const PAGE_LIFETIME_MS = 60_000;

/** A finished page for visitors. */
export interface CachedPage {
  readonly status: number;
  readonly parts: DocumentParts;
  /** Hosts that the statistics script of the page may report to. */
  readonly reportHosts: string;
  readonly etag: string;
  /** Tags of the page: "thread:5", "lists". An event that names a tag makes the page outdated. */
  readonly tags: readonly string[];
}

/** Finished pages of visitors, bounded by size; the least used go first. */
export class PageCache {
  private readonly pages = new LRUCache<string, CachedPage>({
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: ({ parts }) => parts.reduce((sum, part) => sum + (part?.length ?? 0), 1),
    ttl: PAGE_LIFETIME_MS,
    dispose: (page, key) => this.untag(page, key),
  });
  private readonly keysByTag = new Map<string, Set<string>>();
  private epoch = 0;

  /** Changes with every invalidation: a page rendered from older data is not kept. */
  get version(): number {
    return this.epoch;
  }

  get(key: string): CachedPage | undefined {
    return this.pages.get(key);
  }

  /** Keeps a page, unless something was invalidated since `version`. @returns the page with its ETag */
  put(key: string, page: Omit<CachedPage, "etag">, version: number): CachedPage {
    // A page that is the same comes without its policy, so another policy makes it another page.
    const hash = createHash("sha1").update(page.reportHosts);
    for (const part of page.parts) if (part) hash.update(part);
    const kept = { ...page, etag: `"${hash.digest("base64url")}"` };
    if (version !== this.epoch) return kept;
    this.pages.set(key, kept);
    for (const tag of page.tags) {
      const keys = this.keysByTag.get(tag);
      if (keys) keys.add(key);
      else this.keysByTag.set(tag, new Set([key]));
    }
    return kept;
  }

  /** Drops the pages that show one of these things. */
  forget(...tags: string[]): void {
    this.epoch++;
    for (const tag of tags) for (const key of [...(this.keysByTag.get(tag) ?? [])]) this.pages.delete(key);
  }

  /** Drops everything. */
  clear(): void {
    this.epoch++;
    this.pages.clear();
    this.keysByTag.clear();
  }

  private untag(page: CachedPage, key: string): void {
    for (const tag of page.tags) {
      const keys = this.keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.keysByTag.delete(tag);
    }
  }
}
