import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PUSH_DELAY_MS } from "../../../server/features/notifications/push/sender.service.ts";
import { logOf, pass, send, stopClock } from "../delivery/post.ts";
import { holdBack } from "../../permissions/scene.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { act, createCategory, publish, reply } from "../../threads/content.ts";
import { claimsOf, type PushBrowser, PushService } from "./pushService.ts";

/** The whole way of a notification: a reply is written, news goes through the outbox, a browser is called when it is due. */

const BLOCK = `mutation ($id: ID!) { blockUser(userId: $id) { id } }`;
const SAVE = `mutation ($input: NotificationPreferencesInput!) { saveNotificationPreferences(input: $input) { digest } }`;
const MESSAGE = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }`;

let forum: Forum;
let service: PushService;
let categoryId: string;
let admin: Person;
let ada: Person;
let bo: Person;
let browser: PushBrowser;
beforeAll(async () => {
  forum = await Forum.open();
  service = await PushService.open();
  categoryId = await forum.categoryId();
  admin = await forum.admin();
});
afterAll(async () => {
  await service?.close();
  await forum.close();
});
beforeEach(async () => {
  stopClock();
  [ada, bo] = [await forum.member(), await forum.member()];
  browser = service.browser();
  await ada.graphql(`mutation ($input: PushSubscriptionInput!) { subscribePush(input: $input) }`, {
    input: browser.subscription,
  });
  await afterDelay();
  service.requests.length = 0;
});
afterEach(() => void vi.useRealTimers());

interface Written {
  readonly threadId: string;
  readonly postId: string;
}

/** Bo mentions Ada in a reply to his own thread, and the news stands in the queue of what is to be pushed. */
async function mentioned(): Promise<Written> {
  const thread = await publish(bo, { categoryId, title: "Tea" });
  const post = await reply(bo, thread.id as string, { body: `The kettle is on @${ada.nickname}` });
  await forum.delivered();
  expect((await logOf(forum, ada)).at(-1)).toEqual({ kind: "post.reminded", state: "PENDING", error: "" });
  return { threadId: thread.id as string, postId: post.id as string };
}

const standing = (person: Person, status: string): Promise<unknown> =>
  admin.graphql(
    `mutation ($id: ID!, $s: UserStatus!) { setUserStatus(userId: $id, status: $s, reason: "No") { id } }`,
    { id: person.id, s: status },
  );

async function afterDelay(): Promise<void> {
  await forum.delivered();
  pass(PUSH_DELAY_MS);
  await send(forum);
}

test("a reply reaches the browser of whom it mentions, readable there alone, with the proof of the site", async () => {
  const { threadId } = await mentioned();
  await send(forum);
  expect(browser.pushed).toEqual([]);

  await afterDelay();
  await afterDelay();
  const body = `${bo.nickname} mentioned you in the thread “Tea”`;
  expect(browser.pushed).toMatchObject([{ body, url: `/thread/${threadId}#p1`, lang: "en" }]);
  const [request] = browser.requests;
  expect(request!.body.toString("latin1")).not.toContain(bo.nickname);
  const { claims, publicKey } = claimsOf(String(request!.headers["authorization"]));
  expect(claims.aud).toBe(service.origin);
  expect(publicKey).toBe((await ada.graphql(`{ pushPublicKey }`)).pushPublicKey);
  expect((await logOf(forum, ada)).at(-1)).toMatchObject({ state: "SENT" });
});

describe("between the reply and its turn, so that nobody is called:", () => {
  test.each<[string, (written: Written) => Promise<unknown>, string]>([
    ["the recipient blocks the author", () => ada.graphql(BLOCK, { id: bo.id }), "NOT_ALLOWED"],
    [
      "the group of the recipient may not read threads any more",
      () =>
        admin.graphql(`mutation ($id: ID!) { setGroupPermissions(groupId: $id, permissions: []) }`, {
          id: String(ada.credentials!.groupId),
        }),
      "NOT_ALLOWED",
    ],
    [
      "the recipient is moved to a group that may not read here",
      async () =>
        admin.graphql(`mutation ($id: ID!, $to: ID!) { setUserGroup(userId: $id, groupId: $to) { id } }`, {
          id: String(ada.id),
          to: String(await forum.group(["user.view"])),
        }),
      "NOT_ALLOWED",
    ],
    [
      "the thread is moved to where the recipient may not read",
      async ({ threadId }) => {
        const closed = await createCategory(admin, `Closed ${threadId}`);
        const groupId = await forum.group([
          `category${categoryId}.viewThreads`,
          `category${categoryId}.thread.viewPosts`,
        ]);
        await admin.graphql(
          `mutation ($id: ID!, $to: ID!) { setUserGroup(userId: $id, groupId: $to) { id } }`,
          { id: String(ada.id), to: String(groupId) },
        );
        await admin.graphql(`mutation ($input: EditThreadInput!) { editThread(input: $input) { id } }`, {
          input: { threadId, categoryId: closed },
        });
      },
      "NOT_ALLOWED",
    ],
    ["the thread is deleted", ({ threadId }) => act(bo, "deleteThread", { threadId }), "WITHDRAWN"],
    ["the thread is held back", ({ threadId }) => holdBack(forum, "threads", threadId), "NOT_ALLOWED"],
    ["the reply is deleted", ({ postId }) => act(bo, "deletePost", { postId }), "WITHDRAWN"],
    ["the reply is held back", ({ postId }) => holdBack(forum, "posts", postId), "NOT_ALLOWED"],
    [
      "the recipient reads the notification in the site",
      () => ada.graphql(`mutation { markNotificationsRead { count } }`),
      "READ",
    ],
    [
      "the recipient wants no such news pushed",
      () => ada.graphql(SAVE, { input: { rows: [{ topic: "MENTIONED", channels: ["SITE"] }] } }),
      "UNWANTED",
    ],
    ["the browser is signed out", () => ada.graphql(`mutation { logout }`), "UNREACHABLE"],
  ])("%s", async (_, change, reason) => {
    const written = await mentioned();
    await change(written);
    await afterDelay();

    // Of the group that changed they hear all the same.
    expect(browser.pushed.filter(({ url }) => url.startsWith("/thread"))).toEqual([]);
    const about = (await logOf(forum, ada)).filter(({ kind }) => kind === "post.reminded");
    expect(about).toEqual([{ kind: "post.reminded", state: "CANCELLED", error: reason }]);
  });

  test("the recipient of a private message blocks who wrote it", async () => {
    await bo.graphql(MESSAGE, { input: { userId: ada.id, body: "The kettle is on" } });
    await forum.delivered();
    await ada.graphql(BLOCK, { id: bo.id });
    await afterDelay();

    expect(browser.pushed).toEqual([]);
    expect((await logOf(forum, ada)).at(-1)).toEqual({
      kind: "message",
      state: "CANCELLED",
      error: "NOT_ALLOWED",
    });
  });
});

test.each(["BANNED", "REFUSED", "IGNORED"])(
  "the browsers of a member who is %s are not called, whatever waits or comes, and are again once they are let in",
  async (status) => {
    await mentioned();
    await standing(ada, status);
    await afterDelay();
    await bo.graphql(MESSAGE, { input: { userId: ada.id, body: "Still there?" } }).catch(() => null);
    await publish(bo, { categoryId, title: "Coffee", body: `The pot is on @${ada.nickname}` });
    await afterDelay();
    expect(browser.requests).toEqual([]);
    const mentions = (await logOf(forum, ada)).filter(({ kind }) => kind === "post.reminded");
    expect(new Set(mentions.map(({ state }) => state))).toEqual(new Set(["CANCELLED"]));

    await standing(ada, "NORMAL");
    await afterDelay();
    service.requests.length = 0;
    const { threadId } = await mentioned();
    await afterDelay();
    expect(browser.pushed.map(({ url }) => url)).toEqual([`/thread/${threadId}#p1`]);
  },
);

test("a notification that was deleted by mistake and brought back is pushed after all", async () => {
  await mentioned();
  const found = await forum.rows<{ id: number }>(
    "SELECT n.id FROM notifications n WHERE n.userId = ? ORDER BY n.id DESC LIMIT 1",
    [ada.id],
  );
  const ids = found.map(({ id }) => String(id));
  await ada.graphql(`mutation ($ids: [ID!]!) { deleteNotifications(ids: $ids) { count } }`, { ids });
  await ada.graphql(`mutation ($ids: [ID!]!) { restoreNotifications(ids: $ids) { count } }`, { ids });
  await afterDelay();

  expect(browser.pushed).toHaveLength(1);
});
