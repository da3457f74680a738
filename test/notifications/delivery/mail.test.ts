import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { run } from "../../../server/core/sql.ts";
import { FAILURES_MAX } from "../../../server/features/notifications/delivery/addresses/address.service.ts";
import {
  claimDue,
  LEASE_MS,
  TRIES_MAX,
} from "../../../server/features/notifications/delivery/queue/claim.service.ts";
import { MAILS_PER_DAY } from "../../../server/features/notifications/delivery/kinds.ts";
import { sendDue } from "../../../server/features/notifications/delivery/queue/send.service.ts";
import { EMAIL_DELAY_MS } from "../../../server/features/notifications/delivery/senders/mailSender.ts";
import { Forum } from "../../support/forum.ts";
import { MailServer } from "../../support/mailServer.ts";
import type { Person } from "../../support/person.ts";
import { act, publish, reply } from "../../threads/content.ts";
import { DAY_MS, giveEmail, linkIn, logOf, MINUTE_MS, pass, send, setMail, stopClock } from "./post.ts";

const SAVE = `mutation ($input: NotificationPreferencesInput!) { saveNotificationPreferences(input: $input) { digest } }`;
const MESSAGE = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }`;
const READ_ALL = `mutation { markNotificationsRead { count } }`;

let forum: Forum;
let server: MailServer;
let categoryId: string;
let ada: Person;
let bo: Person;
let address: string;
beforeAll(async () => {
  forum = await Forum.open();
  server = await MailServer.open();
  categoryId = await forum.categoryId();
  await setMail(forum, server);
});
afterAll(async () => {
  await forum.close();
  await server.close();
});
beforeEach(async () => {
  stopClock();
  [ada, bo] = [await forum.member(), await forum.member()];
  address = await giveEmail(forum, server, ada);
});
afterEach(() => {
  server.refusals.clear();
  server.mishaps.length = 0;
  server.silentAfterTaking = false;
  vi.useRealTimers();
});

/** Bo mentions Ada in a new thread, and the news is written. */
async function mention(body = "Come and see"): Promise<{ id: string }> {
  const thread = (await publish(bo, { categoryId, title: "Tea", body: `${body} @${ada.nickname}` })) as {
    id: string;
  };
  await forum.delivered();
  return thread;
}

async function mailsAfterDelay(): Promise<typeof server.mails> {
  await forum.delivered();
  pass(EMAIL_DELAY_MS);
  await send(forum);
  return server.to(address);
}

describe("a notification becomes a mail", () => {
  test("ten minutes after somebody was mentioned, in their language, as text and as HTML without pictures", async () => {
    const thread = await mention();
    pass(EMAIL_DELAY_MS - 1);
    await send(forum);
    expect(server.to(address)).toEqual([]);

    pass(1);
    await send(forum);
    const [mail] = server.to(address);

    expect(server.to(address)).toHaveLength(1);
    expect(mail!.subject).toContain("mentioned you");
    expect(mail!.text).toContain(`${bo.nickname} mentioned you in the thread “Tea”`);
    expect(mail!.text).toContain(`${forum.url}/thread/${thread.id}`);
    expect(mail!.text).toContain("Why you get this: you were mentioned");
    expect(mail!.html).toContain('<html lang="en">');
    expect(mail!.html).not.toMatch(/<img|<script|<link|url\(/i);
    expect(mail!.headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail!.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(mail!.headers.get("list-unsubscribe")).toMatch(/^<http.*\/unsubscribe\?token=[\w.-]+>$/);
    const { hostname } = new URL(forum.url);
    expect(mail!.headers.get("references")).toBe(`<thread-${thread.id}@${hostname}>`);
    expect(mail!.headers.get("in-reply-to")).toBe(`<thread-${thread.id}@${hostname}>`);
    expect(mail!.headers.get("list-id")).toBe(`<notifications.${hostname}>`);
    expect(await logOf(forum, ada)).toEqual([{ kind: "post.reminded", state: "SENT", error: "" }]);
    await send(forum);
    expect(server.to(address)).toHaveLength(1);
  });

  test("in Chinese for who chose it", async () => {
    await ada.graphql(SAVE, { input: { locale: "zh-CN" } });
    await mention();

    const [mail] = await mailsAfterDelay();
    expect(mail!.subject).toContain("提到了你");
    expect(mail!.text).toContain("提到了你");
  });

  test("what was written is words in it, never markup", async () => {
    const thread = await publish(ada, { categoryId, title: `<img src=x onerror="1">` });
    await reply(bo, thread.id as string, { body: "`<script>alert(1)</script>`" });
    await forum.delivered();

    const [mail] = await mailsAfterDelay();
    expect(mail!.html).toContain("&lt;img src=x onerror=&quot;1&quot;&gt;");
    expect(mail!.html).toContain("&lt;script&gt;");
    expect(mail!.html).not.toMatch(/<script|<img/);
  });

  test("what is due together is one mail", async () => {
    await mention("First");
    await mention("Second");
    const thread = await publish(ada, { categoryId });
    await reply(bo, thread.id as string, { body: "Third" });
    await forum.delivered();

    const mails = await mailsAfterDelay();
    expect(mails).toHaveLength(1);
    expect(mails[0]!.subject).toContain("3 new notifications");
    expect(mails[0]!.text).toContain("Third");
  });

  test("private messages come as one per person, with their words unless the recipient wants none", async () => {
    await bo.graphql(MESSAGE, { input: { userId: ada.id, body: "The key is under the mat" } });
    await bo.graphql(MESSAGE, { input: { userId: ada.id, body: "Really" } });
    const [mail] = await mailsAfterDelay();
    expect(mail!.text).toContain(`${bo.nickname} sent you 2 private messages`);
    expect(mail!.text).toContain("The key is under the mat");

    await ada.graphql(SAVE, { input: { showText: false } });
    await bo.graphql(MESSAGE, { input: { userId: ada.id, body: "The safe is open" } });
    const second = (await mailsAfterDelay()).at(-1)!;
    expect(second.text).toContain(`${bo.nickname} sent you a private message`);
    expect(second.raw + second.text + second.html).not.toContain("The safe is open");
  });
});

describe("a notification becomes no mail", () => {
  test.each<[string, (thread: { id: string }) => Promise<unknown>, string]>([
    ["was read meanwhile", () => ada.graphql(READ_ALL), "READ"],
    [
      "was deleted",
      () => forum.write((ctx) => run(ctx, "DELETE FROM notifications WHERE userId = ?", [ada.id])),
      "WITHDRAWN",
    ],
    ["is of a thread that is gone", ({ id }) => act(bo, "deleteThread", { threadId: id }), "WITHDRAWN"],
    [
      "is of somebody whom the recipient blocks by now",
      () => ada.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: bo.id }),
      "NOT_ALLOWED",
    ],
    [
      "is of a topic that was switched off",
      () => ada.graphql(SAVE, { input: { rows: [{ topic: "MENTIONED", channels: ["SITE"] }] } }),
      "UNWANTED",
    ],
    [
      "comes while the recipient wants to be left alone",
      () => ada.graphql(SAVE, { input: { mutedUntil: new Date(Date.now() + DAY_MS) } }),
      "MUTED",
    ],
    [
      "is for somebody who is banned by now",
      () => forum.write((ctx) => run(ctx, "UPDATE users SET status = 1 WHERE id = ?", [ada.id])),
      "ACCOUNT",
    ],
    ["has no address to go to any more", () => ada.graphql(`mutation { removeEmail { id } }`), "UNREACHABLE"],
  ])("that %s", async (_, change, reason) => {
    const thread = await mention();
    await change(thread);

    expect(await mailsAfterDelay()).toEqual([]);
    expect(await logOf(forum, ada)).toEqual([{ kind: "post.reminded", state: "CANCELLED", error: reason }]);
  });

  test("for likes, unless the recipient wants them, and for who has no proven address", async () => {
    const [mine, his] = [await publish(ada, { categoryId }), await publish(bo, { categoryId })];
    await act(bo, "setThreadLiked", { threadId: mine.id, liked: true });
    await act(ada, "setThreadLiked", { threadId: his.id, liked: true });
    await publish(ada, { categoryId, body: `Hi @${bo.nickname}` });
    expect(await mailsAfterDelay()).toEqual([]);
    expect(await logOf(forum, ada, bo)).toEqual([]);
  });

  test("for a like that was taken back, also if its recipient wants likes by mail alone", async () => {
    const rows = [{ topic: "LIKED", channels: ["EMAIL"] }];
    await ada.graphql(
      `mutation ($input: NotificationPreferencesInput!) { saveNotificationPreferences(input: $input) { digest } }`,
      {
        input: { rows },
      },
    );
    const before = (await ada.graphql(`{ unreadCounts { thread } }`)).unreadCounts;
    const { id } = await publish(ada, { categoryId });
    for (const liked of [true, false]) {
      await act(bo, "setThreadLiked", { threadId: id, liked });
      await forum.delivered();
    }
    expect(await mailsAfterDelay()).toEqual([]);
    expect((await ada.graphql(`{ unreadCounts { thread } }`)).unreadCounts).toEqual(before);

    await act(bo, "setThreadLiked", { threadId: id, liked: true });
    expect(await mailsAfterDelay()).toHaveLength(1);
  });

  test("for a message that was read, put away, or comes from who is blocked", async () => {
    await bo.graphql(MESSAGE, { input: { userId: ada.id, body: "Hello" } });
    await ada.graphql(`mutation ($id: ID!) { markDialogRead(userId: $id) { id } }`, { id: bo.id });
    await bo.graphql(MESSAGE, { input: { userId: ada.id, body: "Hello again" } });
    await forum.delivered();
    await ada.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: bo.id });
    expect(await mailsAfterDelay()).toEqual([]);
    expect((await logOf(forum, ada)).map(({ error }) => error)).toEqual(["READ", "NOT_ALLOWED"]);
  });

  test("beyond a hundred within a day", async () => {
    await forum.write(async (ctx) => {
      for (let n = 1; n <= MAILS_PER_DAY; n++)
        await run(
          ctx,
          `INSERT INTO notice_dispatches (userId, channel, subject, kind, state, letterId, attempts, dueAt, createdAt, doneAt, error)
           VALUES (?, 'EMAIL', ?, 'digest', 'SENT', ?, 1, ?, ?, ?, '')`,
          [ada.id, `t${ada.id}:${n}`, 1_000_000 + n, ctx.now, ctx.now, ctx.now],
        );
    });
    await mention();
    expect(await mailsAfterDelay()).toEqual([]);
    expect((await logOf(forum, ada)).at(-1)).toMatchObject({ state: "SUPPRESSED", error: "DAILY_LIMIT" });
  });
});

describe("when things go wrong", () => {
  test("a process that dies after claiming loses nothing, and the message is the same message", async () => {
    await mention("First");
    await mention("Second");
    pass(EMAIL_DELAY_MS);
    await claimDue(forum.app.context());
    await send(forum);
    expect(server.to(address)).toEqual([]);

    // Another notification is due by then, but the message that was put together stays as it was.
    await mention("Third");
    pass(LEASE_MS);
    await send(forum);
    expect(server.to(address).map(({ subject }) => subject.includes("2 new notifications"))).toEqual([true]);
  });

  test("a server that takes a mail and dies before it says so gets it again under the same name", async () => {
    await mention();
    server.silentAfterTaking = true;
    await mailsAfterDelay();
    server.silentAfterTaking = false;
    pass(MINUTE_MS);
    await send(forum);

    const names = server.to(address).map(({ headers }) => headers.get("message-id"));
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(1);
    expect(await logOf(forum, ada)).toMatchObject([{ state: "SENT" }]);
  });

  test("it is tried again later and later, then given up and shown, until an administrator tries again", async () => {
    await mention();
    pass(EMAIL_DELAY_MS);
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      server.refusals.set(address, "451 try later");
      await send(forum);
      pass(60 * MINUTE_MS);
    }
    expect(await logOf(forum, ada)).toMatchObject([{ state: "FAILED", error: "EENVELOPE 451" }]);

    server.refusals.clear();
    const admin = await forum.admin();
    const LOG = `{ notificationDispatches(state: FAILED) { nodes { id attempts address recipient { id } } } }`;
    const [dead] = (await admin.graphql(LOG)).notificationDispatches.nodes;
    expect(dead).toMatchObject({
      attempts: TRIES_MAX,
      address: "p***@example.org",
      recipient: { id: String(ada.id) },
    });
    await admin.graphql(`mutation ($id: ID!) { retryNotificationDispatch(id: $id) { state } }`, {
      id: dead.id,
    });
    await send(forum);
    expect(server.to(address)).toHaveLength(1);
  });

  test("an address that takes nothing is left alone after three refusals, until it is proven again", async () => {
    server.refusals.set(address, "550 no such user");
    for (let n = 0; n <= FAILURES_MAX; n++) {
      await mention(`Number ${n}`);
      await mailsAfterDelay();
      await ada.graphql(READ_ALL);
    }
    const states = (await logOf(forum, ada)).map(({ state }) => state);
    expect(states).toEqual(Array<string>(FAILURES_MAX).fill("FAILED"));
    const { viewer } = await ada.graphql(`{ viewer { emailSuppressedAt } }`);
    expect(viewer.emailSuppressedAt).not.toBeNull();

    server.refusals.clear();
    await giveEmail(forum, server, ada);
    await mention("At last");
    expect(await mailsAfterDelay()).toHaveLength(1);
  });

  test("while the server is down everything waits, and nothing is blamed on addresses", async () => {
    await mention();
    const port = server.port;
    await server.close();
    await mailsAfterDelay();
    expect(await logOf(forum, ada)).toMatchObject([{ state: "PENDING" }]);

    server = await MailServer.open();
    expect(server.port).not.toBe(port);
    await setMail(forum, server);
    pass(MINUTE_MS);
    await send(forum);
    expect(server.to(address)).toHaveLength(1);
  });
});

test("a program that ends begins no further messages; the others go out later, each once", async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => forum.member()));
  for (const person of people) await giveEmail(forum, server, person);
  for (const person of people) await publish(bo, { categoryId, body: `Hi @${person.nickname}` });
  await forum.delivered();
  pass(EMAIL_DELAY_MS);

  const stopping = new AbortController();
  const sending = sendDue(forum.app.context(), stopping.signal);
  await vi.waitFor(() => expect(server.mails.length).toBeGreaterThan(0), { interval: 1, timeout: 15_000 });
  stopping.abort();
  await sending;
  const before = server.mails.length;
  expect(before).toBeLessThan(people.length);
  expect((await logOf(forum, ...people)).filter(({ state }) => state === "PENDING")).toHaveLength(
    people.length - before,
  );

  pass(MINUTE_MS);
  await send(forum);
  expect(new Set(server.mails.map(({ to }) => to)).size).toBe(people.length);
  expect(server.mails).toHaveLength(people.length);
});

test("a batch is read with the same number of statements, however many messages it makes", async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => forum.member()));
  for (const person of people) await giveEmail(forum, server, person);
  const cost = async (...who: Person[]): Promise<number> => {
    for (const person of who) await publish(bo, { categoryId, body: `Hi @${person.nickname}` });
    await forum.delivered();
    pass(EMAIL_DELAY_MS);
    server.mails.length = 0;
    const statements = await forum.statementsOf(() => forum.app.clock.runAll(["sendDue"]));
    expect(server.mails.filter(({ text }) => text.includes("Hi @"))).toHaveLength(who.length);
    return statements.filter((sql) => /^\s*SELECT/i.test(sql)).length;
  };
  await cost(people[0]!);
  expect(await cost(...people)).toBe(await cost(people[0]!));
});

test("nothing private of others stands in any mail or log line", async () => {
  const hidden = "CANARY-HIDDEN-WORDS";
  const cy = await forum.member();
  const cyMail = await giveEmail(forum, server, cy);
  await bo.graphql(MESSAGE, { input: { userId: cy.id, body: `${hidden} between us` } });
  const thread = await publish(ada, { categoryId });
  const answer = await reply(bo, thread.id as string, { body: `${hidden} regretted @${cy.nickname}` });
  await forum.delivered();
  await act(bo, "deletePost", { postId: answer.id });

  await mailsAfterDelay();
  expect(server.to(address)).toEqual([]);
  const [mail, ...others] = server.to(cyMail);
  expect(mail!.text).toContain(`${hidden} between us`);
  expect(mail!.text).not.toContain("regretted");
  expect(others).toEqual([]);
  const log = forum.logLines.join("\n");
  expect(log).toContain("message sent");
  expect(log).not.toContain(hidden);
  expect(log).not.toContain("@example.org");
  expect(log).not.toContain(linkIn(mail!.text, "/unsubscribe"));
});
