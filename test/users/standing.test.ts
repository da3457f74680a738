import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { Refusal, type Person } from "../support/person.ts";
import { plain } from "../attachments/material.ts";

/** Members who are banned or whose registration is not through: what they are told, and what they still read. */

const STANDINGS = [
  ["BANNED", "ACCOUNT_BANNED", -4009],
  ["UNDER_REVIEW", "UNDER_REVIEW", -3003],
  ["REFUSED", "REVIEW_REFUSED", -4007],
  ["IGNORED", "REVIEW_IGNORED", -4008],
  ["FIELDS_MISSING", "SIGN_IN_FIELDS_MISSING", -3007],
] as const;

let forum: Forum;
let keeper: Person;
let friend: Person;
let categoryId: string;
let threadId: string;
let picture: Buffer;
beforeAll(async () => {
  forum = await Forum.open();
  keeper = await forum.admin();
  friend = await forum.member();
  categoryId = await forum.categoryId();
  picture = await plain(40, 40).png().toBuffer();
  threadId = (
    await keeper.graphql(
      `mutation ($c: ID!) { publishThread(input: {categoryId: $c, title: "Open", body: "For all"}) { id } }`,
      { c: categoryId },
    )
  ).publishThread.id;
});
afterAll(() => forum.close());

const standing = (person: Person, status: string): Promise<unknown> =>
  keeper.graphql(
    `mutation ($id: ID!, $s: UserStatus!) { setUserStatus(userId: $id, status: $s, reason: "Because") { id } }`,
    { id: person.id, s: status },
  );

const refusalOf = async (asking: Promise<unknown>): Promise<{ code: string; legacyCode?: number }> => {
  const refusal: unknown = await asking.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(refusal instanceof Refusal)) throw new Error(`Not refused: ${String(refusal)}`);
  return {
    code: refusal.code,
    ...(refusal.legacyCode === undefined ? {} : { legacyCode: refusal.legacyCode }),
  };
};

describe.each(STANDINGS)("a member who is %s", (status, code, number) => {
  test("is told so by whatever they try, never that their group may not", async () => {
    const member = await forum.member();
    await standing(member, status);
    const actions: Record<string, string> = {
      publish: `publishThread(input: {categoryId: "${categoryId}", title: "T", body: "B"}) { id }`,
      reply: `replyToThread(input: {threadId: "${threadId}", body: "Hi"}) { id }`,
      like: `setThreadLiked(threadId: "${threadId}", liked: true) { id }`,
      favourite: `setThreadFavorite(threadId: "${threadId}", favorite: true) { id }`,
      follow: `followUser(userId: "${friend.id}") { id }`,
      block: `blockUser(userId: "${friend.id}") { id }`,
      message: `sendMessage(input: {userId: "${friend.id}", body: "Hi"}) { id }`,
      draft: `saveDraft(input: {title: "T", body: "B"}) { id }`,
      report: `reportContent(input: {threadId: "${threadId}", reason: SPAM}) { id }`,
      settings: `saveSettings(entries: []) { id }`,
    };
    for (const [name, action] of Object.entries(actions)) {
      const asking = member.graphql(`mutation { ${action} }`);
      expect([name, await refusalOf(asking)]).toEqual([name, { code, legacyCode: number }]);
    }
    expect(await refusalOf(member.upload("a.png", picture))).toEqual({ code, legacyCode: number });
  });

  test("learns from their own account why, and nobody else does", async () => {
    const member = await forum.member();
    await standing(member, status);

    const { viewer } = await member.graphql(`{ viewer { id status statusReason viewerCannotReason } }`);
    expect(viewer).toEqual({
      id: String(member.id),
      status,
      statusReason: "Because",
      viewerCannotReason: code,
    });
    const seen = await friend.graphql(`query ($id: ID!) { user(id: $id) { viewerCannotReason } }`, {
      id: member.id,
    });
    expect(seen.user.viewerCannotReason).toBeNull();
    expect((await friend.graphql(`{ viewer { viewerCannotReason } }`)).viewer.viewerCannotReason).toBeNull();
  });
});

describe.each(STANDINGS.filter(([status]) => status !== "UNDER_REVIEW" && status !== "FIELDS_MISSING"))(
  "a member who is %s",
  (status, code, number) => {
    test("reads what visitors read and nothing of their own, at once", async () => {
      const member = await forum.member();
      const sent = await friend.upload("secret.png", picture);
      await friend.graphql(
        `mutation ($u: ID!, $a: ID!) { sendMessage(input: {userId: $u, body: "Hush", attachmentId: $a}) { id } }`,
        { u: member.id, a: sent.id },
      );
      const loose = await member.upload("loose.png", picture);
      await member.graphql(`mutation { saveDraft(input: {title: "Mine", body: "B"}) { id } }`);
      await member.graphql(`mutation ($t: ID!) { setThreadFavorite(threadId: $t, favorite: true) { id } }`, {
        t: threadId,
      });
      const waiting = await member.graphql(
        `mutation ($c: ID!) { publishThread(input: {categoryId: $c, title: "W", body: "B"}) { id } }`,
        { c: categoryId },
      );
      await keeper.graphql(
        `mutation ($t: ID!) { setThreadApproval(threadId: $t, approval: PENDING) { id } }`,
        {
          t: waiting.publishThread.id,
        },
      );
      const own = [
        "dialogs(first: 5) { nodes { id } }",
        `dialog(userId: "${friend.id}") { messages(first: 5) { nodes { body } } }`,
        "drafts { id }",
        "notifications(entry: ACCOUNT) { nodes { id } }",
        "threads(filter: {favorite: true}) { nodes { id } }",
        "blockedUsers { nodes { id } }",
        "sessions { id }",
        "pushDevices { id }",
      ];
      for (const question of own) await member.graphql(`{ ${question} }`);
      for (const { url } of [sent, loose]) expect((await member.get(url)).status).toBe(200);

      await standing(member, status);

      for (const question of own)
        expect([question, await refusalOf(member.graphql(`{ ${question} }`))]).toEqual([
          question,
          { code, legacyCode: number },
        ]);
      for (const { url } of [sent, loose]) expect((await member.get(url)).status).toBe(404);
      expect((await member.get("/events")).status).toBe(204);
      const thread = `query ($t: ID!) { thread(id: $t) { id viewerHasFavorited } }`;
      expect((await member.graphql(thread, { t: threadId })).thread).toEqual({
        id: threadId,
        viewerHasFavorited: false,
      });
      expect(await refusalOf(member.graphql(thread, { t: waiting.publishThread.id }))).toMatchObject({
        code: "NOT_FOUND",
      });
      const { unreadCounts, viewer } = await member.graphql(
        `{ unreadCounts { total } viewer { email watchesReplied watches(target: THREAD) { nodes { id } } } }`,
      );
      expect(unreadCounts.total).toBe(0);
      expect(viewer).toMatchObject({ email: null, watchesReplied: null });

      await standing(member, "NORMAL");
      expect((await member.graphql(`{ drafts { title } }`)).drafts).toEqual([{ title: "Mine" }]);
    });
  },
);
