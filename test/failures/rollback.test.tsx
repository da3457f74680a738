import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from "@apollo/client";
import { ApolloProvider, useFragment } from "@apollo/client/react";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MemoryRouter } from "react-router-dom";
import { likeInList } from "../../client/features/threads/list/likeInList.ts";
import { useThreadActions } from "../../client/features/threads/page/useThreadActions.ts";
import { RelationButtons } from "../../client/features/users/RelationButtons.tsx";
import { WatchList } from "../../client/features/watches/WatchList.tsx";
import { useWatch } from "../../client/features/watches/useWatch.ts";
import type { ShellQuery } from "../../client/gql/graphql.ts";
import { LocaleContext } from "../../client/i18n/texts.ts";
import { unreachable } from "../../client/platform/transport.ts";
import { SessionContext } from "../../client/session/useViewer.ts";
import { ConfirmProvider } from "../../client/ui/confirm.tsx";
import { hideToast, ToastHost } from "../../client/ui/toast.tsx";

/** Optimistic changes are taken back, with a message, if the server refuses them or is not reached. */

const THREAD = gql`
  fragment RollbackThread on Thread {
    id
    likeCount
    favoriteCount
    viewerHasLiked
    viewerReaction
    reactions {
      emoji
      count
    }
    viewerHasFavorited
    viewerCanLike
    viewerCanFavorite
    viewerCanDelete
    viewerCanRestore
    viewerCanSetSticky
    viewerCanSetEssence
    viewerCanApprove
    viewerCanEdit
    approval
    isEssence
    viewerWatchLevel
    isSticky
    isDeleted
    author {
      id
    }
  }
`;
const USER = gql`
  fragment RollbackUser on User {
    id
    nickname
    followState
    isDeny
    fansCount
    viewerCanFollow
    viewerCanBlock
  }
`;
const thread = {
  __typename: "Thread",
  id: "7",
  likeCount: 4,
  favoriteCount: 2,
  isSticky: false,
  isDeleted: false,
  viewerHasLiked: false,
  viewerReaction: null,
  reactions: [],
  viewerHasFavorited: false,
  viewerCanLike: true,
  viewerCanFavorite: true,
  viewerCanDelete: true,
  viewerCanRestore: false,
  viewerCanSetSticky: true,
  ...{
    viewerCanSetEssence: false,
    viewerCanApprove: false,
    viewerCanEdit: false,
    approval: "APPROVED",
    isEssence: false,
  },
  viewerWatchLevel: "NORMAL",
  author: { __typename: "User", id: "5" },
};
const ada = {
  __typename: "User",
  id: "3",
  nickname: "Ada",
  followState: "NONE",
  isDeny: false,
  fansCount: 1,
  viewerCanFollow: true,
  viewerCanBlock: true,
};
const SESSION = { viewer: { id: "5", nickname: "Bo" }, site: { switchedOff: [] } } as unknown as ShellQuery;

/** Failure of the next change; null lets it succeed. */
type Trouble = Error | { errors: object[] } | null;
interface Asked {
  name: string;
  answer: (trouble: Trouble) => Promise<void>;
}
let asked: Asked[];
let client: ApolloClient;

/** Answer of the server to a change that succeeded. */
const DONE: Readonly<Record<string, object>> = {
  SetThreadLiked: { setThreadLiked: { ...thread, likeCount: 5, viewerHasLiked: true } },
  LikeInList: { setThreadLiked: { ...thread, likeCount: 5, viewerHasLiked: true } },
  SetThreadFavorite: { setThreadFavorite: { ...thread, favoriteCount: 3, viewerHasFavorited: true } },
  FollowUser: { followUser: { ...ada, followState: "FOLLOWED", fansCount: 2 } },
  SetWatchReplied: { setWatchReplied: { __typename: "User", id: "5", watchesReplied: true } },
  SetThreadSticky: { setThreadSticky: { __typename: "Thread", id: "7", isSticky: true } },
  DeleteThread: { deleteThread: { ...thread, isDeleted: true } },
  SetWatchLevel: {
    setWatchLevel: {
      __typename: "Watch",
      id: "THREAD 7",
      level: "MUTED",
      category: null,
      member: null,
      thread: { __typename: "Thread", id: "7", viewerWatchLevel: "MUTED" },
    },
  },
};

function Deeds() {
  const from = (__typename: string, id: string) => ({ __typename, id });
  const { data } = useFragment({ fragment: THREAD, from: from("Thread", "7") }) as { data: typeof thread };
  const user = useFragment({ fragment: USER, from: from("User", "3") }).data;
  const nothing = vi.fn();
  const actions = useThreadActions(data as never, nothing, nothing);
  const watch = useWatch();
  const item = (key: string) =>
    actions
      .menuItems()
      .find((each) => each.key === key)
      ?.run();
  return (
    <>
      <button aria-pressed={data.viewerHasLiked} onClick={() => actions.like()}>
        like {data.likeCount}
      </button>
      <button aria-pressed={data.viewerHasLiked} onClick={() => void likeInList(client, "7")}>
        list {data.likeCount}
      </button>
      <button aria-pressed={data.viewerHasFavorited} onClick={() => actions.favorite()}>
        favourite {data.favoriteCount}
      </button>
      <button aria-pressed={data.isSticky} onClick={() => item("sticky")}>
        stick
      </button>
      <button aria-pressed={data.isDeleted} onClick={() => item("delete")}>
        delete
      </button>
      <button
        aria-pressed={data.viewerWatchLevel === "MUTED"}
        onClick={() => void watch("THREAD", "7", "MUTED")}
      >
        mute
      </button>
      <RelationButtons user={user as never} />
      <WatchList />
    </>
  );
}

beforeEach(async () => {
  asked = [];
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const link = new ApolloLink(
    ({ operationName }) =>
      new Observable((observer) => {
        const name = operationName!;
        if (name === "WatchList") {
          const pageInfo = { __typename: "PageInfo", hasNextPage: false, endCursor: null };
          const watches = { __typename: "WatchConnection", nodes: [], pageInfo };
          observer.next({
            data: { viewer: { __typename: "User", id: "5", watchesReplied: false, watches } },
          });
          return observer.complete();
        }
        const answer = (trouble: Trouble) =>
          act(async () => {
            if (trouble instanceof Error) return observer.error(trouble);
            observer.next((trouble ?? { data: DONE[name]! }) as ApolloLink.Result);
            observer.complete();
          });
        asked.push({ name, answer });
      }),
  );
  client = new ApolloClient({ link, cache: new InMemoryCache() });
  client.cache.writeFragment({ fragment: THREAD, data: thread });
  client.cache.writeFragment({ fragment: USER, data: ada });
  render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <LocaleContext value="en">
          <SessionContext value={SESSION}>
            <ConfirmProvider>
              <Deeds />
              <ToastHost />
            </ConfirmProvider>
          </SessionContext>
        </LocaleContext>
      </MemoryRouter>
    </ApolloProvider>,
  );
  await act(() => Promise.resolve());
});
afterEach(() => {
  act(() => hideToast());
  vi.restoreAllMocks();
});

const refusal: Trouble = { errors: [{ message: "Not now.", extensions: { code: "CONFLICT" } }] };
const isOn = (role: "button" | "switch", name: RegExp): boolean => {
  const control = screen.getByRole<HTMLInputElement>(role, { name });
  return role === "switch" ? control.checked : control.getAttribute("aria-pressed") === "true";
};
const press = async (role: "button" | "switch", name: RegExp) => {
  const count = asked.length;
  fireEvent.click(screen.getByRole(role, { name }));
  await waitFor(() => expect(asked).toHaveLength(count + 1));
};
const retry = () => screen.queryByRole("button", { name: /^(Try again|重试)$/ });
const words = () => document.querySelector(".toast")?.textContent;

/** Each change that shows at once: its control before and after, and what it asks. */
const AT_ONCE = [
  ["a like", "button", /^like 4$/, /^like 5$/, "SetThreadLiked"],
  ["a like in a list", "button", /^list 4$/, /^list 5$/, "LikeInList"],
  ["a favourite", "button", /^favourite 2$/, /^favourite 3$/, "SetThreadFavorite"],
  ["following", "button", /^Follow$/, /^Following$/, "FollowUser"],
  ["watching what one replies to", "switch", /repl/i, /repl/i, "SetWatchReplied"],
] as const;

describe.each(AT_ONCE)("%s", (_what, role, before, after, name) => {
  test("shows at once, and is taken back with the reason if it is refused", async () => {
    await press(role, before);
    expect([isOn(role, after), asked.map((each) => each.name)]).toEqual([true, [name]]);

    await asked[0]!.answer(refusal);
    await waitFor(() => expect(isOn(role, before)).toBe(false));
    await waitFor(() => expect(words()).toContain("Not now."));
    expect(retry()).toBeNull();
  });

  test("is taken back when the line is cut, and is done by trying again", async () => {
    await press(role, before);
    await asked[0]!.answer(unreachable());
    await waitFor(() => expect(isOn(role, before)).toBe(false));

    await waitFor(() => expect(retry()).not.toBeNull());
    fireEvent.click(retry()!);
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked.map((each) => each.name)).toEqual([name, name]);
    expect(isOn(role, after)).toBe(true);
    await asked[1]!.answer(null);
    expect(isOn(role, after)).toBe(true);
    expect(retry()).toBeNull();
  });
});

/** Changes that wait for the server. */
const LATER = [
  ["a switch", /^stick$/, "SetThreadSticky"],
  ["a deletion", /^delete$/, "DeleteThread"],
  ["a choice of a level", /^mute$/, "SetWatchLevel"],
] as const;

describe.each(LATER)("%s", (_what, control, name) => {
  test("does not show before it is done; a cut line is told and tried again", async () => {
    await press("button", control);
    expect(isOn("button", control)).toBe(false);
    await asked[0]!.answer(unreachable());
    expect(isOn("button", control)).toBe(false);

    fireEvent.click(retry()!);
    await waitFor(() => expect(asked).toHaveLength(2));
    await asked[1]!.answer(null);
    expect(asked.map((each) => each.name)).toEqual([name, name]);
    expect(isOn("button", control)).toBe(true);
  });

  test("a refusal is told alone", async () => {
    await press("button", control);
    await asked[0]!.answer(refusal);
    expect([isOn("button", control), retry()]).toEqual([false, null]);
    expect(words()).toContain("Not now.");
  });
});
