import fc from "fast-check";
import { expect, test } from "vitest";
import { safeAddress } from "../../client/platform/savedAddress.ts";
import { loginAddress } from "../../client/session/useViewer.ts";

/** Nobody is led away from the site after a sign-in, however the address is written; the browser's own URL is the judge. */

const HOST = location.host;

test.each([
  "/.//localhost:3000",
  "/x/..//localhost:3000/thread/5",
  "/.//evil.test/x",
  "/x/..//evil.test/x",
  "/%2e//evil.test/x",
  "/./\\evil.test/x",
  `http://${HOST}//evil.test/x`,
  "/%2E%2e//evil.test/x",
  "/x/%2e%2e/\\evil.test/x",
  `HTTP://${HOST}/.//evil.test/x`,
])("%j, one of the forms that led away once, leads nowhere", (address) => {
  expect(new URL(address, location.origin).pathname).toMatch(/^\/\//);
  expect(safeAddress(address)).toBeNull();
});

test.each([
  "//evil.test",
  "///evil.test",
  "\\\\evil.test",
  "/\\evil.test",
  "/\t/evil.test",
  "/\n\\evil.test",
  "/%2Fevil.test",
  "/%5Cevil.test",
  "/%09/evil.test",
  "/%252Fevil.test",
  "/%2e%2e%2f%2fevil.test",
  "/%2F%zz",
  `/%${"25".repeat(9)}2Fevil.test`,
  " //evil.test",
  "http:evil.test",
  "http:///evil.test",
  `http://${HOST}@evil.test/`,
  `http://evil.test@${HOST}/thread/1`,
  `http://:secret@${HOST}/thread/1`,
  `http://${HOST}.evil.test/`,
  `https://${HOST}/thread/1`,
  "javascript:alert(1)//",
  "data:text/html,x",
  "ftp://evil.test/",
  "?next=/",
  "#reply",
])("%j leads nowhere", (address) => {
  expect(safeAddress(address)).toBeNull();
  expect(loginAddress(address)).toBe("/user/username-login");
});

test.each(["/USER/login", "/%75ser/login", "/x/../user/login", "/%63lose"])(
  "%j is a page that is not returned to, in another writing",
  (address) => {
    expect(safeAddress(address)).toBeNull();
  },
);

test.each([
  ["/search?keyword=//evil.test", "/search?keyword=//evil.test"],
  ["/search?keyword=100%25", "/search?keyword=100%25"],
  ["/topic/100%25", "/topic/100%25"],
  ["/topic/论坛", "/topic/%E8%AE%BA%E5%9D%9B"],
  ["/thread/5//", "/thread/5//"],
  ["/my/../thread/5#post-3", "/thread/5#post-3"],
])("%j is returned to as %j", (address, expected) => {
  expect(safeAddress(address)).toBe(expected);
});

const PIECES = [
  ..."/\\.:@?#%&= \t\r\n",
  ..."//|\\\\|/.|/..|%2e|%2f|%5c|%252f|%09|%00|evil.test|http:|HTTPS://|javascript:|data:|localhost".split(
    "|",
  ),
  ..."my|thread|5|user|login|论坛|\u202e|\ud800|\u3002|／|\uff0e".split("|"),
  HOST,
  location.origin,
  `${location.origin}/`,
];
const hostile = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })), {
  maxLength: 12,
});

test("whatever is written, what is returned to lies where the browser would have gone, on this site, behind one slash", () => {
  fc.assert(
    fc.property(hostile, fc.boolean(), (pieces, rooted) => {
      const address = (rooted ? "/" : "") + pieces.join("");
      const safe = safeAddress(address);
      if (safe === null) return;
      expect(safe).toMatch(/^\/(?![/\\])/);
      const meant = new URL(address, location.origin);
      const reached = new URL(safe, `${location.origin}/user/username-login?next=x`);
      expect(reached.href).toBe(`${location.origin}${meant.pathname}${meant.search}${meant.hash}`);
      expect([meant.origin, meant.username, meant.password]).toEqual([location.origin, "", ""]);
      // A reader that unescapes once more stays here as well.
      const unescaped = reached.pathname.replace(/%2f/gi, "/").replace(/%5c/gi, "\\").replace(/%2e/gi, ".");
      const again = new URL(unescaped.replace(/%0[9ad]/gi, ""), location.origin);
      expect(again.origin).toBe(location.origin);
      expect(again.pathname).not.toMatch(/^\/\//);
    }),
    { numRuns: 20_000 },
  );
});

test("every plain address of the site is returned to", () => {
  const segment = fc.string({ unit: fc.constantFrom(..."abc-_~论坛éß09"), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 5 }), fc.webQueryParameters(), (segments, query) => {
      const address = `/t${segments.map((each) => `/${each}`).join("")}?${query}`;
      const { pathname, search } = new URL(address, location.origin);
      expect(safeAddress(address)).toBe(pathname + search);
      expect(safeAddress(location.origin + address)).toBe(pathname + search);
    }),
    { numRuns: 2_000 },
  );
});
