import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { run } from "../../../server/core/sql.ts";
import { AWAY_MAX_DAYS } from "../../../server/features/notifications/delivery/messages/digest.service.ts";
import { DIGEST_THREADS } from "../../../server/features/notifications/delivery/messages/digestMessage.service.ts";
import { Forum } from "../../support/forum.ts";
import { MailServer } from "../../support/mailServer.ts";
import type { Person } from "../../support/person.ts";
import { act, publish } from "../../threads/content.ts";
import { DAY_MS, giveEmail, linkIn, logOf, pass, send, setMail, stopClock } from "./post.ts";

const SAVE = `mutation ($input: NotificationPreferencesInput!) { saveNotificationPreferences(input: $input) { digest } }`;

let forum: Forum;
let server: MailServer;
let categoryId: string;
let ada: Person;
let bo: Person;
let address: string;
beforeAll(async () => {
  server = await MailServer.open();
});
afterAll(() => server.close());
beforeEach(async () => {
  forum = await Forum.open();
  categoryId = await forum.categoryId();
  await forum.write((ctx) => run(ctx, "UPDATE threads SET visible = 0"));
  await setMail(forum, server);
  server.mails.length = 0;
  stopClock();
  [ada, bo] = [await forum.member(), await forum.member()];
  address = await giveEmail(forum, server, ada);
  // What comes of joining and of being liked is not what these stories are about.
  await ada.graphql(`mutation { markNotificationsRead { count } }`);
});
afterEach(async () => {
  vi.useRealTimers();
  await forum.close();
});

async function digests(): Promise<typeof server.mails> {
  await forum.app.clock.runAll(["claimDigests"]);
  await send(forum);
  return server.to(address);
}

async function publishMany(count: number, title: string): Promise<{ id: string }[]> {
  const made: { id: string }[] = [];
  for (let n = 1; n <= count; n++)
    made.push((await publish(bo, { categoryId, title: `${title} ${n}` })) as { id: string });
  return made;
}

test("who was away for a week hears once of the best new threads, in their language", async () => {
  pass(5 * DAY_MS);
  const threads = await publishMany(DIGEST_THREADS + 2, "Story");
  await act(bo, "setThreadLiked", { threadId: threads[0]!.id, liked: true });
  expect(await digests()).toEqual([]);

  pass(2 * DAY_MS + 1);
  const [mail, ...others] = await digests();
  expect(others).toEqual([]);
  expect(mail!.subject).toContain("What you missed");
  expect(mail!.text).toContain("Story 1\n0 replies · 1 like");
  expect(mail!.text.match(/Story \d/g)).toHaveLength(DIGEST_THREADS);
  expect(mail!.text).toContain("Why you get this: you have not been here for a while");
  expect(await digests()).toHaveLength(1);
});

test("nothing new is no mail; what is unread alone is one", async () => {
  pass(7 * DAY_MS + 1);
  expect(await digests()).toEqual([]);
  expect(await logOf(forum, ada)).toEqual([{ kind: "digest", state: "CANCELLED", error: "EMPTY" }]);

  await ada.graphql(SAVE, { input: { rows: [{ topic: "MESSAGE", channels: ["SITE"] }] } });
  await bo.graphql(`mutation ($id: ID!) { sendMessage(input: {userId: $id, body: "Hi"}) { id } }`, {
    id: ada.id,
  });
  pass(15 * DAY_MS);
  expect((await digests())[0]!.text).toContain("1 unread private message");
});

test("it holds only what its recipient may read, from nobody whom they block", async () => {
  const cy = await forum.member();
  await ada.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: cy.id });
  pass(6 * DAY_MS);
  await publish(ada, { categoryId, title: "My own" });
  pass(1);
  const [gone] = await publishMany(1, "Deleted");
  await publish(cy, { categoryId, title: "From the blocked" });
  await publishMany(1, "Open");
  await act(bo, "deleteThread", { threadId: gone!.id });
  // Publishing was a visit of her own.
  pass(7 * DAY_MS);
  const [mail] = await digests();
  expect(mail!.text).toContain("Open 1");
  expect(mail!.text).not.toMatch(/Deleted|blocked|My own/);

  // A closed group sees nothing, hence gets nothing.
  await forum.write((ctx) => run(ctx, "DELETE FROM group_permissions WHERE groupId = ?", [ada.groupId]));
  pass(6 * DAY_MS);
  await publishMany(1, "Later");
  pass(8 * DAY_MS);
  expect(await digests()).toHaveLength(1);
});

test("daily for who wants it, never for who does not, and one click stops it", async () => {
  await ada.graphql(SAVE, { input: { digest: "DAILY" } });
  await publishMany(1, "Morning");
  pass(DAY_MS + 1);
  const [mail] = await digests();
  expect(mail).toBeUndefined();
  pass(1);
  await publishMany(1, "Evening");
  pass(DAY_MS - 2);
  await digests();
  pass(2);
  const [daily] = await digests();
  expect(daily!.text).toContain("Evening 1");

  const path = `/unsubscribe?token=${linkIn(daily!.text, "/unsubscribe")}`;
  const form = { "content-type": "application/x-www-form-urlencoded" };
  await forum.visitor().request("POST", path, "List-Unsubscribe=One-Click", form);
  await publishMany(1, "Night");
  pass(10 * DAY_MS);
  expect(await digests()).toHaveLength(1);

  // A second click changes nothing about what comes back.
  await forum.visitor().request("POST", path, "List-Unsubscribe=One-Click", form);
  await forum.visitor().request("POST", path, "undo=1", form);
  const { notificationPreferences } = (await ada.graphql(`{ viewer { notificationPreferences { digest } } }`))
    .viewer;
  expect(notificationPreferences.digest).toBe("DAILY");
});

test("who was here lately hears nothing, nor who left half a year ago", async () => {
  pass(6 * DAY_MS);
  await forum.write((ctx) =>
    run(ctx, "UPDATE sessions SET lastSeenAt = ? WHERE userId = ?", [ctx.now, ada.id]),
  );
  await publishMany(1, "Fresh");
  pass(2 * DAY_MS);
  expect(await digests()).toEqual([]);
  expect(await logOf(forum, ada)).toEqual([]);

  pass((AWAY_MAX_DAYS + 10) * DAY_MS);
  const again = await forum.signIn(bo.id, bo.credentials!.username, bo.nickname, bo.groupId);
  await publish(again, { categoryId, title: "Much later" });
  pass(DAY_MS);
  expect(await digests()).toEqual([]);
  expect(await logOf(forum, ada)).toEqual([]);
});

test("many members cost the same number of statements as one", async () => {
  const others = await Promise.all([1, 2, 3].map(() => forum.member()));
  pass(7 * DAY_MS + 1);
  await digests();
  const one = await forum.statementsOf(async () => {
    pass(7 * DAY_MS + 1);
    await forum.app.clock.runAll(["claimDigests"]);
  });
  for (const person of others) {
    const again = await forum.signIn(
      person.id,
      person.credentials!.username,
      person.nickname,
      person.groupId,
    );
    await giveEmail(forum, server, again);
  }
  const many = await forum.statementsOf(async () => {
    pass(15 * DAY_MS);
    await forum.app.clock.runAll(["claimDigests"]);
  });
  expect(many.length).toBe(one.length);
  expect((await logOf(forum, ...others)).length).toBe(others.length);
});
