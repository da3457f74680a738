import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendableMessages } from "../../../server/features/notifications/delivery/messages/privateMessage.service.ts";
import { MESSAGES_BEFORE } from "../../../server/features/moderation/message-reports/messageReport.service.ts";
import { plain } from "../../attachments/material.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";

/** Somebody is harassed in private, and asks for help. */

const SEND = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id picture { url } } }`;
const REPORT = `mutation ($id: ID!, $reason: ReportReason! = SPAM, $detail: String! = "") {
  reportMessage(input: { messageId: $id, reason: $reason, detail: $detail }) { id reason detail status messageId user { id } } }`;
const READ = `mutation ($id: ID!) { readReportedMessage(reportId: $id) {
  id body isReported isRemoved hasPicture author { id } picture { url } } }`;
const DIALOG = `query ($id: ID!) { dialog(userId: $id) { unread lastMessage { body isRemoved }
  messages(first: 50) { nodes { id body isRemoved picture { url } } } } }`;
const QUEUE = `{ reviewQueue(kind: REPORT) { nodes { key report { id messageId user { id } } } } }`;
const DECIDE = `mutation ($input: DecideReviewInput!) { decideReview(input: $input) }`;
const UNDO = `mutation ($key: ID!, $unban: Boolean! = false) { undoReview(key: $key, unban: $unban) }`;

let forum: Forum;
let admin: Person;
let ada: Person;
let bo: Person;
beforeAll(async () => {
  forum = await Forum.open();
  admin = await forum.admin();
});
afterAll(() => forum.close());
beforeEach(async () => void ([ada, bo] = [await forum.member(), await forum.member()]));

interface Sent {
  id: string;
  picture: { url: string } | null;
}
const send = async (from: Person, to: Person, body: string, more: object = {}): Promise<Sent> =>
  (await from.graphql(SEND, { input: { userId: to.id, body, ...more } })).sendMessage;
const report = async (person: Person, id: string, why: object = {}) =>
  (await person.graphql(REPORT, { id, ...why })).reportMessage as { id: string };
const read = async (person: Person, id: string) =>
  (await person.graphql(READ, { id })).readReportedMessage as { body: string; isReported: boolean }[];
const dialogOf = async (person: Person, peer: Person) =>
  (await person.graphql(DIALOG, { id: peer.id })).dialog;
const decide = (key: string, decision: string, more: object = {}) =>
  admin.graphql(DECIDE, { input: { key, decision, reason: "Harassment", ...more } });

describe("a reported message", () => {
  test("is read by an administrator with the few before it and nothing else, and the log says who read which", async () => {
    for (let n = 1; n <= MESSAGES_BEFORE + 2; n++) await send(ada, bo, `before ${n}`);
    const { id } = await send(bo, ada, "something nasty");
    await send(ada, bo, "what came after");

    const filed = await report(ada, id, { reason: "OTHER", detail: "He threatens me" });
    expect(filed).toEqual({
      id: expect.any(String),
      reason: "OTHER",
      detail: "He threatens me",
      status: "OPEN",
      messageId: id,
      user: { id: String(bo.id) },
    });
    // Reporting it again changes the report.
    expect(await report(ada, id, { reason: "ILLEGAL" })).toMatchObject({ id: filed.id, reason: "ILLEGAL" });
    expect((await admin.graphql(QUEUE)).reviewQueue.nodes[0]).toEqual({
      key: `r${filed.id}`,
      report: { id: filed.id, messageId: id, user: { id: String(bo.id) } },
    });

    const seen = await read(admin, filed.id);
    expect(seen.map(({ body }) => body)).toEqual([
      "before 3",
      "before 4",
      "before 5",
      "before 6",
      "before 7",
      "something nasty",
    ]);
    expect(seen.map(({ isReported }) => isReported)).toEqual([false, false, false, false, false, true]);
    const { auditLog } = await admin.graphql(
      `query ($t: String) { auditLog(target: $t) { nodes { action actorId before after reason } } }`,
      { t: `report:${filed.id}` },
    );
    expect(auditLog.nodes).toEqual([
      {
        action: "readReportedMessage",
        actorId: String(admin.id),
        before: null,
        reason: "",
        after: expect.stringContaining(`"read":${id}`),
      },
    ]);
    expect(JSON.stringify(auditLog)).not.toMatch(/nasty|before \d/);
  });

  test("is nobody else's to read: not its moderators', not theirs who wrote it, not once it is decided", async () => {
    const { id } = await send(bo, ada, "nasty");
    const filed = await report(ada, id);
    for (const person of [await forum.moderator(), ada, bo, await forum.member()])
      await expect(read(person, filed.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(read(forum.visitor(), filed.id)).rejects.toMatchObject({ code: "LOGIN_REQUIRED" });
    // Nor are reports about other things a way to read.
    const other = await ada.graphql(
      `mutation ($id: ID!) { reportContent(input: { userId: $id, reason: SPAM }) { id } }`,
      { id: bo.id },
    );
    await expect(read(admin, other.reportContent.id)).rejects.toMatchObject({ code: "NOT_FOUND" });

    await decide(`r${filed.id}`, "APPROVE");
    await expect(read(admin, filed.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await dialogOf(ada, bo)).toMatchObject({ lastMessage: { body: "nasty", isRemoved: false } });
  });

  test("shows nothing that its reporter had put away", async () => {
    await send(bo, ada, "long ago");
    await ada.graphql(`mutation ($id: ID!) { deleteDialog(userId: $id) }`, { id: bo.id });
    const { id } = await send(bo, ada, "nasty");

    expect((await read(admin, (await report(ada, id)).id)).map(({ body }) => body)).toEqual(["nasty"]);
  });
});

describe("reporting is refused", () => {
  test("for messages of others, and for those that were put away, as for those that do not exist", async () => {
    const { id } = await send(bo, ada, "nasty");
    const refusal = (person: Person, which: string) =>
      report(person, which).then(
        () => "ok",
        ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
      );
    const cy = await forum.member();
    const missing = await refusal(cy, "999999");

    expect(missing).toMatch(/^NOT_FOUND/);
    for (const person of [cy, admin, await forum.moderator()])
      expect(await refusal(person, id)).toBe(missing);
    await ada.graphql(`mutation ($id: ID!) { deleteDialog(userId: $id) }`, { id: bo.id });
    expect(await refusal(ada, id)).toBe(missing);
    expect(await refusal(forum.visitor(), id)).toMatch(/^LOGIN_REQUIRED/);
  });

  test.each([
    ["a reason that must be explained", { reason: "OTHER" }, "INVALID_PARAMETER"],
    ["451 characters", { detail: "长".repeat(451) }, "INVALID_PARAMETER"],
  ])("for %s", async (_what, why, code) => {
    const { id } = await send(bo, ada, "nasty");
    await expect(report(ada, id, why)).rejects.toMatchObject({ code });
  });

  test("for an own message", async () => {
    const { id } = await send(ada, bo, "nasty");
    await expect(report(ada, id)).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });
});

describe("a message that is taken away", () => {
  test("is gone for both, with its picture, and is back when that is undone", async () => {
    const upload = await bo.upload("cat.png", await plain(40, 30).png().toBuffer());
    const { id, picture } = await send(bo, ada, "nasty", { attachmentId: upload.id });
    const url = picture!.url;
    const statuses = () =>
      Promise.all([ada, bo, admin].map(async (person) => (await person.get(url)).status));
    expect(await statuses()).toEqual([200, 200, 404]);
    const { id: reportId } = await report(ada, id);
    expect(await statuses()).toEqual([200, 200, 200]);
    expect(await read(admin, reportId)).toMatchObject([
      { body: "nasty", hasPicture: true, picture: { url } },
    ]);

    await decide(`r${reportId}`, "DELETE");
    for (const [person, peer] of [
      [ada, bo],
      [bo, ada],
    ] as const) {
      expect(await dialogOf(person, peer)).toMatchObject({
        lastMessage: { body: "", isRemoved: true },
        messages: { nodes: [{ id, body: "", isRemoved: true, picture: null }] },
      });
      const { Data } = await person.rest("GET", "/api/v3/dialog");
      expect(JSON.stringify(Data)).toContain("该消息已被管理员移除");
      expect(JSON.stringify(Data)).not.toContain("nasty");
    }
    // It still counts as what it was: one unread message.
    expect((await dialogOf(ada, bo)).unread).toBe(1);
    expect(await statuses()).toEqual([404, 404, 404]);
    await expect(send(bo, ada, "again", { attachmentId: upload.id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(report(ada, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const subject = `m${id}`;
    const sendable = await sendableMessages(forum.app.context(), [{ subject, userId: ada.id }]);
    expect(sendable.has(subject)).toBe(false);

    await admin.graphql(UNDO, { key: `r${reportId}` });
    expect((await dialogOf(bo, ada)).messages.nodes).toMatchObject([
      { body: "nasty", isRemoved: false, picture: { url } },
    ]);
    expect((await read(admin, reportId)).at(-1)).toMatchObject({ body: "nasty" });
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  test("takes its author along if the administrator says so, and lets them back in", async () => {
    const { id } = await send(bo, ada, "nasty");
    const { id: reportId } = await report(ada, id);
    const standing = async () =>
      (await forum.rows<{ status: number }>("SELECT status FROM users WHERE id = ?", [bo.id]))[0]!.status;

    await decide(`r${reportId}`, "DELETE", { ban: true });
    expect(await standing()).toBe(1);
    await admin.graphql(UNDO, { key: `r${reportId}`, unban: true });
    expect(await standing()).toBe(0);
    expect((await dialogOf(ada, bo)).messages.nodes).toMatchObject([{ body: "nasty" }]);
  });
});
