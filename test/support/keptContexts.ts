import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";

/** A context that is used again, and the page that keeps its process from ending with the page of a test. */
interface Kept {
  readonly key: string;
  readonly context: BrowserContext;
  readonly parked: Page;
  readonly devtools: CDPSession;
}

/**
 * Contexts of one forum that tests use in turn. The first page of a new context costs twice the processor time of a later
 * one: a process starts and compiles all scripts. From test to test a context keeps the files that the forum lets browsers
 * keep, and nothing else: no cookie, no storage, no permission, no page.
 */
export class KeptContexts {
  private readonly idle: Kept[] = [];
  private readonly taken = new Map<BrowserContext, Kept>();

  constructor(
    private readonly chromium: Browser,
    private readonly url: string,
  ) {}

  /** Gives a context that nobody uses; a new one if there is none with these options. */
  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options);
    const index = this.idle.findIndex((each) => each.key === key);
    const kept = index >= 0 ? this.idle.splice(index, 1)[0]! : await this.open(key, options);
    this.taken.set(kept.context, kept);
    return kept.context;
  }

  /** Takes a context back and empties it; one that was never kept is closed. */
  async giveBack(context: BrowserContext): Promise<void> {
    const kept = this.taken.get(context);
    this.taken.delete(context);
    const isEmpty = kept !== undefined && (await this.empty(kept).catch(() => false));
    if (isEmpty) this.idle.push(kept);
    else await context.close();
  }

  /** Closes all that are idle. */
  async close(): Promise<void> {
    await Promise.all(this.idle.splice(0).map(({ context }) => context.close()));
  }

  private async open(key: string, options: BrowserContextOptions): Promise<Kept> {
    const context = await this.chromium.newContext({ ...options, baseURL: this.url });
    const parked = await context.newPage();
    await parked.goto("/robots.txt");
    return { key, context, parked, devtools: await context.newCDPSession(parked) };
  }

  /** @returns true if nothing is left of the test that used the context */
  private async empty({ context, parked, devtools }: Kept): Promise<boolean> {
    if (parked.isClosed()) return false;
    for (const event of ["page", "request", "response", "console"] as const)
      context.removeAllListeners(event);
    const pages = context.pages().filter((page) => page !== parked);
    await Promise.all(pages.map((page) => page.close()));
    await context.setOffline(false);
    await context.clearPermissions();
    await context.clearCookies();
    await devtools.send("Storage.clearDataForOrigin", {
      origin: this.url,
      storageTypes: "local_storage,indexeddb,cache_storage,service_workers,file_systems,shared_storage",
    });
    return true;
  }

  /** Tells whether a page only keeps a process. */
  isParked(page: Page): boolean {
    return this.taken.get(page.context())?.parked === page;
  }
}
