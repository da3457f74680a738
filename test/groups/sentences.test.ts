import { expect, test } from "vitest";
import { ALL_PERMISSIONS, CATEGORY_PERMISSIONS } from "../../server/core/permissions.ts";
import { extentOf, PERMISSION_SECTIONS, withExtent } from "../../client/features/groups/permissionGrid.ts";
import { permissionSentence } from "../../client/features/groups/permissionSentence.ts";

const NAMES: Readonly<Record<string, string>> = { "1": "Tea", "2": "Bread", "3": "Books", "4": "Maps" };
const nameOf = (id: string): string => NAMES[id]!;

test("every permission of the server stands once in the grid, per category exactly where the server knows that", () => {
  const rows = PERMISSION_SECTIONS.flatMap(({ permissions, scoped }) =>
    permissions.map((permission) => ({ permission: permission as string, scoped })),
  );
  expect(rows.map(({ permission }) => permission).sort()).toEqual([...ALL_PERMISSIONS].sort());
  const scoped = rows.filter((row) => row.scoped).map(({ permission }) => permission);
  expect(scoped.sort()).toEqual([...CATEGORY_PERMISSIONS].sort());
});

test.each([
  ["en", "thread.reply", "all", "Members may reply to threads."],
  ["en", "thread.reply", [], "Members may not reply to threads."],
  ["en", "createThread", ["1", "2"], "Members may publish threads in Tea, Bread."],
  [
    "en",
    "createThread",
    ["1", "2", "3", "4"],
    "Members may publish threads in Tea, Bread, Books and 1 more.",
  ],
  ["en", "publishNeedBindPhone", "all", "Members must bind a phone before they publish."],
  ["zh-CN", "thread.reply", "all", "成员可以回复帖子"],
  ["zh-CN", "thread.reply", [], "成员不可以回复帖子"],
  ["zh-CN", "createThread", ["1"], "成员可以在“Tea”发帖"],
  ["zh-CN", "createThreadWithCaptcha", "all", "成员发帖前必须通过验证码"],
] as const)("in %s, %s for %j reads: %s", (locale, permission, extent, sentence) => {
  expect(permissionSentence(locale, permission, extent, nameOf)).toBe(sentence);
});

test("grants are read and changed without touching others", () => {
  const grants = new Set(["user.view", "category1.thread.reply", "category2.thread.reply"]);
  expect(extentOf(grants, "thread.reply")).toEqual(["1", "2"]);
  expect(extentOf(grants, "user.view")).toBe("all");
  expect(extentOf(grants, "createThread")).toEqual([]);

  const everywhere = withExtent(grants, "thread.reply", "all");
  expect([...everywhere].sort()).toEqual(["thread.reply", "user.view"]);
  expect([...withExtent(everywhere, "thread.reply", ["2"])].sort()).toEqual([
    "category2.thread.reply",
    "user.view",
  ]);
  expect([...withExtent(everywhere, "thread.reply", [])]).toEqual(["user.view"]);
});
