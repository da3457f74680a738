import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";

const ASK = `query ($prefix: String!, $threadId: ID) { mentionCandidates(prefix: $prefix, threadId: $threadId) { nickname } }`;

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

test("who takes part in the thread is offered first, oneself and authors without a name never", async () => {
  const ada = await forum.member();
  const early = await forum.member();
  const taking = await forum.member();
  const shy = await forum.member();
  const publish = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
  const input = { categoryId: await forum.categoryId(), title: "T", body: "B", isAnonymous: true };
  const { publishThread } = await shy.graphql(publish, { input });
  const reply = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;
  await shy.graphql(reply, { input: { threadId: publishThread.id, body: "Mine" } });
  await taking.graphql(reply, { input: { threadId: publishThread.id, body: "Hello" } });

  const names = async (prefix: string, threadId: string | null): Promise<string[]> =>
    (await ada.graphql(ASK, { prefix, threadId })).mentionCandidates.map(
      ({ nickname }: { nickname: string }) => nickname,
    );

  expect((await names("person", publishThread.id))[0]).toBe(taking.nickname);
  expect(await names("", publishThread.id)).toEqual([taking.nickname]);
  expect(await names("PERSON", null)).toContain(early.nickname);
  expect(await names("person", null)).not.toContain(ada.nickname);
  expect(await names("%", null)).toEqual([]);
});
