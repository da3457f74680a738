import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { VERIFY_WITHIN_MS } from "../../../server/features/notifications/delivery/addresses/email.service.ts";
import { Forum } from "../../support/forum.ts";
import { MailServer } from "../../support/mailServer.ts";
import type { Person } from "../../support/person.ts";
import { publish } from "../../threads/content.ts";
import { DAY_MS, giveEmail, linkIn, MINUTE_MS, pass, prove, send, set, setMail, stopClock } from "./post.ts";

const SET = `mutation ($email: String!) { setEmail(email: $email) { email emailVerifiedAt pendingEmail } }`;
const VERIFY = `mutation ($token: String!) { verifyEmail(token: $token) }`;
const MINE = `{ viewer { email emailVerifiedAt pendingEmail } }`;
const SAVE = `mutation ($input: NotificationPreferencesInput!) { saveNotificationPreferences(input: $input) {
  digest showText locale mutedUntil rows { topic channels } availableChannels emailDelayMinutes } }`;
const PREFERENCES = `{ viewer { notificationPreferences { digest rows { topic channels } availableChannels } } }`;
const FORM = { "content-type": "application/x-www-form-urlencoded" };

let forum: Forum;
let server: MailServer;
let categoryId: string;
let ada: Person;
let bo: Person;
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
});
afterEach(() => void vi.useRealTimers());

async function mention(person: Person): Promise<void> {
  await publish(bo, { categoryId, title: "Tea", body: `Come @${person.nickname}` });
  await forum.delivered();
  pass(10 * MINUTE_MS);
  await send(forum);
}

describe("an address", () => {
  test("counts once its owner has opened the mailed link and pressed the button, signed in or not", async () => {
    const email = "Ada@Example.org";
    expect((await ada.graphql(SET, { email })).setEmail).toEqual({
      email,
      emailVerifiedAt: null,
      pendingEmail: email,
    });
    await mention(ada);
    const [mail, ...others] = server.to(email);
    expect(others).toEqual([]);
    expect(mail!.headers.has("list-unsubscribe")).toBe(false);
    const path = `/email/verify?token=${linkIn(mail!.text, "/email/verify")}`;

    const page = await forum.visitor().get(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`Send notifications of the account ${ada.nickname} to ${email}?`);
    expect((await ada.graphql(MINE)).viewer.emailVerifiedAt).toBeNull();

    const done = await forum.visitor().request("POST", path, "yes=1", FORM);
    expect(done.text).toContain("The address is confirmed");
    expect((await ada.graphql(MINE)).viewer).toMatchObject({ email, pendingEmail: null });
    expect((await ada.graphql(MINE)).viewer.emailVerifiedAt).not.toBeNull();
    await mention(ada);
    expect(server.to(email)).toHaveLength(2);
  });

  test("is seen by nobody but its owner, administrators included", async () => {
    await giveEmail(forum, server, ada);
    const asked = `query ($id: ID!) { user(id: $id) {
      email emailVerifiedAt pendingEmail emailSuppressedAt notificationPreferences { digest } } }`;
    const nothing = {
      email: null,
      emailVerifiedAt: null,
      pendingEmail: null,
      emailSuppressedAt: null,
      notificationPreferences: null,
    };
    for (const person of [bo, await forum.admin(), forum.visitor()])
      expect((await person.graphql(asked, { id: ada.id })).user).toEqual(nothing);
  });

  test("that waits goes on waiting when the link of the one before is opened once more", async () => {
    const tokenOf = async (email: string): Promise<string> => {
      await ada.graphql(SET, { email });
      await send(forum);
      return linkIn(server.to(email).at(-1)!.text, "/email/verify");
    };
    const first = await tokenOf("first@example.org");
    await ada.graphql(VERIFY, { token: first });
    pass(MINUTE_MS);
    const next = await tokenOf("second@example.org");
    await ada.graphql(VERIFY, { token: first });
    expect((await ada.graphql(MINE)).viewer).toMatchObject({
      email: "first@example.org",
      pendingEmail: "second@example.org",
    });
    await ada.graphql(VERIFY, { token: next });
    expect((await ada.graphql(MINE)).viewer).toMatchObject({
      email: "second@example.org",
      pendingEmail: null,
    });
  });

  test("stays in use until the next one is proven, and can be taken back", async () => {
    const first = await giveEmail(forum, server, ada);
    pass(MINUTE_MS);
    await ada.graphql(SET, { email: "next@example.org" });
    expect((await ada.graphql(MINE)).viewer).toMatchObject({
      email: first,
      pendingEmail: "next@example.org",
    });
    await mention(ada);
    expect(server.to(first)).toHaveLength(1);

    await prove(forum, ada);
    await ada.graphql(`mutation { removeEmail { id } }`);
    expect((await ada.graphql(MINE)).viewer).toEqual({
      email: null,
      emailVerifiedAt: null,
      pendingEmail: null,
    });
    const token = linkIn(server.to("next@example.org")[0]!.text, "/email/verify");
    await expect(ada.graphql(VERIFY, { token })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });

  test("belongs to one member only; who asks for another's learns nothing, its owner does", async () => {
    const email = await giveEmail(forum, server, ada);
    const answer = await bo.graphql(SET, { email: email.toUpperCase() });
    expect(answer.setEmail).toMatchObject({ email: email.toUpperCase(), emailVerifiedAt: null });
    await send(forum);
    const [mail] = server.to(email.toUpperCase());
    expect(mail!.text).toContain("belongs to another account");
    expect(mail!.text).not.toContain("/email/verify");
  });

  test("two members who wait for one address: the first to prove it has it", async () => {
    const email = "both@example.org";
    for (const person of [ada, bo]) await person.graphql(SET, { email });
    await send(forum);
    const tokens = server.to(email).map(({ text }) => linkIn(text, "/email/verify"));
    await ada.graphql(VERIFY, { token: tokens[1]! });
    await expect(bo.graphql(VERIFY, { token: tokens[0]! })).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    expect((await bo.graphql(MINE)).viewer.email).toBe(email);
    expect((await ada.graphql(MINE)).viewer.emailVerifiedAt).toBeNull();
  });

  test("is proven by one of two who do so at the same moment", async () => {
    for (let n = 0; n < 5; n++) {
      const email = `both${n}@example.org`;
      const both = [await forum.member(), await forum.member()];
      for (const person of both) await person.graphql(SET, { email });
      await send(forum);
      const tokens = server.to(email).map(({ text }) => linkIn(text, "/email/verify"));
      const answers = await Promise.allSettled(
        both.map((person, index) => person.graphql(VERIFY, { token: tokens[index]! })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(answers.find(({ status }) => status === "rejected")).toMatchObject({
        reason: { code: "ALREADY_EXISTS" },
      });
    }
  });

  test("is not proven by a link that is old, made up, or of another purpose", async () => {
    await ada.graphql(SET, { email: "late@example.org" });
    await send(forum);
    const token = linkIn(server.to("late@example.org")[0]!.text, "/email/verify");
    const payload = Buffer.from(JSON.stringify({ u: ada.id, k: "late@example.org", s: Date.now() })).toString(
      "base64url",
    );
    for (const bad of ["", "x", "a.b", `${payload}.${"A".repeat(43)}`, `${token}x`, "y".repeat(5_000)])
      await expect(ada.graphql(VERIFY, { token: bad })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
    expect((await forum.visitor().get(`/unsubscribe?token=${token}`)).status).toBe(404);
    pass(VERIFY_WITHIN_MS + 1);
    await expect(ada.graphql(VERIFY, { token })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });

  test.each([
    "",
    "ada",
    "ada@",
    "@example.org",
    "a b@example.org",
    "ada@localhost",
    "a..b@example.org",
    "ada@example.org\nBcc: x@y.zz",
    "<ada@example.org>",
    "ada@exam\u202eple.org",
    `${"a".repeat(250)}@example.org`,
    "a@b.org,c@d.org",
  ])("%j is none", async (email) => {
    await expect(ada.graphql(SET, { email })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });
});

test("choices made at the same moment in several windows are all kept", async () => {
  const topics = ["MENTIONED", "REPLIED", "LIKED", "WATCHED", "MONEY", "MESSAGE"];
  await Promise.all(
    topics.map((topic) => ada.graphql(SAVE, { input: { rows: [{ topic, channels: ["PUSH"] }] } })),
  );
  const { rows } = (await ada.graphql(PREFERENCES)).viewer.notificationPreferences as {
    rows: { topic: string; channels: string[] }[];
  };
  const chosen = rows.filter(({ topic }) => topics.includes(topic));
  expect(chosen.map(({ channels }) => channels)).toEqual(topics.map(() => ["PUSH"]));
});

describe("one click in a mail", () => {
  async function clickable(): Promise<{ email: string; path: string }> {
    const email = await giveEmail(forum, server, ada);
    await mention(ada);
    const [mail] = server.to(email);
    const listed = mail!.headers.get("list-unsubscribe")!.slice(1, -1);
    return { email, path: listed.slice(forum.url.length) };
  }
  const chosen = async (topic: string): Promise<string[]> => {
    const { rows } = (await ada.graphql(PREFERENCES)).viewer.notificationPreferences as {
      rows: { topic: string; channels: string[] }[];
    };
    const { channels } = rows.find((row) => row.topic === topic)!;
    return channels.filter((channel) => channel === "SITE" || channel === "EMAIL");
  };

  test("stops mails about its topic without signing in; opening the link alone stops nothing", async () => {
    const { email, path } = await clickable();
    const page = await forum.visitor().get(path);
    expect(page.text).toContain(`Stop sending ${ada.nickname} mails about: mentions?`);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(await chosen("MENTIONED")).toEqual(["SITE", "EMAIL"]);
    // Without a referrer browsers hide the origin of the form, too, and sites without https know no other proof of it.
    expect(page.headers["referrer-policy"]).toBe("same-origin");
    const hidden = await forum.visitor().request("POST", path, "these=1", { ...FORM, origin: "null" });
    expect(hidden.status).toBe(403);

    // As mail services do it: no cookie, no origin (RFC 8058).
    const clicked = await forum.visitor().request("POST", path, "List-Unsubscribe=One-Click", FORM);
    expect(clicked.status).toBe(200);
    expect(await chosen("MENTIONED")).toEqual(["SITE"]);
    expect(await chosen("REPLIED")).toEqual(["SITE", "EMAIL"]);
    await mention(ada);
    expect(server.to(email)).toHaveLength(1);

    await forum.visitor().request("POST", path, "undo=1", FORM);
    expect(await chosen("MENTIONED")).toEqual(["SITE", "EMAIL"]);
  });

  test("can stop all mails, digests too", async () => {
    const { path } = await clickable();
    await forum.visitor().request("POST", path, "all=1", FORM);
    for (const topic of ["SYSTEM", "REPLIED", "MESSAGE"]) expect(await chosen(topic)).toEqual(["SITE"]);
    expect((await ada.graphql(PREFERENCES)).viewer.notificationPreferences.digest).toBe("OFF");
  });

  test("of a made-up link does nothing and says so", async () => {
    const { path } = await clickable();
    const forged = `${path.slice(0, -4)}AAAA`;
    for (const bad of [forged, "/unsubscribe", "/unsubscribe?token=x.y"]) {
      expect((await forum.visitor().get(bad)).status).toBe(404);
      expect((await forum.visitor().request("POST", bad, "", FORM)).status).toBe(404);
    }
    expect(await chosen("MENTIONED")).toEqual(["SITE", "EMAIL"]);
  });
});

describe("what members choose", () => {
  test("is preset so that everything but likes is mailed, and digests come weekly", async () => {
    const { notificationPreferences: preset } = (await ada.graphql(PREFERENCES)).viewer;
    expect(preset.availableChannels.slice(0, 2)).toEqual(["SITE", "EMAIL"]);
    expect(preset.availableChannels).not.toContain("SMS");
    expect(preset.digest).toBe("WEEKLY");
    const mailed = (preset.rows as { topic: string; channels: string[] }[]).filter(({ channels }) =>
      channels.includes("EMAIL"),
    );
    expect(mailed.map(({ topic }) => topic)).toEqual([
      "SYSTEM",
      "MENTIONED",
      "REPLIED",
      "WATCHED",
      "MONEY",
      "MODERATION",
      "REPORTS",
      "MESSAGE",
    ]);
  });

  test("is kept, and what is not named stays as it was", async () => {
    await ada.graphql(SAVE, { input: { digest: "DAILY", rows: [{ topic: "REPLIED", channels: ["SITE"] }] } });
    const { saveNotificationPreferences: saved } = await ada.graphql(SAVE, { input: { showText: false } });
    expect(saved).toMatchObject({ digest: "DAILY", showText: false, locale: "en", emailDelayMinutes: 10 });
    expect(saved.rows).toContainEqual({ topic: "REPLIED", channels: ["SITE"] });
  });

  test("can take a topic out of what is unread, but not out of the list", async () => {
    await ada.graphql(SAVE, { input: { rows: [{ topic: "MENTIONED", channels: [] }] } });
    await mention(ada);
    const seen = await ada.graphql(
      `{ unreadCounts { thread } notifications(entry: THREAD) { nodes { kind isRead } } }`,
    );
    expect(seen.unreadCounts.thread).toBe(0);
    expect(seen.notifications.nodes).toEqual([{ kind: "post.reminded", isRead: true }]);
  });

  test.each([
    [{ rows: [{ topic: "SYSTEM", channels: ["EMAIL"] }] }],
    [{ rows: [{ topic: "MODERATION", channels: [] }] }],
    [
      {
        rows: [
          { topic: "REPLIED", channels: ["SITE"] },
          { topic: "REPLIED", channels: [] },
        ],
      },
    ],
    [{ mutedUntil: new Date(Date.now() + 500 * DAY_MS).toISOString() }],
    [{ locale: "fr" }],
  ])("%j is refused", async (input) => {
    await expect(ada.graphql(SAVE, { input })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });
});

test("an administrator tries a text on themselves, and sees why it does not come", async () => {
  const admin = await forum.admin();
  const TRY = `mutation ($kind: String!, $channel: NotificationChannel!) {
    sendTestNotification(kind: $kind, channel: $channel, locale: "en") { sent error address title text } }`;
  const attempt = async (channel: string, kind = "post.replied") =>
    (await admin.graphql(TRY, { kind, channel })).sendTestNotification as Record<string, unknown>;

  expect(await attempt("EMAIL")).toMatchObject({ sent: false, error: "NO_ADDRESS" });
  expect(await attempt("SMS")).toMatchObject({ sent: false, error: "NOT_CONFIGURED" });
  const email = await giveEmail(forum, server, admin);
  expect(await attempt("EMAIL")).toMatchObject({ sent: true, error: "", address: "p***@example.org" });
  expect(server.to(email)[0]!.text).toContain("Ada and Bo replied to");
  server.refusals.set(email, "550 no such user");
  expect(await attempt("EMAIL")).toMatchObject({ sent: false, error: "EENVELOPE 550" });
  await expect(attempt("EMAIL", "no.such.kind")).rejects.toMatchObject({ code: "INVALID_PARAMETER" });

  expect(await attempt("SITE")).toMatchObject({ sent: true });
  await forum.delivered();
  const { notifications } = await admin.graphql(`{ notifications(entry: THREAD) { nodes { kind } } }`);
  expect(notifications.nodes).toEqual([{ kind: "post.replied" }]);
});

test("a site without a complete mail server takes no address and notes nothing to send", async () => {
  await giveEmail(forum, server, ada);
  await set(forum, { "mail.smtp_host": "" });
  await expect(ada.graphql(SET, { email: "new@example.org" })).rejects.toMatchObject({ code: "MAIL_OFF" });
  expect((await ada.graphql(PREFERENCES)).viewer.notificationPreferences.availableChannels).not.toContain(
    "EMAIL",
  );
  const before = await forum.rows("SELECT id FROM notice_dispatches ORDER BY id");
  await mention(ada);
  expect(await forum.rows("SELECT id FROM notice_dispatches ORDER BY id")).toEqual(before);
  await setMail(forum, server);
});
