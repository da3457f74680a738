import { expect, test } from "vitest";
import { knowRoutes, matchPage } from "../../client/pageMatch.ts";
import { routes } from "../../client/routes.tsx";
import { PAGES } from "../pages/pageList.ts";
import { modules } from "../support/modules.ts";

test("every address of the forum is visited in a browser: test/pages/pageList.ts names it", () => {
  const visited = Object.values(PAGES).flat();
  knowRoutes(routes);
  const missing = routes
    .filter(({ path }) => !path.startsWith("/dev/"))
    .filter(({ path }) => !visited.some((page) => matchPage(page.split("?")[0]!)!.route.path === path))
    .map(({ path }) => path);
  expect(missing).toEqual([]);
});

test("a module has one page, since the page of an address is found by its module once it is loaded", () => {
  const pages = /\bdefinePage\(/g;
  const wrong = modules
    .filter(({ path, code }) => path.startsWith("client/") && [...code.matchAll(pages)].length > 1)
    .map(({ path }) => path);
  expect(wrong).toEqual([]);
});
