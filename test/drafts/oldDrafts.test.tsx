import { ApolloClient, ApolloLink, InMemoryCache, Observable } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { act, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type DraftContent, EMPTY_DRAFT } from "../../client/features/drafts/localDraft.ts";
import { type Draft, useDraft } from "../../client/features/drafts/useDraft.ts";

/** Drafts from before an update of the program, which names their copy on the device differently since. */
const OLD = "luntan:draft:5:thread:new";
const NEW = "luntan_draft:5:thread:new";
const copy = (body: string) => ({
  content: {
    categoryId: "3",
    title: "Tea",
    body,
    isAnonymous: false,
    priceCents: 0,
    freePercent: 0,
    attachmentPriceCents: 0,
    files: [],
    position: null,
  },
  savedAt: Date.UTC(2026, 10, 20),
  isSynced: false,
  serverId: null,
  serverVersion: null,
});

let draft: Draft;
function Editor() {
  const [content, setContent] = useState<DraftContent>(EMPTY_DRAFT);
  draft = useDraft({ key: "5:thread:new", threadId: null, isOnServer: true, onRestore: setContent });
  return (
    <>
      <output aria-label="title">{content.title}</output>
      <output aria-label="body">{content.body}</output>
    </>
  );
}
const written = (name: string) => screen.getByLabelText(name).textContent;
const lying = (key: string): string | undefined =>
  (JSON.parse(localStorage.getItem(key) ?? "null") as { content: DraftContent } | null)?.content.body;

/** Opens the editor of a new thread; the server has no draft and keeps what it is given. */
async function open(): Promise<void> {
  const link = new ApolloLink(
    ({ operationName }) =>
      new Observable((observer) => {
        const saved = { saveDraft: { __typename: "Draft", id: "9", version: 1 } };
        const gone = operationName === "DiscardDraft" ? { deleteDraft: true } : { drafts: [], draft: null };
        observer.next({ data: operationName === "SaveDraft" ? saved : gone });
        observer.complete();
      }),
  );
  render(
    <ApolloProvider client={new ApolloClient({ link, cache: new InMemoryCache() })}>
      <Editor />
    </ApolloProvider>,
  );
  await screen.findByText("Tea");
}

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

test("a draft that was kept under the old name is found, and moves when it is saved", async () => {
  localStorage.setItem(OLD, JSON.stringify(copy("Green or black?")));
  await open();
  expect([written("title"), written("body")]).toEqual(["Tea", "Green or black?"]);

  draft.change({ ...EMPTY_DRAFT, ...copy("Green or black? White!").content });
  await act(() => draft.flush());
  expect([lying(OLD), lying(NEW)]).toEqual([undefined, "Green or black? White!"]);
});

test("what was written since counts, whatever lies under the old name", async () => {
  localStorage.setItem(OLD, JSON.stringify(copy("Green or black?")));
  localStorage.setItem(NEW, JSON.stringify(copy("White!")));
  await open();
  expect(written("body")).toBe("White!");
});

test("a draft that is discarded is gone under both names", async () => {
  localStorage.setItem(OLD, JSON.stringify(copy("Green or black?")));
  await open();
  await act(() => draft.discard());
  expect(Object.keys(localStorage)).toEqual([]);
});
