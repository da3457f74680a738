import { ApolloClient, ApolloLink, InMemoryCache, Observable } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { MemoryRouter, useLocation } from "react-router-dom";
import { WatchButton } from "../../client/features/watches/WatchButton.tsx";
import type { ShellQuery } from "../../client/gql/graphql.ts";
import { LocaleContext } from "../../client/i18n/texts.ts";
import { SessionContext } from "../../client/session/useViewer.ts";
import { hideToast, ToastHost } from "../../client/ui/toast.tsx";

let asked: { name: string | undefined; variables: object }[] = [];
// Loaded on first use; a busy machine takes longer than a query waits.
beforeAll(async () => void (await import("../../client/features/watches/WatchMenu.tsx")));
afterEach(() => {
  asked = [];
  act(() => hideToast());
});

function Address() {
  return <output aria-label="address">{useLocation().pathname}</output>;
}

/** The bell of a thread, seen by a member or a visitor; the server answers or refuses what is chosen. */
function open(level: "WATCHING" | "NORMAL" | "MUTED" | null, refusal?: string) {
  const link = new ApolloLink(
    ({ operationName: name, variables }) =>
      new Observable((observer) => {
        asked.push({ name, variables });
        const { level: chosen } = variables as { level: string };
        const watch = { __typename: "Watch", id: "THREAD 5", level: chosen, category: null, member: null };
        const thread = { __typename: "Thread", id: "5", viewerWatchLevel: chosen };
        observer.next(
          refusal ? { errors: [{ message: refusal }] } : { data: { setWatchLevel: { ...watch, thread } } },
        );
        observer.complete();
      }),
  );
  const viewer = level && { __typename: "User", id: "1", nickname: "Me" };
  const shell = { viewer, site: {} } as unknown as ShellQuery;
  render(
    <ApolloProvider client={new ApolloClient({ link, cache: new InMemoryCache() })}>
      <LocaleContext value="en">
        <SessionContext value={shell}>
          <MemoryRouter initialEntries={["/thread/5"]}>
            <WatchButton target="THREAD" targetId="5" level={level} />
            <Address />
            <ToastHost />
          </MemoryRouter>
        </SessionContext>
      </LocaleContext>
    </ApolloProvider>,
  );
  return screen.getByRole("button");
}

test("the bell says the level and opens the levels, the present one first in focus", async () => {
  const button = open("MUTED");
  expect(button.getAttribute("aria-label")).toBe("Notifications of this thread: Muted");
  fireEvent.click(button);
  const items = await screen.findAllByRole("menuitemradio");

  expect(items.map((item) => item.getAttribute("aria-checked"))).toEqual(["false", "false", "true"]);
  // The focus moves once the menu is placed, a frame after it appears.
  await waitFor(() => expect(document.activeElement).toBe(items[2]));
  expect(asked).toEqual([]);
});

test("choosing asks the server and says what was set", async () => {
  fireEvent.click(open("NORMAL"));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: /^Watching/ }));

  expect(await screen.findByText("Set to “Watching”")).toBeTruthy();
  expect(asked).toEqual([
    { name: "SetWatchLevel", variables: { target: "THREAD", targetId: "5", level: "WATCHING" } },
  ]);
  expect(screen.queryByRole("menu")).toBeNull();
});

test("a refusal is told", async () => {
  fireEvent.click(open("NORMAL", "This member has blocked you."));
  fireEvent.click(await screen.findByRole("menuitemradio", { name: /^Muted/ }));

  expect(await screen.findByText("This member has blocked you.")).toBeTruthy();
});

test("Escape closes the levels and gives the focus back", async () => {
  const button = open("NORMAL");
  fireEvent.click(button);
  fireEvent.keyDown(await screen.findByRole("menu"), { key: "Escape" });

  expect(screen.queryByRole("menu")).toBeNull();
  expect(document.activeElement).toBe(button);
});

test("visitors are asked to sign in", () => {
  fireEvent.click(open(null));

  expect(screen.queryByRole("menu")).toBeNull();
  expect(screen.getByLabelText("address").textContent).toMatch(/^\/user\/(username-)?login$/);
});
