import { ApolloClient, ApolloLink, InMemoryCache, Observable } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MemoryRouter } from "react-router-dom";
import { StreamPage } from "../../client/features/posts/stream/StreamPage.tsx";
import { PageEnds } from "../../client/features/posts/stream/useStreamPages.ts";
import { usePostActions } from "../../client/features/posts/usePostActions.tsx";
import { threadVariables } from "../../client/features/reading/threadAddress.ts";
import { type ShellQuery, StreamPostsDocument } from "../../client/gql/graphql.ts";
import { SessionContext } from "../../client/session/useViewer.ts";
import { hideToast, ToastHost } from "../../client/ui/toast.tsx";

/** Renderings of each text: a card renders its text whenever it renders. */
const rendered = new Map<string, number>();
vi.mock("../../client/ui/Html.tsx", () => ({
  Html: ({ html }: { html: string }) => {
    rendered.set(html, (rendered.get(html) ?? 0) + 1);
    return <p>{html}</p>;
  },
}));

const THREAD = "7";
const ENDS = new PageEnds();
const REPLIES = 20;
const AUTHOR = {
  __typename: "User",
  id: "3",
  nickname: "Ada",
  avatarUrl: null,
  group: { __typename: "Group", id: "10", name: "Members", isDisplay: false },
};
const post = (number: number) => ({
  __typename: "Post",
  id: String(100 + number),
  number,
  threadId: THREAD,
  parentId: null,
  bodyHtml: `Reply ${number}`,
  author: AUTHOR,
  createdAt: "2026-11-01T08:00:00.000Z",
  editedAt: null,
  commentCount: 0,
  isDeleted: false,
  approval: "APPROVED",
  isThreadAuthor: false,
  bountyCents: 0,
  attachments: [],
  firstComments: [],
  likeCount: 4,
  viewerHasLiked: false,
  viewerReaction: null,
  reactions: [],
  viewerCanLike: true,
  viewerCanEdit: false,
  viewerCanDelete: false,
  viewerCanRestore: false,
  viewerCanApprove: false,
  pluginData: null,
});
const SESSION = {
  viewer: { id: "5", nickname: "Bo" },
  site: { switchedOff: [], pluginPlaces: [] },
} as unknown as ShellQuery;

/** Answer of the server to the like, given when the test says so. */
let answer: (result: { data?: object; errors?: object[] }) => void;
let asked: object[];

function Stream() {
  const nothing = vi.fn();
  const actions = usePostActions({
    onMenu: nothing,
    onReport: nothing,
    askReason: nothing,
    onOpen: nothing,
    onChanged: nothing,
  });
  return (
    <StreamPage
      page={1}
      given={null}
      threadId={THREAD}
      sort="OLDEST"
      after={null}
      previousTime={null}
      between={null}
      ends={ENDS}
      firstKnown={1}
      isLast
      canReply
      commentsOf={null}
      lastRead={null}
      actions={actions}
      openBelow={null}
    />
  );
}

beforeEach(() => {
  rendered.clear();
  asked = [];
  const link = new ApolloLink(
    ({ variables }) =>
      new Observable((observer) => {
        asked.push(variables);
        answer = (result) => {
          observer.next(result as ApolloLink.Result);
          observer.complete();
        };
      }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  client.writeQuery({
    query: StreamPostsDocument,
    variables: threadVariables(THREAD, { page: 1, sort: "OLDEST", after: null }),
    data: {
      thread: {
        __typename: "Thread",
        id: THREAD,
        posts: {
          __typename: "PostConnection",
          nodes: Array.from({ length: REPLIES }, (_, index) => post(index + 1)),
          pageInfo: { __typename: "PageInfo", hasNextPage: false, endCursor: null },
        },
      },
    } as never,
  });
  render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <SessionContext value={SESSION}>
          <Stream />
          <ToastHost />
        </SessionContext>
      </MemoryRouter>
    </ApolloProvider>,
  );
});
afterEach(() => act(hideToast));

const heart = (index: number) => screen.getAllByRole("button", { name: /^赞 \d+$/ })[index]!;
const liked = (likeCount: number, viewerHasLiked: boolean) => ({
  data: {
    setPostLiked: {
      __typename: "Post",
      id: "103",
      likeCount,
      viewerHasLiked,
      viewerReaction: viewerHasLiked ? "" : null,
      reactions: [],
    },
  },
});
const rendersOfOthers = () => [...rendered].filter(([html]) => html !== "Reply 3").map(([, count]) => count);

test("a like shows at once and renders one card of twenty again", async () => {
  expect(rendered.size).toBe(REPLIES);
  const before = rendered.get("Reply 3")!;
  const others = rendersOfOthers();

  fireEvent.click(heart(2));
  await act(() => Promise.resolve());

  expect(heart(2).getAttribute("aria-pressed")).toBe("true");
  expect(heart(2).getAttribute("aria-label")).toBe("赞 5");
  expect(rendered.get("Reply 3")).toBe(before + 1);
  expect(rendersOfOthers()).toEqual(others);

  await act(async () => answer(liked(5, true)));

  expect(heart(2).getAttribute("aria-label")).toBe("赞 5");
  expect(rendersOfOthers()).toEqual(others);
});

test("a like that is refused is taken back, and the reason is said", async () => {
  fireEvent.click(heart(2));
  await act(() => Promise.resolve());
  await act(async () =>
    answer({ errors: [{ message: "操作太频繁", extensions: { code: "RATE_LIMITED" } }] }),
  );

  expect(heart(2).getAttribute("aria-pressed")).toBe("false");
  expect(heart(2).getAttribute("aria-label")).toBe("赞 4");
  expect(screen.getByText("操作太频繁")).toBeTruthy();
});

test("what is wanted is told, not that something was pressed", async () => {
  fireEvent.click(heart(2));
  await act(() => Promise.resolve());
  fireEvent.click(heart(2));
  await act(() => Promise.resolve());

  expect(asked).toEqual([
    { postId: "103", liked: true },
    { postId: "103", liked: false },
  ]);
  expect(heart(2).getAttribute("aria-label")).toBe("赞 4");
});
