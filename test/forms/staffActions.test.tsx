import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import { holdBack } from "../permissions/scene.ts";
import { publish } from "../threads/content.ts";
import { type Action, agree, choose, describeActions, pressFirst } from "./actions.tsx";
import type { Scene } from "./forms.tsx";

/** Publishes a thread of somebody else. @returns its id */
async function foreignThread({ forum }: Scene): Promise<string> {
  const author = await forum.member();
  return (await publish(author, { categoryId: await forum.categoryId() })).id;
}

/** Waits until a query finds a number of rows. */
const rowsBecome =
  (count: number, sql: string) =>
  async ({ forum, made }: Scene): Promise<void> => {
    await waitFor(async () => expect(await forum.rows(sql, [made])).toHaveLength(count));
  };

/** Unfolds a list of what was done lately, and waits for its first button. */
async function unfold(list: string, button: string | RegExp): Promise<void> {
  const summary = await screen.findByText(list);
  fireEvent.click(summary);
  await within(summary.closest("details")!).findAllByRole("button", { name: button });
}

const undoButtons = (name: string | RegExp): number => screen.queryAllByRole("button", { name }).length;

/** Decisions of staff, and what takes them back in the lists of what was done. */
const ACTIONS: readonly Action[] = [
  {
    name: "a moderator deletes a thread of somebody else and says why",
    who: (forum) => forum.moderator(),
    prepare: foreignThread,
    address: ({ made }) => `/thread/${made}`,
    async run() {
      await choose("More actions", "Delete", 0);
      fireEvent.change(await screen.findByLabelText("Reason"), { target: { value: "FLOODING" } });
      await agree("Delete");
    },
    operation: "DeleteThread",
    seen: () => screen.queryByText(/This thread is deleted/),
    async proof(scene) {
      await rowsBecome(1, "SELECT t.id FROM threads t WHERE t.id = ? AND t.deletedAt IS NOT NULL")(scene);
      const document = "query ($target: String) { auditLog(target: $target) { nodes { action reason } } }";
      const { auditLog } = await (
        await scene.forum.admin()
      ).graphql(document, { target: `thread:${scene.made}` });
      expect(auditLog.nodes).toContainEqual({ action: "deleteThread", reason: "Flooding" });
    },
  },
  {
    name: "a moderator approves what waits in the queue",
    who: (forum) => forum.moderator(),
    async prepare(scene) {
      const id = await foreignThread(scene);
      await holdBack(scene.forum, "threads", id);
      return id;
    },
    address: () => "/admin/review",
    run: () => pressFirst(/^Approve/),
    operation: "DecideReview",
    seen: () => screen.queryAllByRole("button", { name: /^Approve/ }).length,
    proof: rowsBecome(1, "SELECT t.id FROM threads t WHERE t.id = ? AND t.approval = 1"),
  },
  {
    name: "an administrator undoes a batch in the list of batches",
    who: (forum) => forum.admin(),
    async prepare(scene) {
      const id = await foreignThread(scene);
      const document = "mutation ($input: ModerateThreadsInput!) { moderateThreads(input: $input) { id } }";
      await scene.person.graphql(document, { input: { threadIds: [id], action: "FEATURE", reason: "" } });
      return id;
    },
    address: () => "/admin/content",
    open: () => unfold("Latest batches", "Undo: Feature · 1 thread"),
    run: () => pressFirst("Undo: Feature · 1 thread"),
    operation: "UndoModeration",
    seen: () => undoButtons("Undo: Feature · 1 thread"),
    proof: rowsBecome(1, "SELECT t.id FROM threads t WHERE t.id = ? AND t.isEssence = 0"),
  },
  {
    name: "an administrator brings back a group in the list of deletions",
    who: (forum) => forum.admin(),
    async prepare({ forum, person }) {
      const id = await forum.group([]);
      const [group] = await forum.rows<{ name: string }>("SELECT g.name FROM `groups` g WHERE g.id = ?", [
        id,
      ]);
      await person.graphql("mutation ($id: ID!) { deleteGroups(ids: [$id]) { id } }", { id });
      return group!.name;
    },
    address: () => "/admin/groups",
    open: ({ made }) => unfold("Groups deleted lately", `Undo: deletion of ${made}`),
    run: ({ made }) => pressFirst(`Undo: deletion of ${made}`),
    operation: "UndoGroupDeletion",
    seen: ({ made }) => undoButtons(`Undo: deletion of ${made}`),
    proof: rowsBecome(1, "SELECT g.id FROM `groups` g WHERE g.name = ?"),
  },
  {
    name: "an administrator undoes an import in the list of imports",
    who: (forum) => forum.admin(),
    async prepare({ person }) {
      const word = `lotto${Date.now()}`;
      const document =
        "mutation ($lines: [String!]!) { importStopWords(lines: $lines, overwrite: false) { created } }";
      await person.graphql(document, { lines: [word] });
      return word;
    },
    address: () => "/admin/stop-words",
    open: () => unfold("Latest imports and deletions", /^Undo: Import/),
    run: () => pressFirst(/^Undo: Import/),
    operation: "UndoStopWords",
    seen: () => undoButtons(/^Undo: Import/),
    proof: rowsBecome(0, "SELECT w.id FROM stop_words w WHERE w.find = ?"),
  },
  {
    name: "an administrator undoes a save in the list of saves",
    who: (forum) => forum.admin(),
    async prepare({ person }) {
      const title = `Tea house ${Date.now()}`;
      const document = "mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { id } }";
      await person.graphql(document, { entries: [{ tag: "default", key: "site_title", value: title }] });
      return title;
    },
    address: () => "/admin/settings",
    open: () => unfold("Latest saves", "Undo"),
    run: () => pressFirst("Undo"),
    operation: "UndoSettings",
    seen: () => undoButtons("Undo"),
    proof: rowsBecome(0, "SELECT s.value FROM settings s WHERE s.`key` = 'site_title' AND s.value = ?"),
  },
  {
    name: "an administrator undoes a save of notification texts in the list of saves",
    who: (forum) => forum.admin(),
    async prepare({ person }) {
      const text = `Somebody answered ${Date.now()}`;
      const document =
        "mutation ($input: [NotificationTemplateInput!]!) { saveNotificationTemplates(input: $input) { id } }";
      const change = { kind: "post.replied", channel: "SITE", body: { en: text } };
      await person.graphql(document, { input: [change] });
      return text;
    },
    address: () => "/admin/notification-templates",
    open: () => unfold("Latest saves", "Undo"),
    run: () => pressFirst("Undo"),
    operation: "UndoNotificationTemplates",
    seen: () => undoButtons("Undo"),
    proof: rowsBecome(0, "SELECT n.kind FROM notice_templates n WHERE n.bodyEn = ?"),
  },
];

describeActions(ACTIONS);
