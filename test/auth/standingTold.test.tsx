import { ApolloClient, ApolloLink, InMemoryCache, Observable } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode, Suspense } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { MemoryRouter, useLocation } from "react-router-dom";
import { ChatView } from "../../client/features/messages/ChatView.tsx";
import { SignInToReply } from "../../client/features/posts/composer/SignInToReply.tsx";
import { usePostActions } from "../../client/features/posts/usePostActions.tsx";
import { useReport } from "../../client/features/moderation/reports/useReport.tsx";
import { registerPage } from "../../client/features/auth/RegisterPage.tsx";
import { statusPage } from "../../client/features/auth/StatusPage.tsx";
import { publishPage } from "../../client/features/publishing/PublishPage.tsx";
import { useThreadActions } from "../../client/features/threads/page/useThreadActions.ts";
import { RelationButtons } from "../../client/features/users/RelationButtons.tsx";
import { WatchButton } from "../../client/features/watches/WatchButton.tsx";
import type { ShellQuery } from "../../client/gql/graphql.ts";
import { LocaleContext } from "../../client/i18n/texts.ts";
import { PageContext } from "../../client/platform/page.ts";
import { SessionContext } from "../../client/session/useViewer.ts";
import { ConfirmProvider } from "../../client/ui/confirm.tsx";
import { hideToast, ToastHost } from "../../client/ui/toast.tsx";

/** Members who can only read for now are told why and what to do, wherever they try something. */
const STANDINGS = [
  ["UNDER_REVIEW", "Your registration is waiting for review. You can take part once it is approved."],
  ["BANNED", "Your account is banned. You cannot take part."],
  ["REFUSED", "Your registration was refused. You cannot take part."],
  ["IGNORED", "Your registration was not considered. You cannot take part."],
  ["FIELDS_MISSING", "Your registration is not complete. You cannot take part."],
] as const;
const ADA = { __typename: "User", id: "3", nickname: "Ada", avatarUrl: null };

let asked: string[];
let status: string;
beforeAll(async () => void (await import("../../client/layout/FailureView.tsx")));
beforeEach(() => {
  asked = [];
});
afterEach(() => act(() => hideToast()));

/** Answers of the server to what these pages ask. */
function answer(name: string): object {
  if (name === "PublishPage") {
    const category = { __typename: "Category", id: "1", name: "Talk", viewerCanPublish: true };
    const site = { __typename: "Site", viewerCanInsertPay: false };
    return { categories: [{ ...category, children: [] }], site };
  }
  if (name === "Invite")
    return { site: { __typename: "Site", registerNeedsInvitation: false }, invitation: null };
  if (name === "MessageChat") {
    const pageInfo = { __typename: "PageInfo", hasNextPage: false, endCursor: null };
    const messages = { __typename: "MessageConnection", nodes: [], pageInfo };
    const dialog = { __typename: "Dialog", id: "3", unread: 0, refusal: "FORBIDDEN", peerReadUpTo: null };
    return { dialog: { ...dialog, peer: ADA, messages } };
  }
  const viewer = { __typename: "User", id: "5", nickname: "Bo", createdAt: "2026-11-01T08:00:00.000Z" };
  return { viewer: { ...viewer, status, statusReason: "Advertising" } };
}

function Address() {
  return <output aria-label="address">{useLocation().pathname}</output>;
}

async function show(children: ReactNode, address = "/", site: object = {}): Promise<void> {
  const link = new ApolloLink(
    ({ operationName }) =>
      new Observable((observer) => {
        asked.push(operationName!);
        queueMicrotask(() => {
          observer.next({ data: answer(operationName!) } as ApolloLink.Result);
          observer.complete();
        });
      }),
  );
  const session = {
    viewer: { id: "5", nickname: "Bo", status },
    site: { switchedOff: [], agreements: [], passwordKinds: [], passwordLength: 8, ...site },
  } as unknown as ShellQuery;
  const page = {
    platform: "pc" as const,
    locale: "en" as const,
    colorScheme: "auto" as const,
    textSize: "normal" as const,
    density: "cards" as const,
  };
  render(
    <ApolloProvider client={new ApolloClient({ link, cache: new InMemoryCache() })}>
      <MemoryRouter initialEntries={[address]}>
        <LocaleContext value="en">
          <PageContext value={{ ...page, publicUrl: "", now: 0 }}>
            <SessionContext value={session}>
              <ConfirmProvider>
                <Suspense>{children}</Suspense>
                <Address />
                <ToastHost />
              </ConfirmProvider>
            </SessionContext>
          </PageContext>
        </LocaleContext>
      </MemoryRouter>
    </ApolloProvider>,
  );
  await act(() => Promise.resolve());
}

const POST = {
  id: "21",
  viewerHasLiked: false,
  viewerCanLike: false,
  likeCount: 4,
  parentId: null,
  author: ADA,
};
const THREAD = {
  id: "7",
  likeCount: 4,
  viewerHasLiked: false,
  viewerCanLike: false,
  author: ADA,
  favoriteCount: 2,
  viewerHasFavorited: false,
  viewerCanFavorite: false,
};
const RELATION = {
  ...ADA,
  follow: 0,
  isDeny: false,
  fansCount: 1,
  viewerCanFollow: false,
  viewerCanBlock: false,
};

/** Everything that can be tried around a thread. */
function Deeds() {
  const nothing = vi.fn();
  const thread = useThreadActions(THREAD as never, nothing, nothing);
  const posts = usePostActions({
    onMenu: nothing,
    onReport: nothing,
    askReason: nothing,
    onOpen: nothing,
    onChanged: nothing,
  });
  const { report, dialog } = useReport();
  return (
    <>
      <button onClick={() => thread.like()}>like the thread</button>
      <button onClick={() => thread.favorite()}>favourite</button>
      <button onClick={() => posts.like(POST as never)}>like the reply</button>
      <button onClick={() => posts.answer(POST as never)}>comment</button>
      <button onClick={() => report({ postId: "21" })}>report</button>
      <RelationButtons user={RELATION as never} withBlock withMessage />
      <WatchButton target="THREAD" targetId="7" level={null} />
      {dialog}
    </>
  );
}
const DEEDS = [
  "like the thread",
  "favourite",
  "like the reply",
  "comment",
  "report",
  "Follow",
  "Block",
  "Notifications of this thread: Normal",
];

describe.each(STANDINGS)("a member who is %s", (standing, told) => {
  beforeEach(() => {
    status = standing;
  });

  test.each(DEEDS)("is told why before anything is tried: %s", async (name) => {
    await show(<Deeds />, "/thread/7");
    fireEvent.click(screen.getByRole("button", { name }));
    await act(() => Promise.resolve());

    expect(screen.getByText(told)).toBeTruthy();
    expect(asked).toEqual([]);
    expect(screen.queryByRole("dialog")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Details" }));
    expect(screen.getByLabelText("address").textContent).toBe("/user/status");
  });

  test("does not come to a chat by the button of a profile", async () => {
    await show(<Deeds />, "/thread/7");
    fireEvent.click(screen.getByRole("link", { name: "Message" }));
    expect(screen.getByText(told)).toBeTruthy();
    expect(screen.getByLabelText("address").textContent).toBe("/thread/7");
  });

  test.each([
    ["a reply", <SignInToReply key="1" isVisitor={false} isDeleted={false} />],
    ["a thread", <publishPage.Component key="2" />],
    ["a message", <ChatView key="3" userId="3" />],
  ])("is told why in the place where %s would be written", async (_what, place) => {
    await show(place, "/", { viewerCanPublish: true });
    const words = await screen.findByText((text) => text.trim() === told);
    expect(words).toBeTruthy();
    expect(screen.getByRole("link", { name: "Details" }).getAttribute("href")).toBe("/user/status");
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByText(/group|permission/)).toBeNull();
  });

  test("reads on the page of the account what the server says, not what its address says", async () => {
    await show(
      <statusPage.Component />,
      `/user/status?statusMsg=${encodeURIComponent("Send money to evil.test")}&statusCode=-4009&code=-4009`,
    );
    const heading = await screen.findByText(/^Reason: Advertising/);
    expect(heading).toBeTruthy();
    expect(document.body.textContent).not.toContain("evil.test");
    expect(document.body.textContent!.includes("is banned")).toBe(standing === "BANNED");
  });
});

test("who registers is told before that the registration is reviewed, and not where it is not", async () => {
  status = "NORMAL";
  await show(<registerPage.Component />, "/user/register", {
    isRegister: true,
    registerNeedsReview: true,
    signInModes: ["PASSWORD"],
  });
  expect(screen.getByRole("note").textContent).toMatch(/review/i);
});

test("where registrations are not reviewed nothing is said of it", async () => {
  status = "NORMAL";
  await show(<registerPage.Component />, "/user/register", {
    isRegister: true,
    registerNeedsReview: false,
    signInModes: ["PASSWORD"],
  });
  expect(screen.queryByRole("note")).toBeNull();
});
