import { LRUCache } from "lru-cache";
import { DomainError } from "../core/errors.ts";
import type { EncodedBody } from "./encodings.ts";
import { type Freshness, TagVersions } from "./tagVersions.ts";

/** Memory for finished pages, compressed, in bytes. */
const CACHE_MAX_BYTES = 32_000_000;
/** Memory of a page besides its body and its tags, in bytes. */
const PAGE_BYTES = 1_000;
const TAG_BYTES = 40;
/** Under writing a page that may age is made anew this often at most. */
const AGED_LIFETIME_MS = 2_000;
/** A page that is due is still sent for as long while a new one is being made. */
const OVERDUE_MS = 3_000;
/** A page may be behind what ages it by as much. */
export const BEHIND_MAX_MS = AGED_LIFETIME_MS + OVERDUE_MS;

/** A finished page for visitors, or for members with the same permissions. */
export interface FinishedPage {
  readonly status: number;
  /** Address that it leads to instead; it has no body then. */
  readonly location?: string;
  readonly body: EncodedBody;
  readonly policy: string;
  /** Changes with the body and the policy. */
  readonly etag: string;
  /** Tags of what it shows: "thread:5", "user:3", "lists". */
  readonly tags: readonly string[];
  /** Age at which it is made anew, for what changes without an event (view counts, relative times). */
  readonly lifetimeMs: number;
  /** False for what only this visitor should get. */
  readonly cacheable: boolean;
  /** Members for whom it is another page. */
  readonly exceptions: ReadonlySet<number>;
}

interface CachedPage {
  readonly page: FinishedPage;
  /** Version of the tags when its data were read. */
  readonly version: number;
  /** Time at which it was begun, by the monotonic clock. */
  readonly begunAt: number;
}

interface Rendering {
  readonly version: number;
  readonly result: Promise<CachedPage>;
}

/** Use of a page cache since the program started. */
export interface CacheUse {
  readonly hits: number;
  readonly misses: number;
  /** Memory of the finished pages. */
  readonly bytes: number;
}

/**
 * Finished pages of visitors and of members with the same permissions, bounded by size; the least used go first. A page is rendered once however many ask for it,
 * and lives until something that it shows has changed.
 */
export class PageCache {
  readonly versions = new TagVersions();
  private readonly pages: LRUCache<string, CachedPage>;
  private readonly renderings = new Map<string, Rendering>();
  private asked = 0;
  private rendered = 0;

  constructor(maxSize = CACHE_MAX_BYTES) {
    const sizeCalculation = ({ page: { body, tags } }: CachedPage): number =>
      PAGE_BYTES + tags.length * TAG_BYTES + body.size;
    this.pages = new LRUCache({ maxSize, sizeCalculation });
  }

  /** Use of the cache so far; whoever waits for the rendering of another request has hit. */
  get use(): CacheUse {
    return { hits: this.asked - this.rendered, misses: this.rendered, bytes: this.pages.calculatedSize };
  }

  /**
   * Gives a page that is current, rendering it if there is none.
   *
   * @returns the page; `isNew` if this call rendered it
   */
  async page(
    key: string,
    render: () => Promise<FinishedPage>,
  ): Promise<{ readonly page: FinishedPage; readonly isNew: boolean }> {
    const arrival = this.versions.version;
    this.asked++;
    for (;;) {
      const cached = this.pages.get(key);
      const rendering = this.renderings.get(key);
      const freshness = cached ? this.freshness(cached) : "outdated";
      if (cached && (freshness === "fresh" || (freshness === "ageing" && rendering))) {
        return { page: cached.page, isNew: false };
      }
      if (!rendering) return { page: (await this.begin(key, render)).page, isNew: true };
      const joined = await shared(rendering);
      if (joined && !joined.page.cacheable) {
        this.rendered++;
        return { page: await render(), isNew: true };
      }
      // One that began after this call saw all that this caller may know of.
      const isCurrent = joined && (rendering.version >= arrival || this.freshness(joined) !== "outdated");
      if (isCurrent) return { page: joined.page, isNew: false };
    }
  }

  /** Adds Brotli to a cached page that is asked for often. */
  async compressFurther(key: string): Promise<void> {
    const cached = this.pages.peek(key);
    if (!cached || !(await cached.page.body.compressFurther())) return;
    // Set again, since it has grown.
    if (this.pages.peek(key) === cached) this.pages.set(key, cached);
  }

  private begin(key: string, render: () => Promise<FinishedPage>): Promise<CachedPage> {
    const { version } = this.versions;
    const begunAt = performance.now();
    this.rendered++;
    const result = render()
      .then((page) => {
        const cached = { page, version, begunAt };
        if (page.cacheable && this.freshness(cached) !== "outdated") this.pages.set(key, cached);
        return cached;
      })
      .finally(() => this.renderings.delete(key));
    this.renderings.set(key, { version, result });
    return result;
  }

  private freshness({ page, version, begunAt }: CachedPage): Freshness {
    const freshness = this.versions.freshness(page.tags, version);
    if (freshness === "outdated") return "outdated";
    const overdue =
      performance.now() - begunAt - (freshness === "ageing" ? AGED_LIFETIME_MS : page.lifetimeMs);
    if (overdue < 0) return "fresh";
    return overdue < OVERDUE_MS ? "ageing" : "outdated";
  }
}

/** Waits for what another request renders; null if only that one was refused. */
async function shared(rendering: Rendering): Promise<CachedPage | null> {
  try {
    return await rendering.result;
  } catch (error) {
    if (error instanceof DomainError && error.code === "RATE_LIMITED") return null;
    throw error;
  }
}
