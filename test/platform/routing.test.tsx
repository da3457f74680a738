import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BrowserRouter, Link, useLocation } from "react-router-dom";
import { useLinkClicks } from "../../client/layout/useLinkClicks.ts";
import { useScroll } from "../../client/layout/useScroll.ts";
import { firstRoutes } from "../../client/firstRoutes.ts";
import { findPage, matchPage } from "../../client/pageMatch.ts";
import { routes } from "../../client/routes.tsx";
import { Html } from "../../client/ui/Html.tsx";
import { Link as PlainLink } from "../../client/ui/Link.tsx";

/** Addresses and their pages, and the router's ways with links, history and scrolling. */
test("the rest of the table is loaded for who leaves lists and threads, and for no one else", async () => {
  expect(matchPage("/thread/5")!.route.path).toBe("/thread/:id");
  expect([matchPage("/admin/groups"), matchPage("/thread/1/2")]).toEqual([undefined, undefined]);
  expect((await findPage("/admin/groups")).route.path).toBe("/admin/groups");
  expect(matchPage("/thread/1/2")!.route.path).toBe("*");
});

test("no first word of an address stands in both parts of the table", () => {
  const wordsOf = (paths: readonly string[]) => new Set(paths.map((path) => path.split("/")[1]!));
  const first = wordsOf(firstRoutes.map(({ path }) => path));
  const later = wordsOf(routes.filter((route) => !firstRoutes.includes(route)).map(({ path }) => path));
  expect([...first].filter((word) => later.has(word))).toEqual([]);
});

test.each(routes.filter(({ path }) => path !== "*").map(({ path }) => path))("%s has a page", (path) => {
  const address = path.replace(":id", "5").replace("*", "7");
  for (const variant of [address, `${address}/`, address.toUpperCase()]) {
    const params = path.includes(":id") ? { id: "5" } : {};
    // The rest of an address is given as it is.
    const rest = path.endsWith("*") ? { "*": variant.slice(path.length - 1) } : {};
    const { route, params: values } = matchPage(variant)!;
    expect([variant, route.path, values]).toEqual([variant, path, { ...params, ...rest }]);
  }
});

test.each([
  ["/thread/post", "features/publishing/PublishPage.tsx", {}],
  ["/thread/comment/8", "features/posts/CommentPage.tsx", { id: "8" }],
  ["/thread/8/edit", "features/publishing/EditThreadPage.tsx", { id: "8" }],
  ["/user/status", "features/auth/StatusPage.tsx", {}],
  ["/user/%E5%B0%8F%E6%BB%A1", "features/users/profile/UserPage.tsx", { id: "小满" }],
  ["/user/a%2Fb", "features/users/profile/UserPage.tsx", { id: "a/b" }],
  ["/category/2", "features/home/HomePage.tsx", { id: "2" }],
])("%s leads to %s with %j", (path, module, params) => {
  const match = matchPage(path)!;
  expect([match.route.module, match.params]).toEqual([module, params]);
});

test.each(["/nothing", "/thread", "/thread/1/2", "/thread%2F5", "//thread/5", "/admin/none", "/constructor"])(
  "%s is not found",
  (path) => expect(matchPage(path)!.route.module).toBe("layout/NotFoundPage.tsx"),
);

/** Pages that the router has shown, in order. */
const shown: string[] = [];

const BODY = `
  <p>
    <a href="/thread/5?page=2#p33">a thread</a> <a href="/files/x/plan.pdf">a file</a>
    <a href="https://example.org/">another site</a> <a href="/forum" target="_blank">a window</a>
    <a href="#p7">a place here</a> <a href="/feed.xml">a feed</a>
  </p>`;

function Frame() {
  const { pathname, search, hash } = useLocation();
  useLinkClicks();
  useScroll();
  shown.push(pathname + search + hash);
  return (
    <>
      <Html html={BODY} />
      <PlainLink to="/?tab=hot" keepScroll>
        a tab
      </PlainLink>
      <Link to="/?tab=digest" state={{ keepScroll: true }}>
        another tab
      </Link>
      <Link to="/topic">topics</Link>
      <PlainLink to="/search">search</PlainLink>
    </>
  );
}

const scrollTo = vi.fn();
const click = (name: string, options = {}) => fireEvent.click(screen.getByRole("link", { name }), options);

beforeEach(() => {
  vi.stubGlobal("scrollTo", scrollTo);
  history.pushState(null, "", "/");
  shown.length = 0;
  scrollTo.mockClear();
  render(
    <BrowserRouter>
      <Frame />
    </BrowserRouter>,
  );
});
afterEach(() => vi.unstubAllGlobals());

test("a link that a member wrote leads through the router", () => {
  // False: the browser does not follow it.
  expect(click("a thread")).toBe(false);
  expect(shown).toEqual(["/", "/thread/5?page=2#p33"]);
  expect(location.href).toMatch(/\/thread\/5\?page=2#p33$/);
});

test.each([
  ["a file", {}],
  ["another site", {}],
  ["a window", {}],
  ["a place here", {}],
  ["a feed", {}],
  ["a thread", { ctrlKey: true }],
  ["a thread", { metaKey: true }],
  ["a thread", { button: 1 }],
])("%s, clicked with %j, is the browser's business", (name, options) => {
  // The test's window cannot load pages, and says so when it should.
  document.addEventListener("click", (event) => event.preventDefault(), { once: true, capture: false });
  click(name, options);
  expect(shown).toEqual(["/"]);
});

test("a new page begins at its top; a link that keeps the place does not", () => {
  for (const name of ["a tab", "another tab"]) click(name);
  expect([shown, scrollTo.mock.calls]).toEqual([["/", "/?tab=hot", "/?tab=digest"], []]);
  click("topics");
  click("search");
  expect(scrollTo.mock.calls).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test("the same page again is no step of the history", () => {
  click("topics");
  const { length } = history;
  click("topics");
  expect(history.length).toBe(length);
  expect(shown.at(-1)).toBe("/topic");
});

test("an address that follows the reader renders nothing, and is what one comes back to", async () => {
  history.replaceState({ ...history.state, place: { number: 12, offset: 40 } }, "", "/?post=12#p12");
  expect(shown).toEqual(["/"]);
  click("topics");
  await act(async () => {
    const back = new Promise((done) => addEventListener("popstate", done, { once: true }));
    history.back();
    await back;
  });
  expect(shown).toEqual(["/", "/topic", "/?post=12#p12"]);
  expect((history.state as { place: unknown }).place).toEqual({ number: 12, offset: 40 });
});
