import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { EMAIL_DELAY_MS } from "../../server/features/notifications/delivery/senders/mailSender.ts";
import { PUSH_DELAY_MS } from "../../server/features/notifications/push/sender.service.ts";
import { giveEmail, logOf, pass, send, setMail, stopClock } from "../notifications/delivery/post.ts";
import { PushService } from "../notifications/push/pushService.ts";
import { Forum } from "../support/forum.ts";
import { MailServer } from "../support/mailServer.ts";
import type { Person } from "../support/person.ts";
import { change, members, roomOf, say, see } from "./company.ts";

/** Mails and pushes about unread messages of group chats. */

const SAVE = `mutation ($input: NotificationPreferencesInput!) { saveNotificationPreferences(input: $input) { digest } }`;

let forum: Forum;
let server: MailServer;
let ada: Person;
let bo: Person;
let cleo: Person;
let address: string;
let roomId: string;
beforeAll(async () => {
  forum = await Forum.open();
  server = await MailServer.open();
  await setMail(forum, server);
});
afterAll(async () => {
  await forum.close();
  await server.close();
});
beforeEach(async () => {
  stopClock();
  [ada, bo, cleo] = (await members(forum, 3)) as [Person, Person, Person];
  roomId = await roomOf(bo, ada, cleo);
  // Delivers the notifications of the invitations, so that no mail has them.
  await forum.delivered();
  address = await giveEmail(forum, server, ada);
});
afterEach(() => void vi.useRealTimers());

async function mailsAfterDelay(): Promise<typeof server.mails> {
  await forum.delivered();
  pass(EMAIL_DELAY_MS);
  await send(forum);
  return server.to(address);
}

describe("unread messages of a room become one mail", () => {
  test("with who wrote what, and a link to the room", async () => {
    await say(bo, roomId, "Meet at nine");
    await say(cleo, roomId, "Bring water");
    await say(ada, roomId, "Later than nine, please");
    await say(bo, roomId, "Ten, then");

    const mails = await mailsAfterDelay();
    expect(mails).toHaveLength(1);
    expect(mails[0]!.subject).toContain("New messages in a group chat");
    expect(mails[0]!.text).toContain("3 new messages in the group chat “Hikes”");
    expect(mails[0]!.text).toContain(`${bo.nickname}: Meet at nine`);
    expect(mails[0]!.text).toContain(`${cleo.nickname}: Bring water`);
    expect(mails[0]!.text).not.toContain("Later than nine");
    expect(mails[0]!.text).toContain(`${forum.url}/message?page=room&roomId=${roomId}`);
    expect(mails[0]!.text).toContain("you are a member of this group chat");
    await send(forum);
    expect(server.to(address)).toHaveLength(1);
  });

  test("in Chinese, without words and names for who wants none", async () => {
    await ada.graphql(SAVE, { input: { locale: "zh-CN", showText: false } });
    await say(bo, roomId, "The safe is open");

    const [mail] = await mailsAfterDelay();
    expect(mail!.subject).toContain("群聊新消息");
    expect(mail!.text).toContain("群聊有 1 条新消息");
    expect(mail!.raw + mail!.text + mail!.html).not.toMatch(/The safe is open|Hikes/);
  });

  test("for each member of the room who has an address", async () => {
    const second = await giveEmail(forum, server, cleo);
    await say(bo, roomId, "Meet at nine");

    expect(await mailsAfterDelay()).toHaveLength(1);
    expect(server.to(second)).toHaveLength(1);
  });
});

describe("unread messages of a room become no mail", () => {
  test.each<[string, () => Promise<unknown>, string]>([
    [
      "were read meanwhile",
      async () =>
        change(ada, "markRoomRead", roomId, { messageId: (await see(ada, roomId)).newestMessageId }),
      "READ",
    ],
    ["are of a muted room", () => change(ada, "muteRoom", roomId, { isMuted: true }), "MUTED"],
    ["are of a room that the member left", () => change(ada, "leaveRoom", roomId), "WITHDRAWN"],
    [
      "come from a blocked member",
      () => ada.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: bo.id }),
      "NOT_ALLOWED",
    ],
    [
      "are not wanted by mail",
      () => ada.graphql(SAVE, { input: { rows: [{ topic: "MESSAGE", channels: ["SITE"] }] } }),
      "UNWANTED",
    ],
  ])("that %s", async (_, act, reason) => {
    await say(bo, roomId, "Meet at nine");
    await forum.delivered();
    await act();

    expect(await mailsAfterDelay()).toEqual([]);
    expect((await logOf(forum, ada)).filter(({ kind }) => kind === "message")).toEqual([
      { kind: "message", state: "CANCELLED", error: reason },
    ]);
  });

  test("while the room is muted, nor are events of the room", async () => {
    await change(bo, "renameRoom", roomId, { name: "Tours" });
    await change(ada, "muteRoom", roomId, { isMuted: true });
    await say(bo, roomId, "Meet at nine");

    expect(await mailsAfterDelay()).toEqual([]);
    expect(await logOf(forum, ada, bo)).toEqual([]);
  });
});

test("a message of a room is pushed to the browser of a member, and leads to the room", async () => {
  const service = await PushService.open();
  try {
    const browser = service.browser();
    await cleo.graphql(`mutation ($input: PushSubscriptionInput!) { subscribePush(input: $input) }`, {
      input: browser.subscription,
    });
    await say(bo, roomId, "Meet at nine");
    await forum.delivered();
    pass(PUSH_DELAY_MS);
    await send(forum);

    const about = (await logOf(forum, cleo)).filter(({ kind }) => kind === "message");
    expect(about).toEqual([{ kind: "message", state: "SENT", error: "" }]);
    const { title, body, url } = browser.pushed.at(-1)!;
    expect(title).toContain("New messages in a group chat");
    expect(body).toBe(`1 new message in the group chat “Hikes”\n${bo.nickname}: Meet at nine`);
    expect(url).toBe(`/message?page=room&roomId=${roomId}`);
  } finally {
    await service.close();
  }
});
