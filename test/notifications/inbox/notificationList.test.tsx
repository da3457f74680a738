import { type ApolloClient, ApolloLink, Observable } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MemoryRouter } from "react-router-dom";
import { createClient } from "../../../client/apollo/client.ts";
import { dispatchServerEvent } from "../../../client/features/unread/serverEvents.ts";
import { NotificationList } from "../../../client/features/notifications/inbox/NotificationList.tsx";
import { UnreadCountsDocument } from "../../../client/gql/graphql.ts";
import { LocaleContext } from "../../../client/i18n/texts.ts";
import { ClockProvider } from "../../../client/platform/clock.tsx";
import { hideToast, ToastHost } from "../../../client/ui/toast.tsx";

/** Somebody deletes a notification by mistake. */

const NOW = Date.UTC(2026, 10, 21, 12);
const notification = (id: string, text: string) => ({
  __typename: "Notification",
  id,
  kind: "post.deleted",
  why: "AUTHOR",
  topic: "MODERATION",
  isRead: false,
  text,
  excerpt: "",
  createdAt: new Date(NOW - 60_000).toISOString(),
  actors: [],
  thread: null,
  post: null,
  watched: null,
  draftId: null,
  roomId: null,
  savedSearchId: null,
});

let list: ReturnType<typeof notification>[];
let deleted: ReturnType<typeof notification>[];
/** The server has forgotten what was deleted. */
let isTooLate: boolean;
/** Promise that an answer waits for on its way back. */
let journey: Promise<void>;
let client: ApolloClient;
beforeEach(() => {
  list = [notification("2", "Your reply was deleted"), notification("1", "Welcome")];
  deleted = [];
  isTooLate = false;
  journey = Promise.resolve();
});
afterEach(() => act(() => hideToast()));

const counts = () => ({
  unreadCounts: {
    __typename: "UnreadCounts",
    total: list.length,
    dialogMessage: 0,
    account: list.length,
    financial: 0,
    thread: 0,
  },
});

const PAGE = 20;

function answer(name: string, { ids, after }: { ids?: string[]; after?: string }): object {
  if (name === "MessageNotifications") {
    const start = Number(after ?? 0);
    const nodes = list.slice(start, start + PAGE);
    const hasNextPage = list.length > start + PAGE;
    const pageInfo = { __typename: "PageInfo", hasNextPage, endCursor: String(start + PAGE) };
    return { notifications: { __typename: "NotificationConnection", nodes, pageInfo } };
  }
  if (name === "UnreadCounts") return counts();
  if (name === "MarkNotificationsRead") {
    list = list.map((each) => (ids!.includes(each.id) ? { ...each, isRead: true } : each));
    const changed = { __typename: "NotificationsChanged", count: ids!.length, markedAt: null };
    return { markNotificationsRead: { ...changed, ...counts() } };
  }
  const changed = { __typename: "NotificationsChanged", count: isTooLate ? 0 : ids!.length, markedAt: null };
  if (name === "DeleteNotifications") {
    deleted = list.filter(({ id }) => ids!.includes(id));
    list = list.filter(({ id }) => !ids!.includes(id));
    return { deleteNotifications: { ...changed, ...counts() } };
  }
  if (!isTooLate) list = [...deleted, ...list];
  return { restoreNotifications: { ...changed, ...counts() } };
}

async function open(last = "Welcome"): Promise<void> {
  const link = new ApolloLink(
    ({ operationName, variables }) =>
      new Observable((observer) => {
        const data = answer(operationName!, variables);
        void journey.then(() => {
          observer.next({ data } as ApolloLink.Result);
          observer.complete();
        });
      }),
  );
  client = createClient(link);
  render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <LocaleContext value="en">
          <ClockProvider start={NOW}>
            <NotificationList type="account" />
            <ToastHost />
          </ClockProvider>
        </LocaleContext>
      </MemoryRouter>
    </ApolloProvider>,
  );
  await screen.findByText(last);
}

const user = userEvent.setup();
const shown = () =>
  screen.getAllByRole("listitem").map(({ textContent }) => /^(Your reply|Welcome)/.exec(textContent)?.[0]);
const badge = () => client.readQuery({ query: UnreadCountsDocument })?.unreadCounts.total;

async function deleteFirst(): Promise<void> {
  await user.click(screen.getAllByRole("button", { name: "More" })[0]!);
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await screen.findByText("1 deleted");
}

test("a deleted notification can be had back for a moment, and the badge follows", async () => {
  await open();
  await deleteFirst();
  expect(shown()).toEqual(["Welcome"]);
  expect(badge()).toBe(1);

  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Your reply was deleted");
  expect(shown()).toEqual(["Your reply", "Welcome"]);
  expect(badge()).toBe(2);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("what cannot be had back any more is said", async () => {
  await open();
  await deleteFirst();
  isTooLate = true;
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("This can no longer be undone.");
  expect(shown()).toEqual(["Welcome"]);
});

test("what somebody has opened does not fold up when one of it is marked, or when something new comes", async () => {
  list = Array.from({ length: 45 }, (_, index) =>
    notification(String(100 - index), `Notification ${100 - index}`),
  );
  await open("Notification 100");
  for (const last of [61, 56]) {
    await user.click(screen.getByRole("button", { name: "Load more" }));
    await screen.findByText(`Notification ${last}`);
  }
  await user.click(screen.getAllByRole("button", { name: "More" }).at(-1)!);
  await user.click(await screen.findByRole("menuitem", { name: "Mark as read" }));
  await waitFor(() => expect(screen.getAllByText("Unread")).toHaveLength(44));
  expect(screen.getAllByRole("listitem")).toHaveLength(45);

  list = [notification("101", "Notification 101"), ...list];
  act(() => dispatchServerEvent({ kind: "counts" }));
  await screen.findByText("Notification 101");
  expect(screen.getAllByRole("listitem")).toHaveLength(46);
  expect(screen.getByText("Notification 56")).toBeTruthy();
});

test("what comes while the list is being read is shown as well, whichever answer arrives last", async () => {
  await open();
  let arrive = (): void => undefined;
  journey = new Promise((resolve) => (arrive = resolve));
  act(() => dispatchServerEvent({ kind: "counts" }));
  list = [notification("3", "Bo replied to you"), ...list];
  journey = Promise.resolve();
  act(() => dispatchServerEvent({ kind: "counts" }));
  await screen.findByText("Bo replied to you");
  await act(async () => arrive());
  expect(screen.getByText("Bo replied to you")).toBeTruthy();
});
