import { beforeEach, expect, test } from "vitest";
import { EXEMPT_PAGES } from "../../client/platform/pageLists.ts";
import { safeAddress, saveAddress, takeAddress } from "../../client/platform/savedAddress.ts";

const KEY = "__jump_url";

beforeEach(() => sessionStorage.clear());

test.each([
  "/",
  "/thread/5?page=2#post-3",
  "/my",
  "/my/edit?x=1",
  "/user/7",
  "/forum",
  "/category/2",
  "/wallet",
  "/wallet/recharge?payment=3",
  "/forum/partner-invite",
])("%s is returned to", (address) => {
  expect(safeAddress(address)).toBe(address);
});

test.each(EXEMPT_PAGES.filter((path) => path.startsWith("/user/")))(
  "%s is not returned to, nor what begins so",
  (path) => {
    expect(safeAddress(path)).toBeNull();
    expect(safeAddress(`${path}?a=1`)).toBeNull();
    expect(safeAddress(`${path}/more`)).toBeNull();
  },
);

test.each([
  "https://evil.example/thread/1",
  "//evil.example",
  "/\\evil.example",
  "javascript:alert(1)",
  "thread/1",
  "/404",
  "/500",
  "/close",
  "/setup?token=x",
  "",
])("%j leads nowhere", (address) => {
  expect(safeAddress(address)).toBeNull();
});

test("a whole address of this site is as good as its path", () => {
  expect(safeAddress(`${location.origin}/thread/5?page=2`)).toBe("/thread/5?page=2");
});

test("the address is kept for the session, given back once, and forgotten", () => {
  saveAddress("/thread/5");
  expect(sessionStorage.getItem(KEY)).toBe("/thread/5");
  expect(takeAddress({ keep: true })).toBe("/thread/5");
  expect(takeAddress()).toBe("/thread/5");
  expect(takeAddress()).toBeNull();
});

test("the sign-in page does not take the place of what it interrupted", () => {
  saveAddress("/thread/5");
  saveAddress("/user/username-login?next=%2F");
  expect(takeAddress()).toBe("/thread/5");
});

test("what somebody else has put there is not trusted", () => {
  sessionStorage.setItem(KEY, "https://evil.example/");
  expect(takeAddress()).toBeNull();
});
