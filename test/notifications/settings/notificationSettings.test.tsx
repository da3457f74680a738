import { ApolloClient, ApolloLink, InMemoryCache, Observable } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MemoryRouter } from "react-router-dom";
import {
  notificationSettingsHref,
  topicAnchor,
} from "../../../client/features/notifications/settings/notificationAnchors.ts";
import { NotificationSettings } from "../../../client/features/notifications/settings/NotificationSettings.tsx";
import { quietUntil } from "../../../client/features/notifications/settings/quiet.ts";
import { LocaleContext, type Locale } from "../../../client/i18n/texts.ts";
import { ClockProvider } from "../../../client/platform/clock.tsx";
import { PageContext, type Platform } from "../../../client/platform/page.ts";
import { ConfirmProvider } from "../../../client/ui/confirm.tsx";
import { hideToast, ToastHost } from "../../../client/ui/toast.tsx";

const TOPICS = [
  "SYSTEM",
  "MENTIONED",
  "REPLIED",
  "LIKED",
  "WATCHED",
  "MONEY",
  "MODERATION",
  "REPORTS",
  "MESSAGE",
];
const NOW = Date.UTC(2026, 10, 21, 12);

interface Asked {
  name: string;
  variables: Record<string, never>;
}
let viewer: Record<string, unknown>;
let devices: object[];
let asked: Asked[];
/** Operations that fail, with what the server says. */
let failures: Record<string, string>;
/** Refusals of the next answers, which wait for `release`; without one, answers come at once and refuse nothing. */
let next: { refusal: string | null }[];
/** Lets the answers that wait arrive. */
let release: () => Promise<void>;

beforeEach(() => {
  asked = [];
  failures = {};
  next = [];
  devices = [];
  viewer = {
    __typename: "User",
    id: "7",
    email: "ada@example.org",
    emailVerifiedAt: "2026-11-01T00:00:00.000Z",
    pendingEmail: null,
    emailSuppressedAt: null,
    notificationPreferences: {
      __typename: "NotificationPreferences",
      rows: TOPICS.map((topic) => ({
        __typename: "NotificationPreferenceRow",
        topic,
        channels: topic === "LIKED" ? ["SITE"] : ["SITE", "EMAIL", "PUSH"],
      })),
      availableChannels: ["SITE", "EMAIL", "PUSH"],
      digest: "WEEKLY",
      mutedUntil: null,
      showText: true,
    },
  };
});
afterEach(() => {
  act(() => hideToast());
  cleanup();
  vi.unstubAllGlobals();
});

const device = (isCurrent: boolean, id = "1") => ({
  __typename: "PushDevice",
  id,
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0",
  createdAt: "2026-11-20T00:00:00.000Z",
  lastUsedAt: null,
  isCurrent,
});

function answer(name: string, variables: Record<string, unknown>): object {
  if (name === "NotificationSettings") return { viewer, pushPublicKey: "KEY", pushDevices: devices };
  if (name === "WatchList") {
    const pageInfo = { __typename: "PageInfo", hasNextPage: false, endCursor: null };
    const watches = { __typename: "WatchConnection", nodes: [], pageInfo };
    return { viewer: { __typename: "User", id: viewer["id"], watchesReplied: false, watches } };
  }
  if (name === "SetEmail") return { setEmail: { ...viewer, pendingEmail: variables["email"] } };
  if (name === "RemoveEmail")
    return { removeEmail: { ...viewer, email: null, emailVerifiedAt: null, pendingEmail: null } };
  if (name === "SaveNotificationPreferences") {
    const { rows = [], ...rest } = variables["input"] as { rows?: { topic: string; channels: string[] }[] };
    const known = viewer["notificationPreferences"] as { rows: { topic: string; channels: string[] }[] };
    const next = known.rows.map((row) => ({ ...row, ...rows.find(({ topic }) => topic === row.topic) }));
    viewer = { ...viewer, notificationPreferences: { ...known, ...rest, rows: next } };
    return { saveNotificationPreferences: viewer["notificationPreferences"] };
  }
  return { [`${name[0]!.toLowerCase()}${name.slice(1)}`]: true };
}

async function open(platform: Platform = "pc", locale: Locale = "en"): Promise<void> {
  const link = new ApolloLink(
    ({ operationName, variables }) =>
      new Observable((observer) => {
        const name = operationName!;
        asked.push({ name, variables: variables as Record<string, never> });
        const late = name === "SaveNotificationPreferences" ? next.shift() : undefined;
        const failure = late?.refusal ?? failures[name];
        const result = failure
          ? { data: null, errors: [{ message: failure, extensions: { code: "INVALID_PARAMETER" } }] }
          : { data: answer(name, variables) };
        const send = () => {
          observer.next(result as ApolloLink.Result);
          observer.complete();
        };
        if (late) release = () => act(() => Promise.resolve(send()));
        else queueMicrotask(send);
      }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const page = {
    platform,
    locale,
    colorScheme: "auto" as const,
    textSize: "normal" as const,
    density: "cards" as const,
    publicUrl: "",
    now: NOW,
  };
  render(
    <ApolloProvider client={client}>
      <MemoryRouter initialEntries={["/my/settings?section=notifications"]}>
        <LocaleContext value={locale}>
          <PageContext value={page}>
            <ClockProvider start={NOW}>
              <ConfirmProvider>
                <NotificationSettings />
                <ToastHost />
              </ConfirmProvider>
            </ClockProvider>
          </PageContext>
        </LocaleContext>
      </MemoryRouter>
    </ApolloProvider>,
  );
  await screen.findAllByRole("switch");
  await act(() => Promise.resolve());
}

const user = userEvent.setup();
const cell = (name: string) => screen.getByRole<HTMLInputElement>("switch", { name });
const saved = () =>
  asked.filter(({ name }) => name === "SaveNotificationPreferences").map((each) => each.variables["input"]);

describe("topics by channels", () => {
  test("are a table at a desk, with a row to link to for each topic", async () => {
    await open();
    const table = screen.getByRole("table", { name: "Notification preferences" });

    expect(
      within(table)
        .getAllByRole("columnheader")
        .map(({ textContent }) => textContent),
    ).toEqual(["Notification", "Site", "Email", "Push"]);
    expect(within(table).getAllByRole("rowheader")).toHaveLength(TOPICS.length);
    expect(notificationSettingsHref("REPLIED")).toBe(
      "/my/settings?section=notifications#notifications-replied",
    );
    for (const topic of TOPICS) expect(document.getElementById(topicAnchor(topic as never))).not.toBeNull();
    expect([cell("Likes: Site").checked, cell("Likes: Email").checked]).toEqual([true, false]);
  });

  test("are a list of cards on a phone", async () => {
    await open("h5", "zh-CN");

    expect(screen.queryByRole("table")).toBeNull();
    const likes = document.getElementById("notifications-liked")!;
    expect(within(likes).getByText("邮件")).toBeTruthy();
    expect(cell("赞：邮件").checked).toBe(false);
  });

  test("cannot be switched off on the site where the account itself is concerned", async () => {
    await open();

    for (const name of ["Account and site: Site", "Moderation: Site"])
      expect([cell(name).checked, cell(name).disabled]).toEqual([true, true]);
    expect(cell("Replies: Site").disabled).toBe(false);
  });

  test("are saved at once, and taken back by one press", async () => {
    await open();
    await user.click(cell("Replies: Email"));

    expect(cell("Replies: Email").checked).toBe(false);
    expect(saved()).toEqual([{ rows: [{ topic: "REPLIED", channels: ["SITE", "PUSH"] }] }]);
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(saved()[1]).toEqual({ rows: [{ topic: "REPLIED", channels: ["SITE", "EMAIL", "PUSH"] }] });
    expect(cell("Replies: Email").checked).toBe(true);
  });

  test("stand as they were if the server refuses, which says why", async () => {
    failures = { SaveNotificationPreferences: "Not now." };
    await open();
    await user.click(cell("Replies: Email"));

    expect(await screen.findByText("Not now.")).toBeTruthy();
    expect(cell("Replies: Email").checked).toBe(true);
  });

  test("are refused one by one: what was chosen meanwhile stays", async () => {
    await open();
    next = [{ refusal: "Not now." }];
    await user.click(cell("Replies: Email"));
    await user.click(cell("Mentions: Email"));
    await release();
    await screen.findByText("Not now.");
    expect([cell("Replies: Email").checked, cell("Mentions: Email").checked]).toEqual([true, false]);
  });

  test("are saved in their order, and an answer that does not know of a later choice changes nothing", async () => {
    devices = [device(true)];
    await open();
    next = [{ refusal: null }];
    await user.click(cell("Replies: Email"));
    await user.click(cell("Replies: Push"));
    await user.click(cell("Mentions: Email"));
    expect(saved()).toEqual([{ rows: [{ topic: "REPLIED", channels: ["SITE", "PUSH"] }] }]);
    await release();
    await waitFor(() => expect(saved()).toHaveLength(3));

    expect(saved()[1]).toEqual({ rows: [{ topic: "REPLIED", channels: ["SITE"] }] });
    expect([cell("Replies: Email").checked, cell("Mentions: Email").checked]).toEqual([false, false]);
  });

  test("of one topic that come at once are all kept, as those made before the script runs are", async () => {
    devices = [device(true)];
    await open();
    act(() => {
      cell("Replies: Email").click();
      cell("Replies: Push").click();
    });
    await waitFor(() => expect(saved()).toHaveLength(2));

    expect(saved().at(-1)).toEqual({ rows: [{ topic: "REPLIED", channels: ["SITE"] }] });
    expect([cell("Replies: Email").checked, cell("Replies: Push").checked]).toEqual([false, false]);
  });

  test("say why a channel cannot be chosen, and the way to change that", async () => {
    Object.assign(viewer, { email: null, emailVerifiedAt: null });
    await open();
    const noMail = cell("Replies: Email");

    expect([noMail.disabled, noMail.checked]).toEqual([true, false]);
    const reason = document.getElementById(noMail.getAttribute("aria-describedby")!)!;
    expect(reason.textContent).toContain("You have no confirmed email address yet.");
    expect(within(reason).getByRole("link").getAttribute("href")).toBe(
      "/my/settings?section=notifications#notifications-email",
    );
    expect(screen.getByText(/not turned on for any of your devices/)).toBeTruthy();
  });

  test("name a site without mail as the reason, and ask for no address there", async () => {
    (viewer["notificationPreferences"] as { availableChannels: string[] }).availableChannels = [
      "SITE",
      "PUSH",
    ];
    await open();

    expect(screen.getByText("This site doesn’t send email.")).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Email" })).toBeNull();
  });
});

describe("quiet", () => {
  test("lasts an hour, until eight tomorrow, or a year", () => {
    const now = new Date(2026, 10, 21, 23, 30);

    expect(quietUntil("hour", now)).toEqual(new Date(2026, 10, 22, 0, 30));
    expect(quietUntil("tomorrow", now)).toEqual(new Date(2026, 10, 22, 8));
    expect(quietUntil("year", now).getTime() - now.getTime()).toBe(365 * 86_400_000);
  });

  test("begins and ends by one press each", async () => {
    await open();
    await user.click(screen.getByRole("button", { name: "For an hour" }));
    const [{ mutedUntil }] = saved() as unknown as [{ mutedUntil: string }];
    expect(new Date(mutedUntil).getTime() - Date.now()).toBeGreaterThan(3_500_000);

    expect(screen.getByText(/^Do not disturb until/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Turn off" }));
    expect(saved()[1]).toEqual({ mutedUntil: null });
    expect(screen.getByRole("button", { name: "For an hour" })).toBeTruthy();
  });

  test("messages that show nothing are one switch", async () => {
    await open();
    await user.click(cell("Show message content in emails and push notifications"));
    expect(saved()).toEqual([{ showText: false }]);
  });
});

describe("e-mail", () => {
  test("is asked for, and waits to be confirmed", async () => {
    Object.assign(viewer, { email: null, emailVerifiedAt: null });
    await open();
    await user.type(screen.getByLabelText("Email address"), "ada@example.org{Enter}");

    expect(asked.at(-1)).toEqual({ name: "SetEmail", variables: { email: "ada@example.org" } });
    expect(await screen.findByText(/sent an email to ada@example.org/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Send again" })).toBeTruthy();
  });

  test("says beside the field what the server refuses", async () => {
    Object.assign(viewer, { email: null, emailVerifiedAt: null });
    failures = { SetEmail: "This is not an email address." };
    await open();
    await user.type(screen.getByLabelText("Email address"), "nonsense{Enter}");

    const words = await screen.findByText("This is not an email address.");
    expect(words.getAttribute("role")).toBe("alert");
  });

  test("that came back is said so", async () => {
    viewer["emailSuppressedAt"] = "2026-11-20T00:00:00.000Z";
    await open();

    expect(screen.getByText(/Emails to this address bounced/)).toBeTruthy();
    expect(cell("Replies: Email").disabled).toBe(true);
  });

  test("brings a digest as often as the member likes", async () => {
    await open();
    await user.selectOptions(screen.getByLabelText("Digest"), "DAILY");
    expect(saved()).toEqual([{ digest: "DAILY" }]);
  });
});

describe("push", () => {
  const subscription = {
    endpoint: "https://push.example/1",
    toJSON: () => ({ keys: { p256dh: "P", auth: "A" } }),
    unsubscribe: vi.fn(() => Promise.resolve(true)),
  };
  const pushManager = { getSubscription: vi.fn(), subscribe: vi.fn(() => Promise.resolve(subscription)) };
  const registration = { pushManager };

  /** A browser that can be pushed to, once its owner says so. */
  function capable(permission: string, answer = permission): void {
    const notification = {
      permission,
      requestPermission: () => Promise.resolve((notification.permission = answer)),
    };
    vi.stubGlobal("isSecureContext", true);
    vi.stubGlobal("PushManager", class {});
    vi.stubGlobal("Notification", notification);
    vi.stubGlobal("navigator", {
      userAgent: navigator.userAgent,
      serviceWorker: {
        getRegistration: () => Promise.resolve(registration),
        register: () => Promise.resolve(registration),
        ready: Promise.resolve(registration),
      },
    });
    pushManager.getSubscription.mockResolvedValue(null);
  }

  test("is turned on in this browser when its owner allows it", async () => {
    capable("default", "granted");
    await open();
    pushManager.subscribe.mockClear();
    const button = await screen.findByRole("button", { name: "Turn on here" });
    pushManager.subscribe.mockImplementation(() => {
      pushManager.getSubscription.mockResolvedValue(subscription);
      devices = [device(true)];
      return Promise.resolve(subscription);
    });
    await user.click(button);

    expect(pushManager.subscribe).toHaveBeenCalledWith({
      userVisibleOnly: true,
      applicationServerKey: "KEY",
    });
    expect(asked.find(({ name }) => name === "SubscribePush")?.variables).toEqual({
      input: { endpoint: "https://push.example/1", p256dh: "P", auth: "A" },
    });
    expect(await screen.findByText("Chrome · Linux")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Turn off here" })).toBeTruthy();
    expect(cell("Replies: Push").disabled).toBe(false);
  });

  test("stays off when its owner says no, and says how to allow it", async () => {
    capable("default", "denied");
    await open();
    await user.click(await screen.findByRole("button", { name: "Turn on here" }));

    expect(await screen.findByText(/Your browser blocks notifications/)).toBeTruthy();
    expect(asked.map(({ name }) => name)).not.toContain("SubscribePush");
    expect(screen.queryByRole("button", { name: "Turn on here" })).toBeNull();
  });

  test("is explained where it is impossible", async () => {
    vi.stubGlobal("isSecureContext", false);
    await open();
    expect(await screen.findByText(/need a secure connection/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Turn on here" }).disabled).toBe(true);
  });

  test("lets other devices be removed", async () => {
    devices = [device(false, "41")];
    await open();
    devices = [];
    await user.click(screen.getByRole("button", { name: "Remove Chrome · Linux" }));

    expect(asked.find(({ name }) => name === "RemovePushDevice")?.variables).toEqual({ id: "41" });
    expect(await screen.findByText("Device removed")).toBeTruthy();
    expect(screen.queryByText("Chrome · Linux")).toBeNull();
  });
});
