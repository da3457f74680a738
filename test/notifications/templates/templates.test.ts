import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { rows } from "../../../server/core/sql.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { publish, reply } from "../../threads/content.ts";

const SAVE = `mutation ($input: [NotificationTemplateInput!]!) {
  saveNotificationTemplates(input: $input) { id canUndo actor { id } changes { kind channel name
    before { enabled body { zh en } } after { enabled body { zh en } } } } }`;
const UNDO = `mutation ($id: ID!) { undoNotificationTemplates(saveId: $id) { id undoOfId } }`;
const RESET = `mutation ($kind: String!, $channel: NotificationChannel) {
  resetNotificationTemplate(kind: $kind, channel: $channel) { id } }`;
const READ = `query ($kind: String!) { notificationTemplate(kind: $kind) { kind name
  templates { channel isChanged changedBy { id } needsProvider wording { enabled title { zh en } body { zh en } delaySeconds }
    preset { body { en } } }
  variables { name description sample aliases } } }`;
const LIST = `query ($q: String, $changed: Boolean!) {
  notificationTemplates(query: $q, changedOnly: $changed) { kind name templates { channel } } }`;
const PREVIEW = `query ($kind: String!, $channel: NotificationChannel!, $locale: String!, $draft: NotificationDraftInput!) {
  previewNotification(kind: $kind, channel: $channel, locale: $locale, draft: $draft) {
    title body unknownVariables titleProblem bodyProblem } }`;
const NOTIFICATIONS = `query ($entry: NotificationEntry!) { notifications(entry: $entry, first: 50) { nodes { kind text } } }`;
const DAY_S = 86_400;

let forum: Forum;
let admin: Person;
let categoryId: string;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
  categoryId = await forum.categoryId();
});
afterAll(() => forum.close());
afterEach(async () => {
  for (const { kind } of (await admin.graphql(LIST, { changed: true })).notificationTemplates)
    await admin.graphql(RESET, { kind });
});

const save = async (...input: object[]) => (await admin.graphql(SAVE, { input })).saveNotificationTemplates;
const read = async (kind: string) => (await admin.graphql(READ, { kind })).notificationTemplate;
const siteOf = async (kind: string) => (await read(kind)).templates[0];
const word = (body: object, kind = "post.replied", channel = "SITE") => save({ kind, channel, body });
const preview = async (kind: string, channel: string, locale: string, body: string, title = "") =>
  (await admin.graphql(PREVIEW, { kind, channel, locale, draft: { title, body } })).previewNotification;

/** A reply of one member to another's thread, and what the other one reads of it. */
async function readReply(draft = "Green", title = "Tea"): Promise<{ texts: string[]; by: Person }> {
  const [ada, bo] = [await forum.member(), await forum.member()];
  const thread = await publish(ada, { categoryId, title });
  await reply(bo, thread.id, { body: draft });
  await forum.delivered();
  const { notifications } = await ada.graphql(NOTIFICATIONS, { entry: "THREAD" });
  return { texts: notifications.nodes.map(({ text }: { text: string }) => text), by: bo };
}

describe("wording notifications anew", () => {
  test("the recipient of a reply reads what an administrator has worded, with what was written", async () => {
    await word({ en: "{actors} wrote in “{title}”: {content} ({sitename})" });

    const { texts, by } = await readReply("I like **green** tea");

    expect(texts).toEqual([`${by.nickname} wrote in “Tea”: I like green tea (欢迎)`]);
  });

  test("names of the predecessor mean the same, and stay as they were written", async () => {
    await word({ en: "{$user_name} / {$thread_title} / {$notification_num}" });

    const { texts, by } = await readReply();

    expect(texts).toEqual([`${by.nickname} / Tea / 1`]);
    expect((await siteOf("post.replied")).wording.body.en).toBe(
      "{$user_name} / {$thread_title} / {$notification_num}",
    );
  });

  test("a reason without words is none, and its sentence disappears", async () => {
    const { previewNotification } = await admin.graphql(PREVIEW, {
      kind: "post.deleted",
      channel: "SITE",
      locale: "en",
      draft: { title: "t", body: "{because} [{reason}] [{$reason}]" },
    });
    expect(previewNotification.body).toBe(
      "Reason: It advertises something [It advertises something] [It advertises something]",
    );
  });

  test("what members write into their names and titles is no variable", async () => {
    await word({ en: "{title}|{content}" });

    expect((await readReply("{sitename}", "{actors} {title}")).texts).toEqual([
      "{actors} {title}|{sitename}",
    ]);
  });

  test("markup in a template reaches the recipient as text", async () => {
    const script = `<script>alert(1)</script><b>{title}</b> & [x](javascript:alert(1))`;
    await word({ en: script });

    expect((await readReply()).texts).toEqual([script.replace("{title}", "Tea")]);
  });

  test("line breaks and control characters do not leave a title", async () => {
    await save({ kind: "post.replied", channel: "EMAIL", title: { en: "Hi\r\nBcc: x@y\u0000 {title}" } });

    const { templates } = await read("post.replied");

    expect(templates[1].wording.title.en).toBe("Hi Bcc: x@y {title}");
  });

  test("a kind that is switched off in the site is not listed there; others are", async () => {
    await save({ kind: "post.replied", channel: "SITE", enabled: false });

    expect((await readReply()).texts).toEqual([]);
  });

  test("nobody has unread notifications of a kind that is switched off", async () => {
    await save({ kind: "registered.passed", channel: "SITE", enabled: false });
    const welcomed = await forum.member();
    await forum.delivered();

    const { unreadCounts } = await welcomed.graphql(`{ unreadCounts { account total } }`);

    expect(unreadCounts).toEqual({ account: 0, total: 0 });
    // It is kept for mail and push, and nobody counts it by naming it.
    const [kept] = await rows<{ id: number }>(
      forum.app.context(),
      "SELECT n.id FROM notifications n WHERE n.userId = ? AND n.kind = 'registered.passed'",
      [welcomed.id],
    );
    const { markNotificationsUnread } = await welcomed.graphql(
      `mutation ($ids: [ID!]) { markNotificationsUnread(ids: $ids) { count unreadCounts { total } } }`,
      { ids: [String(kept!.id)] },
    );
    expect(markNotificationsUnread).toEqual({ count: 0, unreadCounts: { total: 0 } });
  });

  test("of a kind that is switched off everywhere nothing is kept", async () => {
    const channels = ["SITE", "EMAIL", "PUSH"];
    await save(...channels.map((channel) => ({ kind: "registered.passed", channel, enabled: false })));
    const { id } = await forum.member();
    await forum.delivered();

    expect(
      await rows(forum.app.context(), "SELECT n.id FROM notifications n WHERE n.userId = ?", [id]),
    ).toEqual([]);
  });
});

describe("saving", () => {
  test("tells who changed what from what to what, and the log keeps it", async () => {
    const saved = await word({ en: "{actors} answered" });

    expect(saved).toMatchObject({
      canUndo: true,
      actor: { id: String(admin.id) },
      changes: [
        {
          kind: "post.replied",
          channel: "SITE",
          name: "Reply",
          before: { body: { en: "{actors} replied to {thing}" } },
          after: { body: { zh: "{actors} 回复了{thing}", en: "{actors} answered" } },
        },
      ],
    });
    expect(await siteOf("post.replied")).toMatchObject({
      isChanged: true,
      changedBy: { id: String(admin.id) },
    });
    const { auditLog } = await admin.graphql(
      `{ auditLog(first: 1) { nodes { action target before after } } }`,
    );
    expect(auditLog.nodes).toMatchObject([
      {
        action: "saveNotificationTemplates",
        target: "notificationTemplate:post.replied/SITE",
        before: JSON.stringify({ textEn: "{actors} replied to {thing}" }),
        after: JSON.stringify({ textEn: "{actors} answered" }),
      },
    ]);
  });

  test("a save is undone as a whole, unless one of its templates was saved since", async () => {
    const first = await save(
      { kind: "post.replied", channel: "SITE", body: { en: "One" } },
      { kind: "post.liked", channel: "PUSH", enabled: false },
    );
    const second = await word({ en: "Two" });

    await expect(admin.graphql(UNDO, { id: first.id })).rejects.toMatchObject({ code: "CONFLICT" });
    const { undoNotificationTemplates } = await admin.graphql(UNDO, { id: second.id });

    expect(undoNotificationTemplates.undoOfId).toBe(second.id);
    expect((await siteOf("post.replied")).wording.body.en).toBe("One");
  });

  test("saves at the same moment come one after the other, and a save is undone once", async () => {
    const texts = Array.from({ length: 8 }, (_, index) => `Text ${index}`);
    const saves = await Promise.all(texts.map((en) => word({ en })));
    const last = saves.sort((a, b) => a.id - b.id).at(-1)!;
    expect((await siteOf("post.replied")).wording.body.en).toBe(last.changes[0].after.body.en);

    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => admin.graphql(UNDO, { id: last.id })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await siteOf("post.replied")).wording.body.en).toBe(last.changes[0].before.body.en);
  });

  test("undoing the first change leaves the preset, which is no change", async () => {
    const { id } = await word({ en: "One" });
    await admin.graphql(UNDO, { id });

    expect(await siteOf("post.replied")).toMatchObject({
      isChanged: false,
      wording: { body: { en: "{actors} replied to {thing}" } },
    });
  });

  test("what was reset says what it said first, and resetting can be undone", async () => {
    await word({ en: "Mine" });
    const { resetNotificationTemplate } = await admin.graphql(RESET, {
      kind: "post.replied",
      channel: "SITE",
    });
    expect((await siteOf("post.replied")).isChanged).toBe(false);

    await admin.graphql(UNDO, { id: resetNotificationTemplate.id });

    expect((await siteOf("post.replied")).wording.body.en).toBe("Mine");
  });

  test("saving what holds already makes no history", async () => {
    await word({ en: "Same" });
    expect(await word({ en: " Same " })).toBeNull();
  });

  test.each([
    ["an unknown variable", { body: { en: "{actors} {nobody} {$order_sn}" } }, "{nobody}, {$order_sn}"],
    ["a variable of another kind", { body: { zh: "{amount}" } }, "{amount}"],
    ["an unknown variable in a title", { title: { en: "{who}" } }, "{who}"],
    ["a variable with blanks", { body: { en: "{ title }" } }, "{ title }"],
    ["a text of 501 characters", { body: { en: "x".repeat(501) } }, "500"],
    ["a title of 101 characters", { title: { zh: "字".repeat(101) } }, "100"],
    ["no text", { body: { zh: " \n " } }, "text is needed"],
    ["no title", { title: { en: "" } }, "title is needed"],
    ["a delay in the site", { delaySeconds: 60 }, "cannot wait"],
    ["a delay of more than 30 days", { channel: "EMAIL", delaySeconds: 30 * DAY_S + 1 }, "30 days"],
    ["a negative delay", { channel: "EMAIL", delaySeconds: -1 }, "30 days"],
    ["short messages without a provider's template", { channel: "SMS", enabled: true }, "template is needed"],
    ["an id that is none", { channel: "SMS", providerTemplateId: "a b" }, "not the id"],
    ["a kind that is none", { kind: "post.eaten" }, "post.eaten"],
    ["a name of the language", { kind: "constructor" }, "constructor"],
    ["a channel that the kind has not", { kind: "system.user.group.expired", channel: "SMS" }, "channel"],
  ])("%s is refused by name, and nothing of the save is stored", async (_name, change, said) => {
    const input = [
      { kind: "post.liked", channel: "SITE", body: { en: "Changed" } },
      { kind: "post.replied", channel: "SITE", ...change },
    ];

    await expect(admin.graphql(SAVE, { input })).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
      message: expect.stringContaining(said),
    });
    expect((await admin.graphql(LIST, { changed: true })).notificationTemplates).toEqual([]);
  });

  test("the limits themselves are allowed, and an emoji is one character", async () => {
    const body = { zh: "😀".repeat(500), en: "x".repeat(500) };
    expect(await save({ kind: "post.liked", channel: "SITE", body })).not.toBeNull();
    const wait = { kind: "post.liked", channel: "EMAIL", delaySeconds: 30 * DAY_S };
    expect(await save(wait)).not.toBeNull();
  });

  test("members and moderators may not", async () => {
    for (const person of [await forum.member(), await forum.moderator()]) {
      const input = [{ kind: "post.liked", channel: "SITE", enabled: false }];
      await expect(person.graphql(SAVE, { input })).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(person.graphql(RESET, { kind: "post.liked" })).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    }
    expect((await siteOf("post.liked")).wording.enabled).toBe(true);
  });
});

describe("looking", () => {
  test("twenty-seven kinds of the predecessor and ours are listed; the two about groups need no provider", async () => {
    const { notificationTemplates: all } = await admin.graphql(LIST, { changed: false });
    const channels = new Map<string, string>(
      all.map(({ kind, templates }: { kind: string; templates: { channel: string }[] }) => [
        kind,
        templates.map(({ channel }) => channel).join(" "),
      ]),
    );

    expect(all.length).toBeGreaterThanOrEqual(28);
    expect(channels.get("post.replied")).toBe("SITE EMAIL PUSH SMS WECHAT");
    expect(channels.get("system.user.group.upgrade")).toBe("SITE EMAIL PUSH");
  });

  test("the site, mail and push are on from the start; paid channels are off", async () => {
    const { templates } = await read("post.replied");
    expect(templates.map(({ wording }: { wording: { enabled: boolean } }) => wording.enabled)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test("kinds are found by words of their name and texts, and by having been changed", async () => {
    await save({ kind: "post.liked", channel: "PUSH", body: { en: "A walrus liked it" } });
    const kinds = async (q: string | null, changed = false) =>
      (await admin.graphql(LIST, { q, changed })).notificationTemplates.map(
        ({ kind }: { kind: string }) => kind,
      );

    expect(await kinds("点赞")).toEqual(["post.liked"]);
    expect(await kinds("walrus")).toEqual(["post.liked"]);
    expect(await kinds(null, true)).toEqual(["post.liked"]);
    expect(await kinds("提现")).toEqual(["withdraw.noticed", "withdraw.withdraw"]);
  });

  test("every variable that a kind offers has a description and a sample, and every preset uses what is offered", async () => {
    const { notificationTemplates } = await admin.graphql(LIST, { changed: false });
    for (const { kind } of notificationTemplates) {
      const { templates, variables } = await read(kind);
      expect(variables.every((v: { description: string; sample: string }) => v.description && v.sample)).toBe(
        true,
      );
      for (const { channel, wording } of templates) {
        for (const locale of ["zh", "en"] as const) {
          const shown = await preview(
            kind,
            channel,
            locale === "en" ? "en" : "zh-CN",
            wording.body[locale],
            wording.title[locale],
          );
          expect([kind, channel, shown.titleProblem, shown.bodyProblem]).toEqual([kind, channel, null, null]);
          expect(shown.body).not.toMatch(/[{}]/);
        }
      }
    }
  });

  test("a preview shows samples, leaves what is unknown in its braces, and says why it cannot be saved", async () => {
    expect(await preview("post.replied", "SITE", "en", "{actors}: {title} {oops}")).toEqual({
      title: "",
      body: "Ada and Bo: Where to hike this weekend {oops}",
      unknownVariables: ["oops"],
      titleProblem: null,
      bodyProblem: "There is no such variable: {oops}.",
    });
    expect((await preview("post.replied", "SITE", "zh-CN", "{actors}")).body).toBe("小雨、阿木");
    await expect(preview("post.eaten", "SITE", "en", "x")).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
    await expect(preview("post.liked", "SITE", "fr", "x")).rejects.toMatchObject({
      code: "INVALID_PARAMETER",
    });
  });
});
