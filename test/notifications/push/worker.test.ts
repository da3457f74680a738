import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { beforeEach, describe, expect, test, vi } from "vitest";

/** The worker of the client as browsers run it, in a world of its own that has what workers have. */
const SOURCE = readFileSync(join(import.meta.dirname, "../../../client/public/sw.js"), "utf8");
const ORIGIN = "https://forum.example";

interface Tab {
  url: string;
  visibilityState: string;
  focus: () => Promise<void>;
  navigate: (url: string) => Promise<null>;
}

const NEWS = {
  title: "Bo replied to your thread",
  body: "I like green tea",
  url: "/thread/7?page=2#p21",
  tag: "tag-of-7",
  lang: "en",
};

let tabs: Tab[];
let fire: (type: string, event: object) => Promise<void>;
const showNotification = vi.fn();
const openWindow = vi.fn();
const subscribe = vi.fn();
const fetched = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  tabs = [];
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    clients: { matchAll: () => Promise.resolve(tabs), openWindow },
    registration: { showNotification, pushManager: { subscribe } },
  };
  runInNewContext(SOURCE, { self, URL, fetch: fetched, caches: {}, Response });
  fire = async (type, event) => {
    const waits: Promise<unknown>[] = [];
    listeners.get(type)!({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    await Promise.all(waits);
  };
});

function tab(url: string, visibilityState = "hidden"): Tab {
  const made = {
    url: ORIGIN + url,
    visibilityState,
    focus: vi.fn(() => Promise.resolve()),
    navigate: vi.fn(() => Promise.resolve(null)),
  };
  tabs.push(made);
  return made;
}
const push = (news: unknown) => fire("push", { data: { json: () => news } });
const click = (url: string) => {
  const notification = { close: vi.fn(), data: { url } };
  return fire("notificationclick", { notification }).then(() => notification);
};

describe("what is pushed", () => {
  test("is shown with icon, badge and the tag of its thing", async () => {
    tab("/thread/3");
    await push(NEWS);

    expect(showNotification).toHaveBeenCalledExactlyOnceWith(NEWS.title, {
      body: NEWS.body,
      tag: NEWS.tag,
      lang: "en",
      icon: "/icons/icon-192.png",
      badge: "/icons/badge-96.png",
      data: { url: NEWS.url },
    });
  });

  test("is not shown while somebody looks at a page of ours", async () => {
    tab("/thread/3");
    tab("/", "visible");
    await push(NEWS);

    expect(showNotification).not.toHaveBeenCalled();
  });

  test.each([
    ["no object", null],
    ["no title", { body: "x" }],
    ["a title of another kind", { title: 7 }],
  ])("is left alone if it has %s", async (_, news) => {
    await push(news);
    expect(showNotification).not.toHaveBeenCalled();
  });

  test("is left alone if it cannot be read", async () => {
    await fire("push", { data: null });
    expect(showNotification).not.toHaveBeenCalled();
  });
});

describe("choosing a notification", () => {
  test("opens its page", async () => {
    tab("/thread/3");
    const notification = await click(NEWS.url);

    expect(notification.close).toHaveBeenCalled();
    expect(openWindow).toHaveBeenCalledExactlyOnceWith(ORIGIN + NEWS.url);
  });

  test("goes to the tab that shows the page already, and leads it to the place", async () => {
    const other = tab("/thread/3");
    const there = tab("/thread/7?page=2#p1");
    await click(NEWS.url);

    expect(there.focus).toHaveBeenCalled();
    expect(there.navigate).toHaveBeenCalledExactlyOnceWith(ORIGIN + NEWS.url);
    expect(other.focus).not.toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  test("never leads to another site", async () => {
    await click("https://elsewhere.example/");
    expect(openWindow).not.toHaveBeenCalled();
  });
});

describe("a subscription that the browser changes", () => {
  const next = { toJSON: () => ({ endpoint: "https://push.example/new", keys: { p256dh: "P", auth: "A" } }) };
  const oldSubscription = { endpoint: "https://push.example/old", options: { userVisibleOnly: true } };

  test("is renewed at the server, with the old one as proof", async () => {
    subscribe.mockResolvedValue(next);
    await fire("pushsubscriptionchange", { oldSubscription, newSubscription: null });

    expect(subscribe).toHaveBeenCalledWith(oldSubscription.options);
    const [path, { body }] = fetched.mock.calls[0] as [string, { body: string }];
    expect(path).toBe("/graphql");
    expect((JSON.parse(body) as { variables: object }).variables).toEqual({
      input: {
        oldEndpoint: "https://push.example/old",
        endpoint: "https://push.example/new",
        p256dh: "P",
        auth: "A",
      },
    });
  });

  test("is not asked for twice if the browser has done it", async () => {
    await fire("pushsubscriptionchange", { oldSubscription, newSubscription: next });

    expect(subscribe).not.toHaveBeenCalled();
    expect(fetched).toHaveBeenCalledOnce();
  });
});
