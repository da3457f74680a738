import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { CDPSession, Page, Worker } from "playwright-core";
import { PUSH_DELAY_MS } from "../../../server/features/notifications/push/sender.service.ts";
import { logOf, pass, send, stopClock } from "../delivery/post.ts";
import { Browser } from "../../support/browser.ts";
import { Forum } from "../../support/forum.ts";
import type { Person } from "../../support/person.ts";
import { publish, reply } from "../../threads/content.ts";
import { type PushBrowser, PushService } from "./pushService.ts";

/**
 * A real worker shows exactly what the server pushes. Two parts of the world stand in: the push service of the browser's
 * maker, and the finger on the notification, without which browsers let no worker open a window.
 */

let forum: Forum;
let browser: Browser;
let service: PushService;
let place: PushBrowser;
let ada: Person;
let bo: Person;
beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum, { hasScreen: true });
  service = await PushService.open();
  [ada, bo] = [await forum.member(), await forum.member()];
  place = service.browser();
  await ada.graphql(`mutation ($input: PushSubscriptionInput!) { subscribePush(input: $input) }`, {
    input: place.subscription,
  });
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
  await forum?.close();
});

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
  readonly url: string;
}

/** Lists the notifications on the screen of this browser. */
const shown = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const notifications = await registration.getNotifications();
    return notifications.map(({ title, body, lang, data }) => ({
      title,
      body,
      lang,
      url: (data as { url: string }).url,
    }));
  });

/** Watches for the next push. @returns resolves when the worker has asked which pages are open, and been answered */
async function nextPush(worker: Worker): Promise<() => Promise<unknown>> {
  const handled = await worker.evaluateHandle(() => {
    type MatchAll = (...options: object[]) => Promise<unknown>;
    const { Clients } = globalThis as unknown as { Clients: { prototype: { matchAll: MatchAll } } };
    const { matchAll } = Clients.prototype;
    const push = new Promise<void>((resolve) => {
      Clients.prototype.matchAll = async function (...options) {
        Clients.prototype.matchAll = matchAll;
        const tabs = await matchAll.apply(this, options);
        setTimeout(resolve);
        return tabs;
      };
    });
    return { push };
  });
  return () => handled.evaluate(({ push }) => push);
}

/** Counts the pages of ours that somebody can see. */
const openPages = (worker: Worker): Promise<number> =>
  worker.evaluate(async () => {
    const { clients } = globalThis as unknown as {
      clients: { matchAll: (options: object) => Promise<{ visibilityState: string }[]> };
    };
    const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
    return tabs.filter(({ visibilityState }) => visibilityState === "visible").length;
  });

/** Somebody chooses the first notification. @returns the address that the worker asks the browser to open */
const choose = (worker: Worker): Promise<string> =>
  worker.evaluate(async () => {
    const self = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (url: string) => Promise<null> };
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
    };
    const opened = new Promise<string>((resolve) => {
      self.clients.openWindow = (url) => (resolve(url), Promise.resolve(null));
    });
    const [notification] = await self.registration.getNotifications();
    globalThis.dispatchEvent(
      new self.NotificationEvent("notificationclick", { notification: notification! }),
    );
    return opened;
  });

/** The worker of the page, and a way to hand it what its push service brings. */
async function workerOf(
  page: Page,
): Promise<{ worker: Worker; deliver: (data: object) => Promise<unknown> }> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
  });
  const session: CDPSession = await page.context().newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await known;
  return {
    worker: page.context().serviceWorkers()[0]!,
    deliver: (data) =>
      session.send("ServiceWorker.deliverPushMessage", {
        origin: forum.url,
        registrationId,
        data: JSON.stringify(data),
      }),
  };
}

test("a reply is shown on the screen of whom it answers while no page is open, and leads to itself", async () => {
  const page = await browser.openPage({ person: ada, locale: "en", keepsShell: true });
  await page.context().grantPermissions(["notifications"]);
  await page.goto("/");
  const { worker, deliver } = await workerOf(page);

  const thread = await publish(ada, { categoryId: await forum.categoryId(), title: "Tea" });
  await reply(bo, thread.id as string, { body: "Green, please" });
  stopClock();
  await forum.delivered();
  pass(PUSH_DELAY_MS);
  await send(forum);
  vi.useRealTimers();
  const told = (await logOf(forum, ada)).filter(({ kind }) => kind === "post.replied");
  expect(told.map(({ state }) => state)).toEqual(["SENT"]);
  const news = place.pushed.find(({ url }) => url.startsWith(`/thread/${thread.id}`));

  // Who looks at a page of ours hears of it there.
  const handled = await nextPush(worker);
  await deliver({ ...news, tag: "seen in the page" });
  await handled();
  await page.goto("about:blank");
  // The worker counts the page as open until the browser has put it away.
  await expect.poll(() => openPages(worker)).toBe(0);
  await deliver(news!);
  await expect.poll(() => shown(worker)).toHaveLength(1);
  const [notification] = await shown(worker);
  expect(notification!.body).toContain(`${bo.nickname} replied to your thread “Tea”`);
  expect(notification!.lang).toBe("en");

  const address = await choose(worker);
  expect(address).toBe(`${forum.url}/thread/${thread.id}#p1`);
  await expect.poll(() => shown(worker)).toEqual([]);
  await page.goto(address);
  await page.locator("#p1").getByText("Green, please").waitFor();
  await browser.expectNoComplaints();
});
