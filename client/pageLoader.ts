import { use } from "react";
import type { Ask } from "./apollo/answers.ts";
import type { Page, PageAddress } from "./page.ts";
import { matchRoute, type PageRoute } from "./routes.tsx";

const loading = new Map<string, Promise<Page>>();
const loaded = new Map<string, Page>();

/** Loads the page of a route, once; a failure may be tried again. */
export function loadPage(route: PageRoute): Promise<Page> {
  let promise = loading.get(route.module);
  if (!promise) {
    promise = route.load().then((page) => {
      loaded.set(route.module, page);
      return page;
    });
    promise.catch(() => loading.delete(route.module));
    loading.set(route.module, promise);
  }
  return promise;
}

/** The page of a route; suspends until it has loaded. */
export function useRoutePage(route: PageRoute): Page {
  return loaded.get(route.module) ?? use(loadPage(route));
}

/** Fetches the code of a page that somebody is about to open. */
export function preloadPage(pathname: string): void {
  loadPage(matchRoute(pathname).route).catch(() => undefined);
}

/** The queries of a page at an address. */
export function asksOf(page: Page, address: PageAddress): Ask[] {
  return page.queries?.(address) ?? [];
}
