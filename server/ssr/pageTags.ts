import { mentionedIn } from "../core/markdown/mentions.ts";

/** Tag of all pages with rows of several threads, members or topics. */
export const LISTS = "lists";

/** Types whose changes outdate the pages that show them. */
const TAGGED: ReadonlySet<unknown> = new Set(["Thread", "Post", "User", "Topic"]);
/** Fields that hold what plugins ask for, under the names that pages give them. */
const PLUGIN_DATA = /pluginData$/i;
/** Fields that hold texts, which name members. */
const TEXT = /bodyHtml$/i;
const THREAD_PATH = /^\/thread\/(\d{1,15})$/;

/** Gives the thread whose page an address is; null for other pages. */
export function threadOf(path: string): number | null {
  const match = THREAD_PATH.exec(path);
  return match && Number(match[1]);
}

/** Collects the tags of a page from the answers that it is made of. */
export class PageTags {
  private readonly tags = new Set<string>();
  private readonly isThread: boolean;

  constructor(path: string) {
    const threadId = threadOf(path);
    this.isThread = threadId !== null;
    this.tags.add(threadId === null ? LISTS : `thread:${threadId}`);
  }

  /** Adds what an answer shows. */
  add(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) this.add(item);
      return;
    }
    const { __typename: type, id } = value as { __typename?: unknown; id?: unknown };
    // Events name the thread of a reply, which is enough for the thread's own page.
    if (TAGGED.has(type) && !(this.isThread && type === "Post")) {
      this.tags.add(`${String(type).toLowerCase()}:${String(id)}`);
    }
    for (const key in value) {
      const inner = (value as Record<string, unknown>)[key];
      if (TEXT.test(key) && typeof inner === "string")
        for (const userId of mentionedIn(inner).values()) this.tags.add(`user:${userId}`);
      // What plugins ask for comes as JSON.
      this.add(PLUGIN_DATA.test(key) && typeof inner === "string" ? JSON.parse(inner) : inner);
    }
  }

  /** Lists the tags without duplicates. */
  list(): string[] {
    return [...this.tags];
  }
}
