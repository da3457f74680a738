import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../server/core/sql.ts";
import { Forum } from "../support/forum.ts";
import { publish } from "./content.ts";

const LIST = `query ($filter: ThreadFilter) { threads(filter: $filter, sort: NEWEST) { nodes { id } } }`;

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

const idsFor = async (person: ReturnType<Forum["visitor"]>, filter: object): Promise<string[]> =>
  (await person.graphql(LIST, { filter })).threads.nodes.map(({ id }: { id: string }) => id);

test("moderators find what was refused, and nobody else does", async () => {
  const author = await forum.member();
  const moderator = await forum.moderator();
  const { id } = await publish(author, { categoryId: await forum.categoryId() });
  await moderator.graphql(`mutation { setThreadApproval(threadId: "${id}", approval: IGNORED) { id } }`);

  expect(await idsFor(moderator, { refused: true })).toEqual([id]);
  expect(await idsFor(moderator, { pending: true })).not.toContain(id);
  expect(await idsFor(moderator, {})).not.toContain(id);
  await expect(idsFor(author, { refused: true })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(idsFor(forum.visitor(), { refused: true })).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
});

test("lists are narrowed to a span of time: its beginning counts, its end does not", async () => {
  const author = await forum.member();
  const { id } = await publish(author, { categoryId: await forum.categoryId() });
  await forum.write((ctx) =>
    run(ctx, "UPDATE threads SET createdAt = ? WHERE id = ?", ["2020-05-02 00:00:00.000", Number(id)]),
  );
  const between = (publishedFrom: string, publishedBefore: string) =>
    idsFor(forum.visitor(), { publishedFrom, publishedBefore });

  expect(await between("2020-05-02T00:00:00Z", "2020-05-03T00:00:00Z")).toEqual([id]);
  expect(await between("2020-05-01T00:00:00Z", "2020-05-02T00:00:00Z")).toEqual([]);
});
