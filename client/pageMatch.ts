import { matchRoutes, type Params } from "react-router-dom";
import { firstRoutes } from "./firstRoutes.ts";
import type { PageRoute } from "./page.ts";
import { withinRouteTimeout } from "./platform/routeLoad.ts";

const firstWord = (path: string): string => path.split("/", 2).join("/").toLowerCase();

/** Routes by the first word of their paths. */
function byFirstWord(routes: readonly PageRoute[]): Map<string, readonly PageRoute[]> {
  const groups = new Map<string, readonly PageRoute[]>();
  for (const route of routes) {
    const word = firstWord(route.path);
    groups.set(word, [...(groups.get(word) ?? []), route]);
  }
  return groups;
}

/** Addresses that another address has taken over. */
const MOVED: Readonly<Record<string, string>> = {
  "/user/login": "/user/username-login",
  "/user/find-password": "/user/reset-password",
  "/my/renew": "/forum/partner-invite",
};

/** Gives the address that another one has moved to, with its query; undefined if it has not moved. */
export function movedTo(pathname: string, search: string): string | undefined {
  return Object.hasOwn(MOVED, pathname) ? MOVED[pathname]! + search : undefined;
}

/** A route and the values that its pattern took from an address. */
export interface PageMatch {
  readonly route: PageRoute;
  readonly params: Params;
}

/** Matches of paths that were asked for lately; the router compiles every pattern that it is given at each match. */
const matches = new Map<string, PageMatch>();
const MATCHES_MAX = 500;

const firstGroups = byFirstWord(firstRoutes);
let allGroups: ReadonlyMap<string, readonly PageRoute[]> | undefined;

/** Makes the whole table known. */
export function knowRoutes(routes: readonly PageRoute[]): void {
  allGroups = byFirstWord(routes);
}

/**
 * Finds the page of a path; undefined if that takes the whole table and it has not been loaded (`loadRoutes`). With the
 * whole table every path has a page. The router is given the routes that begin like the path (decision 0172).
 */
export function matchPage(pathname: string): PageMatch | undefined {
  const known = matches.get(pathname);
  if (known) return known;
  const word = firstWord(pathname);
  const match =
    matchAmong(firstGroups.get(word), pathname) ??
    (allGroups && (matchAmong(allGroups.get(word), pathname) ?? matchAmong(allGroups.get("*"), pathname)));
  if (!match) return undefined;
  if (matches.size >= MATCHES_MAX) matches.clear();
  matches.set(pathname, match);
  return match;
}

function matchAmong(routes: readonly PageRoute[] | undefined, pathname: string): PageMatch | undefined {
  return routes && matchRoutes([...routes], { pathname })?.at(-1);
}

/** True for a route of the part of the table that every first page brings. */
export function isFirstRoute(route: PageRoute): boolean {
  return firstRoutes.includes(route);
}

/** Loads the whole table of routes. @throws {RouteLoadError} */
export async function loadRoutes(): Promise<void> {
  const { routes } = await withinRouteTimeout("routes.tsx", () => import("./routes.tsx"));
  knowRoutes(routes);
}

/** Finds the page of a path, after loading the whole table if that takes it. @throws {RouteLoadError} */
export async function findPage(pathname: string): Promise<PageMatch> {
  if (!matchPage(pathname)) await loadRoutes();
  return matchPage(pathname)!;
}
