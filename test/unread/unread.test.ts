import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkUnreadCounts } from "../../server/features/unread/repair.service.ts";
import { wrongUnreadCounts } from "../support/countsBySpec.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { act, publish, reply } from "../threads/content.ts";

let forum: Forum;
let categoryId: string;
let people: Person[];
beforeAll(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
  people = [await forum.member(), await forum.member(), await forum.moderator()];
});
afterAll(() => forum.close());

const SEND = `mutation ($id: ID!) { sendMessage(input: {userId: $id, body: "Hi"}) { id } }`;

/** Something that somebody tries; whether it is allowed does not matter, only that the counts stay true. */
const step = fc.record({
  who: fc.nat(2),
  whom: fc.nat(2),
  what: fc.constantFrom(
    "reply",
    "comment",
    "mention",
    "like",
    "likePost",
    "essence",
    "send",
    "readDialog",
    "deleteDialog",
    "markList",
    "markAll",
    "markSome",
    "unmarkSome",
    "deleteSome",
    "restoreSome",
    "deliver",
  ),
  which: fc.nat(99),
  wanted: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

test("whatever members do, in any order and at the same moment, what is kept as unread is what is unread", async () => {
  const threads: string[] = [];
  const posts: { id: string; threadId: string }[] = [];
  for (const person of people) threads.push((await publish(person, { categoryId })).id);

  const someIds = async (which: number, table = "notifications"): Promise<string[]> => {
    const found = await forum.rows<{ id: number }>(`SELECT n.id FROM ${table} n ORDER BY n.id DESC LIMIT 40`);
    return found.filter((_, index) => (index + which) % 3 === 0).map(({ id }) => String(id));
  };
  async function attempt({ who, whom, what, which, wanted }: Step): Promise<void> {
    const person = people[who]!;
    const peer = people[whom]!;
    const threadId = threads[which % threads.length]!;
    const post = posts[which % Math.max(1, posts.length)];
    if (what === "reply" || (!post && (what === "comment" || what === "likePost"))) {
      posts.push({ id: (await reply(person, threadId)).id, threadId });
    } else if (what === "comment") {
      const id = (await reply(person, post!.threadId, { replyToPostId: post!.id })).id;
      posts.push({ id, threadId: post!.threadId });
    } else if (what === "mention") await reply(person, threadId, { body: `@${peer.nickname} hello` });
    else if (what === "like") await act(person, "setThreadLiked", { threadId, liked: wanted });
    else if (what === "likePost") await act(person, "setPostLiked", { postId: post!.id, liked: wanted });
    else if (what === "essence") await act(people[2]!, "setThreadEssence", { threadId, essence: wanted });
    else if (what === "send") await person.graphql(SEND, { id: peer.id });
    else if (what === "readDialog")
      await person.graphql(`mutation ($id: ID!) { markDialogRead(userId: $id) { unread } }`, { id: peer.id });
    else if (what === "deleteDialog")
      await person.graphql(`mutation ($id: ID!) { deleteDialog(userId: $id) }`, { id: peer.id });
    else if (what === "markList")
      await person.graphql(`mutation { markNotificationsRead(entry: THREAD) { count } }`);
    else if (what === "markAll") await person.graphql(`mutation { markNotificationsRead { count } }`);
    else if (what === "deliver") await forum.delivered();
    else {
      const name = {
        markSome: "markNotificationsRead",
        unmarkSome: "markNotificationsUnread",
        deleteSome: "deleteNotifications",
        restoreSome: "restoreNotifications",
      }[what];
      await person.graphql(`mutation ($ids: [ID!]!) { ${name}(ids: $ids) { count } }`, {
        ids: await someIds(which, what === "restoreSome" ? "deleted_notices" : "notifications"),
      });
    }
  }

  const property = fc.asyncProperty(
    fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 10, maxLength: 40 }),
    async (rounds) => {
      for (const together of rounds) {
        await Promise.all(
          together.map((each) =>
            attempt(each).catch((error: { code?: string }) => {
              expect(["NOT_FOUND", "FORBIDDEN", "CANNOT_MESSAGE_SELF"]).toContain(error.code);
            }),
          ),
        );
      }
      await forum.delivered();
      expect(await wrongUnreadCounts(forum)).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: Number(process.env["UNREAD_RUNS"] ?? 6) });

  expect(await forum.rows("SELECT id FROM outbox")).toEqual([]);
  const sides = await forum.rows<{ unread: number; n: number }>(
    `SELECT s.unread, (SELECT COUNT(*) FROM messages m WHERE m.dialogId = s.dialogId AND m.authorId = s.peerId
       AND m.id > s.readUpTo AND m.id > s.deletedUpTo) AS n FROM dialog_sides s`,
  );
  for (const { unread, n } of sides) expect(Number(n)).toBe(unread);
}, 120_000);

test("an unread number that is wrong is put right with a warning", async () => {
  const ada = await forum.member();
  await forum.delivered();
  await forum.write((ctx) =>
    ctx.db.query("UPDATE unread_counts SET `liked` = 7, `system` = 0 WHERE userId = ?", [ada.id]),
  );

  expect(await wrongUnreadCounts(forum)).toEqual([
    { counter: "unread.system", id: ada.id, stored: 0, counted: 1 },
    { counter: "unread.liked", id: ada.id, stored: 7, counted: 0 },
  ]);
  expect(await checkUnreadCounts(forum.app.context())).toEqual([
    { userId: ada.id, column: "system", kept: 0, counted: 1 },
    { userId: ada.id, column: "liked", kept: 7, counted: 0 },
  ]);
  expect((await ada.graphql(`{ unreadCounts { total account } }`)).unreadCounts).toEqual({
    total: 1,
    account: 1,
  });
  expect(forum.logLines.join("")).toContain("unread count was wrong");
  expect(await wrongUnreadCounts(forum)).toEqual([]);
});
