import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { publish, reply } from "../threads/content.ts";
import { type Action, agree, choose, describeActions, pressed, pressFirst } from "./actions.tsx";
import type { Scene } from "./forms.tsx";

/** Publishes a thread of somebody else. @returns its id */
async function foreignThread({ forum }: Scene): Promise<string> {
  const author = await forum.member();
  return (await publish(author, { categoryId: await forum.categoryId() })).id;
}

/** Publishes a thread of the person. @returns its id */
async function ownThread({ forum, person }: Scene): Promise<string> {
  return (await publish(person, { categoryId: await forum.categoryId() })).id;
}

const threadAddress = ({ made }: Scene): string => `/thread/${made}`;

/** Waits for a column of a thread to have a value. */
const threadBecomes =
  (column: string, value: number) =>
  async ({ forum, made }: Scene): Promise<void> => {
    await waitFor(async () =>
      expect(await forum.rows(`SELECT t.${column} AS value FROM threads t WHERE t.id = ?`, [made])).toEqual([
        { value },
      ]),
    );
  };

/** Things that are done to threads, replies and people with one gesture. */
const ACTIONS: readonly Action[] = [
  {
    name: "a member likes a thread",
    who: (forum) => forum.member(),
    prepare: foreignThread,
    address: threadAddress,
    run: () => pressFirst(/^Like \d/),
    isToggle: true,
    operation: "SetThreadLiked",
    seen: () => pressed(/^Like \d/),
    proof: threadBecomes("likeCount", 1),
  },
  {
    name: "a member keeps a thread as a favourite",
    who: (forum) => forum.member(),
    prepare: foreignThread,
    address: threadAddress,
    run: () => pressFirst(/^Bookmark \d/),
    isToggle: true,
    operation: "SetThreadFavorite",
    seen: () => pressed(/^Bookmark \d/),
    proof: threadBecomes("favoriteCount", 1),
  },
  {
    name: "a member deletes an own reply",
    who: (forum) => forum.member("thread.hideOwnThread", "thread.editOwnThread"),
    async prepare(scene) {
      const id = await foreignThread(scene);
      await reply(scene.person, id, { body: "Oops." });
      return id;
    },
    address: threadAddress,
    run: () => choose("More actions", "Delete"),
    operation: "DeletePost",
    seen: () => screen.queryByText("Oops.")?.textContent,
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(
          await forum.rows("SELECT p.id FROM posts p WHERE p.threadId = ? AND p.deletedAt IS NOT NULL", [
            made,
          ]),
        ).toHaveLength(1),
      );
    },
  },
  {
    name: "an author deletes a thread",
    who: (forum) => forum.member("thread.hideOwnThread", "thread.editOwnThread"),
    prepare: ownThread,
    address: threadAddress,
    run: () => choose("More actions", "Delete", 0),
    operation: "DeleteThread",
    seen: () => screen.queryByText(/This thread is deleted/),
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(
          await forum.rows("SELECT t.id FROM threads t WHERE t.id = ? AND t.deletedAt IS NOT NULL", [made]),
        ).toHaveLength(1),
      );
    },
  },
  {
    name: "a moderator pins a thread",
    who: (forum) => forum.moderator(),
    prepare: foreignThread,
    address: threadAddress,
    run: () => choose("More actions", "Pin", 0),
    operation: "SetThreadSticky",
    seen: () => screen.queryByText("Pinned"),
    proof: threadBecomes("isSticky", 1),
  },
  {
    name: "a moderator features a thread",
    who: (forum) => forum.moderator(),
    prepare: foreignThread,
    address: threadAddress,
    run: () => choose("More actions", "Feature", 0),
    operation: "SetThreadEssence",
    seen: () => screen.queryByText("Featured"),
    proof: threadBecomes("isEssence", 1),
  },
  {
    name: "a member follows another",
    who: (forum) => forum.member(),
    prepare: async ({ forum }) => String((await forum.member()).id),
    address: ({ made }) => `/user/${made}`,
    run: () => pressFirst(/^Follow(ing)?$/),
    operation: "FollowUser",
    seen: () => pressed(/^Follow(ing)?$/),
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT u.fansCount FROM users u WHERE u.id = ?", [made])).toEqual([
          { fansCount: 1 },
        ]),
      );
    },
  },
  {
    name: "a member signs out another device",
    who: (forum) => forum.member(),
    async prepare({ forum, person }) {
      const { id, username, nickname, groupId } = person.credentials!;
      await forum.signIn(id, username, nickname, groupId);
      return String(id);
    },
    address: () => "/my/settings?section=devices",
    async run() {
      await pressFirst("Sign out");
      await agree("Sign out");
    },
    operation: "RevokeSession",
    seen: () => screen.queryAllByRole("button", { name: "Sign out" }).length,
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT s.id FROM sessions s WHERE s.userId = ?", [made])).toHaveLength(1),
      );
    },
  },
  {
    name: "a member deletes a draft",
    who: (forum) => forum.member(),
    async prepare({ person }) {
      const document = "mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { id } }";
      const { saveDraft } = await person.graphql(document, {
        input: { title: "Half a thought", body: "Perhaps", attachmentIds: [] },
      });
      return saveDraft.id as string;
    },
    address: () => "/my?tab=drafts",
    async run() {
      await pressFirst("Delete");
      await agree("Delete");
    },
    operation: "DeleteMyDraft",
    seen: () => screen.queryByText("Half a thought")?.textContent,
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT d.id FROM drafts d WHERE d.id = ?", [made])).toEqual([]),
      );
    },
  },
];

describeActions(ACTIONS);
