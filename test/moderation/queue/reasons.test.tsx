import { ApolloClient, ApolloLink, InMemoryCache, Observable } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MemoryRouter } from "react-router-dom";
import { EditComposer } from "../../../client/features/posts/composer/EditComposer.tsx";
import { latePostActions } from "../../../client/features/posts/postActions.ts";
import { PostActor } from "../../../client/features/posts/PostActor.tsx";
import { ThreadActor } from "../../../client/features/threads/page/ThreadActor.tsx";
import { lateThreadActions } from "../../../client/features/threads/page/threadActions.ts";
import { GroupPart, StandingPart } from "../../../client/features/users/admin/MemberParts.tsx";
import type { PostFoot_PostFragment, ShellQuery } from "../../../client/gql/graphql.ts";
import { LocaleContext } from "../../../client/i18n/texts.ts";
import { SessionContext } from "../../../client/session/useViewer.ts";
import { hideToast, ToastHost } from "../../../client/ui/toast.tsx";

/** The question for a reason, before somebody else's words or standing are changed. */

const MODERATOR = { id: "2", nickname: "Mo" };
const SESSION = { viewer: MODERATOR, site: { switchedOff: [] } } as unknown as ShellQuery;
const ADA = { __typename: "User", id: "3", nickname: "Ada" };
const may = {
  viewerCanRestore: false,
  viewerCanSetSticky: false,
  viewerCanSetEssence: false,
  viewerCanEdit: true,
  viewerCanDelete: true,
  viewerCanApprove: true,
  approval: "APPROVED",
};

/** Nothing that is shown here reads the answers. */
const DONE = {
  deletePost: null,
  deleteThread: null,
  setPostApproval: null,
  setThreadApproval: null,
  editPost: null,
  setUserGroup: null,
  setUserStatus: null,
};
let asked: { name: string; variables: Record<string, unknown> }[];
let editedBy: object;
const user = userEvent.setup();
beforeEach(() => {
  asked = [];
  editedBy = ADA;
});
afterEach(() => act(() => hideToast()));

function show(children: ReactNode): void {
  const link = new ApolloLink(
    ({ operationName, variables }) =>
      new Observable((observer) => {
        const name = operationName!;
        const isQuestion = name === "EditComposer";
        if (!isQuestion) asked.push({ name, variables });
        const post = { __typename: "Post", id: "21", threadId: "7", body: "Milk first", author: editedBy };
        queueMicrotask(() => {
          observer.next({
            data: isQuestion ? { post: { ...post, attachments: [] } } : DONE,
          } as ApolloLink.Result);
          observer.complete();
        });
      }),
  );
  render(
    <ApolloProvider client={new ApolloClient({ link, cache: new InMemoryCache() })}>
      <MemoryRouter>
        <LocaleContext value="en">
          <SessionContext value={SESSION}>
            {children}
            <ToastHost />
          </SessionContext>
        </LocaleContext>
      </MemoryRouter>
    </ApolloProvider>,
  );
}

/** Opens the menu of a reply, or of a thread, and chooses something there. */
async function choose(of: "reply" | "thread", item: string, change: object = {}): Promise<void> {
  const anchor = document.body.appendChild(document.createElement("button"));
  if (of === "reply") {
    const late = latePostActions();
    show(<PostActor late={late} onOpen={vi.fn()} onChanged={vi.fn()} />);
    const post = { ...may, id: "21", threadId: "7", number: 1, parentId: null, author: ADA, ...change };
    act(() => late.actions.openMenu(anchor, post as unknown as PostFoot_PostFragment));
  } else {
    const late = lateThreadActions();
    const thread = { ...may, id: "7", title: "Tea", isDeleted: false, author: ADA, ...change };
    show(
      <ThreadActor
        late={late}
        thread={thread as object}
        takesTips={false}
        givesPacket={false}
        offersBounty={false}
        hasPoll={false}
        hasGoods={false}
      />,
    );
    act(() => late.actions.openMenu(anchor));
  }
  await user.click(await screen.findByRole("menuitem", { name: item }));
}

const reason = (within: { getByRole: typeof screen.getByRole }) =>
  within.getByRole("combobox", { name: "Reason" });

describe.each([
  ["reply", "DeletePost", "SetPostApproval", "postId", "21"],
  ["thread", "DeleteThread", "SetThreadApproval", "threadId", "7"],
] as const)("a moderator, about somebody else's %s,", (of, deletes, approves, key, id) => {
  test("chooses a template when deleting it", async () => {
    await choose(of, "Delete");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("The author reads it in a notification")).toBeTruthy();
    expect(asked).toEqual([]);

    await user.selectOptions(reason(dialog), "Spam or advertising");
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    expect(asked).toEqual([{ name: deletes, variables: { [key]: id, reason: "Spam or advertising" } }]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("writes an own reason when hiding what was there already", async () => {
    await choose(of, "Hide");
    const dialog = within(await screen.findByRole("dialog"));
    await user.selectOptions(reason(dialog), "In my own words…");
    await user.type(
      dialog.getByRole("textbox", { name: "The reason in your words" }),
      "  Not about tea {enter}",
    );
    expect(asked).toEqual([
      { name: approves, variables: { [key]: id, approval: "IGNORED", reason: "Not about tea" } },
    ]);
  });

  test("may give none when not approving what waits", async () => {
    await choose(of, "Do not approve", { approval: "PENDING" });
    await user.click(await screen.findByRole("button", { name: "Do not approve" }));
    expect(asked).toEqual([{ name: approves, variables: { [key]: id, approval: "IGNORED", reason: "" } }]);
  });

  test.each(["Cancel", "Close"])("does nothing by “%s”", async (way) => {
    await choose(of, "Delete");
    const dialog = within(await screen.findByRole("dialog"));
    await user.selectOptions(reason(dialog), "Flooding");
    await user.click(dialog.getByRole("button", { name: way }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(asked).toEqual([]);
  });

  test("is asked nothing about own words", async () => {
    await choose(of, "Delete", { author: MODERATOR });
    expect(asked).toEqual([{ name: deletes, variables: { [key]: id, reason: "" } }]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

test("who changes somebody else's reply says why beside it; who changes their own does not", async () => {
  show(<EditComposer postId="21" onClose={vi.fn()} />);
  await user.selectOptions(await screen.findByRole("combobox", { name: "Reason" }), "Illegal content");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(asked).toEqual([
    {
      name: "EditComposerSave",
      variables: {
        input: { postId: "21", body: "Milk first", attachmentIds: [], reason: "Illegal content" },
      },
    },
  ]);
});

test("who changes their own reply is not asked why", async () => {
  editedBy = MODERATOR;
  show(<EditComposer postId="21" onClose={vi.fn()} />);
  await screen.findByRole("button", { name: "Save" });
  expect(screen.queryByRole("combobox", { name: "Reason" })).toBeNull();
});

test("a member who changes group is told why", async () => {
  const groups = [
    { id: "10", name: "Members" },
    { id: "11", name: "Makers" },
  ];
  const ada = { ...ADA, groupExpiresAt: null, group: { __typename: "Group", ...groups[0]! } };
  show(<GroupPart user={ada as never} groups={groups} />);
  expect(screen.queryByRole("combobox", { name: "Reason" })).toBeNull();
  await user.selectOptions(screen.getByRole("combobox", { name: "Group" }), "Makers");
  await user.selectOptions(reason(screen), "In my own words…");
  await user.type(screen.getByRole("textbox", { name: "The reason in your words" }), "Good work");
  await user.click(screen.getByRole("button", { name: "Change the group" }));
  expect(asked).toEqual([
    {
      name: "SetUserGroup",
      variables: { userId: "3", groupId: "11", expiresAt: null, reason: "Good work" },
    },
  ]);
});

test("a ban takes a reason of at most a hundred characters, and the one that stands is kept", async () => {
  const bob = { ...ADA, status: "BANNED", statusReason: "He sold tea" };
  show(<StandingPart user={bob as never} />);
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Reason" }).value).toBe("OWN");
  const own = screen.getByRole<HTMLInputElement>("textbox", { name: "The reason in your words" });
  expect(own.value).toBe("He sold tea");
  await user.clear(own);
  await user.type(own, "x".repeat(101));
  expect(own.value).toHaveLength(100);

  await user.selectOptions(reason(screen), "Harassment");
  await user.click(screen.getByRole("button", { name: /^Lift|^Unban|Normal/ }));
  expect(asked).toEqual([
    { name: "SetUserStatus", variables: { userId: "3", status: "NORMAL", reason: "Harassment" } },
  ]);
});
