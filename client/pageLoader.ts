import { use } from "react";
import type { Ask } from "./apollo/answers.ts";
import type { Page, PageAddress, PageRoute } from "./page.ts";
import { findPage, loadRoutes, matchPage, type PageMatch } from "./pageMatch.ts";
import { beginRouteWait } from "./platform/routeProgress.ts";
import { withinRouteTimeout } from "./platform/routeLoad.ts";

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

/** Loads that somebody waits for, so that each is waited for once and a failure is thrown and not tried again. */
const awaited = new Map<PageRoute | "routes", Promise<unknown>>();

function waitFor(what: PageRoute | "routes", load: () => Promise<unknown>): Promise<unknown> {
  let promise = awaited.get(what);
  if (!promise) {
    promise = load();
    awaited.set(what, promise);
    const end = beginRouteWait();
    promise.then(end, () => {
      end();
      setTimeout(() => awaited.delete(what), FORGET_FAILURE_MS);
    });
  }
  return promise;
}

/** The route of a path; suspends until the whole table of routes has loaded if that takes it. */
export function usePageMatch(pathname: string): PageMatch {
  if (!matchPage(pathname)) use(waitFor("routes", loadRoutes));
  return matchPage(pathname)!;
}

/** The page of a route; suspends until it has loaded. */
export function useRoutePage(route: PageRoute): Page {
  if (!loaded.has(route.module)) use(waitFor(route, () => loadPage(route)));
  return loaded.get(route.module)!;
}

/** Fetches the code of a page that somebody is about to open. */
export function preloadPage(pathname: string): void {
  findPage(pathname)
    .then(({ route }) => loadPage(route))
    .catch(() => undefined);
}

/** The queries of a page at an address. */
export function asksOf(page: Page, address: PageAddress): Ask[] {
  return page.queries?.(address) ?? [];
}
