import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { askerOf, pollOf, startPoll, vote } from "./polling.ts";

/** Moderators merge threads that have polls. */
const MERGE = `mutation ($input: MergeThreadsInput!) { mergeThreads(input: $input) { id } }`;

let forum: Forum;
let admin: Person;
let asker: Person;
let voter: Person;
beforeAll(async () => {
  forum = await Forum.open();
  [admin, asker, voter] = [await forum.admin(), await askerOf(forum), await forum.member()];
});
afterAll(() => forum?.close());

const merge = (threadId: string, intoThreadId: string): Promise<unknown> =>
  admin.graphql(MERGE, { input: { threadId, intoThreadId } });
const write = async (title: string): Promise<string> =>
  (await publish(voter, { categoryId: await forum.categoryId(), title })).id;

test("the poll of a merged thread moves along with its votes, and voting goes on", async () => {
  const source = await startPoll(forum, asker, {}, { title: "Where shall we eat tomorrow at noon?" });
  await vote(voter, source, "Soup");
  const before = await pollOf(voter, source);
  const target = await write("Plans");

  await merge(source, target);

  const moved = await pollOf(voter, target);
  expect(moved).toMatchObject({ id: before.id, voterCount: 1, myOptionIds: before.myOptionIds });
  expect(moved.options).toEqual(before.options);
  expect(moved.title).toMatch(/^Where shall we eat/);
  expect([...moved.title].length).toBeLessThanOrEqual(25);
  expect(await vote(asker, target, "Rice")).toMatchObject({ voterCount: 2 });
});

test("a question of the poll's own stays, and a thread without a poll goes into one that has it", async () => {
  const source = await startPoll(forum, asker, { title: "Which?" });
  const target = await write("Here");
  await merge(source, target);
  expect((await pollOf(voter, target)).title).toBe("Which?");
  await merge(await write("There"), target);
  expect((await pollOf(voter, target)).title).toBe("Which?");
});

test("two threads with polls stay as they are, with the reason", async () => {
  const [one, other] = [await startPoll(forum, asker), await startPoll(forum, asker)];
  await vote(voter, one, "Soup");
  await expect(merge(one, other)).rejects.toMatchObject({
    code: "INVALID_PARAMETER",
    message: "Both threads have a poll, so they cannot be merged.",
  });
  expect(await pollOf(voter, one)).toMatchObject({ voterCount: 1 });
  expect(await pollOf(voter, other)).toMatchObject({ voterCount: 0 });
});
