import { ApolloClient, ApolloLink, InMemoryCache } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { act, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { MemoryRouter } from "react-router-dom";
import { homeVariables, FIRST_VIEW } from "../../client/features/home/homeAddress.ts";
import { ATTACHMENT_FOLD_COUNT } from "../../client/features/threads/list/ThreadCard.tsx";
import { postHref } from "../../client/features/reading/threadAddress.ts";
import { ThreadList } from "../../client/features/threads/list/ThreadList.tsx";
import { HomePageDocument } from "../../client/gql/graphql.ts";
import { useHomePageQuery } from "../../client/gql/hooks.ts";

const drawn: string[] = [];
vi.mock("../../client/ui/Avatar.tsx", () => ({
  Avatar: ({ name }: { name: string }) => {
    drawn.push(name);
    return null;
  },
}));
beforeEach(() => void drawn.splice(0));

const file = (id: number) => ({
  __typename: "Attachment",
  id: `f${id}`,
  url: `/files/${id}`,
  fileName: `file ${id}`,
});
const thread = (id: number, change: object = {}) => ({
  __typename: "Thread",
  id: String(id),
  title: `Thread ${id}`,
  excerpt: "",
  author: { __typename: "User", id: `u${id}`, nickname: `Writer ${id}`, avatarUrl: null },
  category: { __typename: "Category", id: "1", name: "Talk", displayColor: "#3d50d6" },
  images: [],
  attachments: [],
  postCount: 3,
  viewCount: 9,
  likeCount: 1,
  viewerHasLiked: false,
  priceCents: 0,
  attachmentPriceCents: 0,
  rowPluginData: null,
  viewerCanLike: true,
  viewerLastReadNumber: null,
  viewerUnreadCount: 0,
  createdAt: "2026-01-01T00:00:00.000Z",
  lastPostedAt: "2026-01-01T00:00:00.000Z",
  lastPostedBy: null,
  participants: [],
  isSticky: false,
  isEssence: false,
  isDeleted: false,
  solutionNumber: null,
  hasRedPacket: false,
  hasBounty: false,
  hasPoll: false,
  approval: "APPROVED",
  ...change,
});

const variables = homeVariables(null, FIRST_VIEW, "cards");

function List() {
  const { data } = useHomePageQuery({ variables, fetchPolicy: "cache-only" });
  return <ThreadList threads={data!.threads.nodes} label="Threads" more={null} />;
}

function show(...threads: object[]): ApolloClient {
  const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.empty() });
  const data = {
    threads: {
      __typename: "ThreadConnection",
      nodes: threads,
      pageInfo: { __typename: "PageInfo", hasNextPage: false, endCursor: null },
    },
    pinnedThreads: [],
    categories: [],
    site: { __typename: "Site", headerLogo: null, backgroundImage: null },
  };
  client.writeQuery({ query: HomePageDocument, variables, data: data as never });
  render(
    <ApolloProvider client={client}>
      <MemoryRouter>
        <List />
      </MemoryRouter>
    </ApolloProvider>,
  );
  return client;
}

test("a like draws one card anew", async () => {
  const client = show(thread(1), thread(2), thread(3));
  expect(drawn).toEqual(["Writer 1", "Writer 2", "Writer 3"]);
  drawn.splice(0);

  await act(async () => {
    client.cache.modify({
      id: "Thread:2",
      fields: { likeCount: () => 2, viewerHasLiked: () => true },
    });
  });

  await waitFor(() => expect(drawn).toEqual(["Writer 2"]));
  expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-pressed"))).toEqual([
    "false",
    "true",
    "false",
  ]);
});

test("files beyond the sixth are folded away", () => {
  show(
    thread(1, { attachments: Array.from({ length: ATTACHMENT_FOLD_COUNT + 3 }, (_, index) => file(index)) }),
  );
  expect(screen.getAllByText(/^file \d$/)).toHaveLength(6);
  screen.getByText("还有 3 个附件");
});

test("a thread says how much of it is new, and leads to where reading stopped", () => {
  show(
    thread(1, { viewerLastReadNumber: 5, viewerUnreadCount: 4 }),
    thread(2, { viewerLastReadNumber: 3, viewerUnreadCount: 0 }),
    thread(3),
  );
  const [unread, ...others] = screen.getAllByRole("link", { name: /条新回复/ });
  expect(others).toEqual([]);
  expect(unread!.textContent).toBe("4 条新回复");
  expect(unread!.getAttribute("href")).toBe(postHref("1", 6));
});
