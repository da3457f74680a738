import { use } from "react";
import type { Ask } from "./apollo/answers.ts";
import type { Page, PageAddress } from "./page.ts";
import { beginRouteWait } from "./platform/routeProgress.ts";
import { withinRouteTimeout } from "./platform/routeLoad.ts";
import { matchPage, type PageRoute } from "./routes.tsx";

const loading = new Map<string, Promise<Page>>();
const loaded = new Map<string, Page>();

/** A failure is shown this long before it may be tried again. */
const FORGET_FAILURE_MS = 1_000;

/**
 * Loads the page of a route, once; a failure may be tried again.
 * @param isFirst the page that the server rendered: it can be read, so its code may take its time
 * @throws {RouteLoadError}
 */
export function loadPage(route: PageRoute, isFirst = false): Promise<Page> {
  let promise = loading.get(route.module);
  if (!promise) {
    const load = isFirst ? route.load() : withinRouteTimeout(route.module, route.load);
    promise = load.then((page) => {
      loaded.set(route.module, page);
      return page;
    });
    promise.catch(() => loading.delete(route.module));
    loading.set(route.module, promise);
  }
  return promise;
}

/** Loads of pages that somebody waits for, so that each is waited for once and a failure is thrown and not tried again. */
const awaited = new WeakMap<PageRoute, Promise<Page>>();

/** The page of a route; suspends until it has loaded. */
export function useRoutePage(route: PageRoute): Page {
  const page = loaded.get(route.module);
  if (page) return page;
  let promise = awaited.get(route);
  if (!promise) {
    promise = loadPage(route);
    awaited.set(route, promise);
    const end = beginRouteWait();
    promise.then(end, () => {
      end();
      setTimeout(() => awaited.delete(route), FORGET_FAILURE_MS);
    });
  }
  return use(promise);
}

/** Fetches the code of a page that somebody is about to open. */
export function preloadPage(pathname: string): void {
  loadPage(matchPage(pathname).route).catch(() => undefined);
}

/** The queries of a page at an address. */
export function asksOf(page: Page, address: PageAddress): Ask[] {
  return page.queries?.(address) ?? [];
}
