import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

const COUNTS = `{ groups { id memberCount } }`;

test("an administrator sees how many members each group has; for others that is no question", async () => {
  const admin = await forum.admin();
  const groupId = await forum.group(["viewThreads"]);
  const reader = await forum.join(groupId);
  await forum.join(groupId);
  const empty = await forum.group(["viewThreads"]);

  const countOf = async (id: number) =>
    (await admin.graphql(COUNTS)).groups.find((group: { id: string }) => group.id === String(id)).memberCount;
  expect(await countOf(groupId)).toBe(2);
  expect(await countOf(empty)).toBe(0);
  for (const person of [reader, forum.visitor()])
    for (const { memberCount } of (await person.graphql(COUNTS)).groups) expect(memberCount).toBeNull();
});

test("all groups are counted by one statement", async () => {
  const admin = await forum.admin();
  const costOf = () => forum.countSettled(() => admin.graphql(COUNTS));
  const few = await costOf();
  for (let made = 0; made < 5; made++) await forum.group([`viewThreads`]);
  expect(await costOf()).toBe(few);
});
