import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Letter } from "../../../server/features/notifications/delivery/senders/sender.ts";
import {
  PUSH_TEXT_MAX,
  PUSH_TIMEOUT_MS,
  PUSH_TITLE_MAX,
  PUSH_TTL_S,
  pushSender,
} from "../../../server/features/notifications/push/sender.service.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { claimsOf, type PushBrowser, PushService } from "./pushService.ts";

const SUBSCRIBE = `mutation ($input: PushSubscriptionInput!) { subscribePush(input: $input) }`;
const DEVICES = `{ pushDevices { id lastUsedAt } }`;

let forum: Forum;
let service: PushService;
let ada: Person;
let browser: PushBrowser;
beforeAll(async () => {
  forum = await Forum.open();
  service = await PushService.open();
});
afterAll(async () => {
  await service?.close();
  await forum.close();
});
beforeEach(async () => {
  ada = await forum.member();
  browser = await subscribed(ada);
});

async function subscribed(person: Person): Promise<PushBrowser> {
  const made = service.browser();
  await person.graphql(SUBSCRIBE, { input: made.subscription });
  return made;
}
const again = ({ credentials }: Person): Promise<Person> => {
  const { id, username, nickname, groupId } = credentials!;
  return forum.signIn(id, username, nickname, groupId);
};
const send = (change: Partial<Letter> = {}) =>
  pushSender.send(forum.app.context(), {
    id: "1",
    recipient: { id: ada.id, nickname: ada.nickname, locale: "en" },
    address: "",
    kind: "post.replied",
    title: "Bo replied to your thread",
    text: "“Tea” – I like green tea",
    html: "",
    url: `${forum.url}/thread/7?page=2#post-21`,
    why: "You wrote it.",
    unsubscribeUrl: null,
    notificationIds: [],
    providerTemplateId: "",
    values: [],
    ...change,
  });

describe("a letter", () => {
  test("is read by the recipient's browser alone, and leads to its page", async () => {
    await send();

    expect(browser.pushed).toEqual([
      {
        title: "Bo replied to your thread",
        body: "“Tea” – I like green tea",
        url: "/thread/7?page=2#post-21",
        tag: expect.stringMatching(/^[\w-]{32}$/) as string,
        lang: "en",
      },
    ]);
    expect(browser.requests[0]!.body.toString("latin1")).not.toContain("green tea");
  });

  test("carries the site's proof for this push service, and how long it is of interest", async () => {
    await send();
    const { headers } = browser.requests[0]!;
    const { claims, publicKey } = claimsOf(String(headers["authorization"]));

    expect(publicKey).toBe((await ada.graphql(`{ pushPublicKey }`)).pushPublicKey);
    expect(claims).toMatchObject({ aud: service.origin, sub: "mailto:postmaster@127.0.0.1" });
    expect(claims.exp * 1000).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
    expect(headers).toMatchObject({
      ttl: String(PUSH_TTL_S),
      "content-encoding": "aes128gcm",
      topic: browser.pushed[0]!.tag,
    });
  });

  test("is short whatever it tells", async () => {
    await send({ title: "长".repeat(500), text: "😀".repeat(5_000) });
    const { title, body } = browser.pushed[0]!;

    expect([Array.from(title).length, Array.from(body).length]).toEqual([PUSH_TITLE_MAX, PUSH_TEXT_MAX]);
    expect(browser.requests[0]!.body.length).toBeLessThan(4096);
  });

  test("takes the place of an earlier one about the same thing, and of no other", async () => {
    const url = `${forum.url}/message?page=chat&userId=9`;
    await send({ kind: "message", url });
    await send({ kind: "message", url, text: "And another" });
    await send({ kind: "message", url: `${forum.url}/message?page=chat&userId=10` });
    const [first, second, other] = browser.pushed.map(({ tag }) => tag);

    expect(second).toBe(first);
    expect(other).not.toBe(first);
  });

  test("goes to every browser of its recipient and to nobody else", async () => {
    const phone = await subscribed(await again(ada));
    const bo = await subscribed(await forum.member());
    await send();

    expect([browser.pushed.length, phone.pushed.length, bo.pushed.length]).toEqual([1, 1, 0]);
    const { pushDevices } = await ada.graphql(DEVICES);
    for (const { lastUsedAt } of pushDevices) expect(lastUsedAt).not.toBeNull();
  });
});

describe("a push service", () => {
  test.each([404, 410])("that answers %i is never called for that browser again", async (status) => {
    browser.answer(status);
    await expect(send()).rejects.toMatchObject({ failure: "letter" });

    expect((await ada.graphql(DEVICES)).pushDevices).toEqual([]);
    await expect(send()).rejects.toMatchObject({ failure: "letter" });
    expect(browser.requests).toHaveLength(1);
  });

  test.each([429, 500, 503])("that answers %i is asked again later", async (status) => {
    browser.answer(status);
    await expect(send()).rejects.toMatchObject({ failure: "again" });

    browser.answer(201);
    await send();
    expect(browser.pushed).toHaveLength(2);
  });

  test("that leads elsewhere is not followed", async () => {
    browser.answer(307);
    await expect(send()).rejects.toMatchObject({ failure: "again" });
    expect(browser.requests).toHaveLength(1);
  });

  test("that never answers is left after a while", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((durationMs) => {
      expect(durationMs).toBe(PUSH_TIMEOUT_MS);
      return AbortSignal.abort(new DOMException("late", "TimeoutError"));
    });
    await expect(send()).rejects.toMatchObject({ failure: "again" });
    timeout.mockRestore();
  });

  test("that refuses one browser keeps nothing from the other", async () => {
    const phone = await subscribed(await again(ada));
    browser.answer(503);
    await send();

    expect(phone.pushed).toHaveLength(1);
  });
});

test("a signed-out browser gets nothing", async () => {
  await ada.graphql(`mutation { logout }`);
  await expect(send()).rejects.toMatchObject({ failure: "letter" });
  expect(browser.requests).toEqual([]);
});

test("a browser that was subscribed in another setting is not called where addresses must be public", async () => {
  const ctx = forum.app.context();
  const strict = { ...ctx, services: { ...ctx.services, mayCallInner: false } };
  const letter = { recipient: { id: ada.id, nickname: "", locale: "en" }, title: "t", text: "x", url: "/" };
  const sending = pushSender.send(strict, {
    ...letter,
    kind: "message",
    notificationIds: [],
  } as unknown as Letter);

  await expect(sending).rejects.toMatchObject({ failure: "again" });
  expect(browser.requests).toEqual([]);
});

test("neither log nor failure tells an endpoint or a key", async () => {
  browser.answer(500);
  const failure = await send().catch((error: unknown) => String(error));
  const told = forum.logLines.join() + String(failure);

  expect(told).toContain("a push service refused a notification");
  for (const secret of [...Object.values(browser.subscription), browser.path])
    expect(told).not.toContain(secret);
});
