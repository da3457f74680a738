import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { createCategory, publish, reply } from "../threads/content.ts";
import { type Action, agree, choose, describeActions, pressFirst } from "./actions.tsx";
import type { Scene } from "./forms.tsx";

/** Waits until a query finds a number of rows. */
const rowsBecome =
  (count: number, sql: string) =>
  async ({ forum, made }: Scene): Promise<void> => {
    await waitFor(async () => expect(await forum.rows(sql, [made])).toHaveLength(count));
  };

/** Publishes a thread that names a new topic. @returns the name */
async function topic({ forum }: Scene): Promise<string> {
  const name = `kettle${Date.now()}`;
  await publish(await forum.member(), { categoryId: await forum.categoryId(), body: `#${name}#` });
  return name;
}

/** Lets somebody answer a thread of the member, who is notified. @returns the member's id */
async function notified({ forum, person }: Scene): Promise<string> {
  const { id } = await publish(person, { categoryId: await forum.categoryId() });
  await reply(await forum.member(), id);
  await forum.delivered();
  return String(person.id);
}

/** Things that staff does with one gesture, and members in their message centre. */
const ACTIONS: readonly Action[] = [
  {
    name: "an administrator deletes an empty category",
    who: (forum) => forum.admin(),
    async prepare({ person }) {
      const name = `Cellar ${Date.now()}`;
      await createCategory(person, name);
      return name;
    },
    address: () => "/admin/categories",
    async run({ made }) {
      await pressFirst(`Delete ${made}`);
      await agree("Delete");
    },
    operation: "DeleteCategory",
    seen: ({ made }) => screen.queryAllByRole("button", { name: `Delete ${made}` }).length,
    proof: rowsBecome(0, "SELECT c.id FROM categories c WHERE c.name = ?"),
  },
  {
    name: "an administrator deletes a group",
    who: (forum) => forum.admin(),
    async prepare({ forum }) {
      const id = await forum.group([]);
      const [group] = await forum.rows<{ name: string }>("SELECT g.name FROM `groups` g WHERE g.id = ?", [
        id,
      ]);
      return group!.name;
    },
    address: () => "/admin/groups",
    async run({ made }) {
      await pressFirst(`Delete ${made}`);
      await agree("Delete");
    },
    operation: "DeleteGroup",
    seen: ({ made }) => screen.queryAllByRole("button", { name: `Delete ${made}` }).length,
    proof: rowsBecome(0, "SELECT g.id FROM `groups` g WHERE g.name = ?"),
  },
  {
    name: "an administrator deletes a topic",
    who: (forum) => forum.admin(),
    prepare: topic,
    address: () => "/admin/topics",
    async run({ made }) {
      await pressFirst(`Delete #${made}#`);
      await agree("Delete");
    },
    operation: "DeleteTopic",
    seen: ({ made }) => screen.queryAllByRole("button", { name: `Delete #${made}#` }).length,
    proof: rowsBecome(1, "SELECT t.id FROM topics t WHERE t.name = ? AND t.deletedAt IS NOT NULL"),
  },
  {
    name: "an administrator recommends a topic",
    who: (forum) => forum.admin(),
    prepare: topic,
    address: () => "/admin/topics",
    run: ({ made }) => pressFirst(`Recommend #${made}#`),
    operation: "RecommendTopic",
    seen: ({ made }) => screen.queryAllByRole("button", { name: `Recommend #${made}#` }).length,
    proof: rowsBecome(1, "SELECT t.id FROM topics t WHERE t.name = ? AND t.isRecommended = 1"),
  },
  {
    name: "an administrator deletes a stop word",
    who: (forum) => forum.admin(),
    async prepare({ person }) {
      const word = `roulette${Date.now()}`;
      const document =
        "mutation ($lines: [String!]!) { importStopWords(lines: $lines, overwrite: false) { created } }";
      await person.graphql(document, { lines: [word] });
      return word;
    },
    address: ({ made }) => `/admin/stop-words?query=${made}`,
    async run({ made }) {
      const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: `Select “${made}”` });
      if (!box.checked) fireEvent.click(box);
      await pressFirst("Delete them");
      await agree("Delete");
    },
    operation: "DeleteStopWords",
    seen: ({ made }) => screen.queryAllByRole("checkbox", { name: `Select “${made}”` }).length,
    proof: rowsBecome(0, "SELECT w.id FROM stop_words w WHERE w.find = ?"),
  },
  {
    name: "an administrator approves a registration",
    who: (forum) => forum.admin(),
    async prepare({ forum }) {
      const { id, nickname } = (await forum.member()).credentials!;
      await forum.write((ctx) => ctx.db.query("UPDATE users SET status = 2 WHERE id = ?", [id]));
      return nickname;
    },
    address: ({ made }) => `/admin/members?query=${made}`,
    run: ({ made }) => pressFirst(`Approve ${made}`),
    operation: "SetUserStatus",
    seen: ({ made }) => screen.queryAllByRole("button", { name: `Approve ${made}` }).length,
    proof: rowsBecome(1, "SELECT u.id FROM users u WHERE u.nickname = ? AND u.status = 0"),
  },
  {
    name: "a member deletes a notification",
    who: (forum) => forum.member(),
    prepare: notified,
    address: () => "/message?page=thread",
    run: () => choose("More", "Delete"),
    operation: "DeleteNotifications",
    seen: () => screen.queryAllByText("Unread").length,
    async proof({ person }) {
      await waitFor(async () => {
        const { notifications } = await person.graphql("{ notifications(entry: THREAD) { nodes { id } } }");
        expect(notifications.nodes).toEqual([]);
      });
    },
  },
  {
    name: "a member marks a notification as read",
    who: (forum) => forum.member(),
    prepare: notified,
    address: () => "/message?page=thread",
    run: () => choose("More", "Mark as read"),
    isToggle: true,
    operation: "MarkNotificationsRead",
    seen: () => screen.queryAllByText("Unread").length,
    proof: rowsBecome(1, "SELECT n.id FROM notifications n WHERE n.userId = ? AND n.readAt IS NOT NULL"),
  },
  {
    name: "a member marks all notifications as read",
    who: (forum) => forum.member(),
    prepare: notified,
    address: () => "/message?page=thread",
    run: () => pressFirst("Mark all as read"),
    isToggle: true,
    operation: "MarkNotificationsRead",
    seen: () => screen.queryAllByText("Unread").length,
    proof: rowsBecome(1, "SELECT n.id FROM notifications n WHERE n.userId = ? AND n.readAt IS NOT NULL"),
  },
  {
    name: "a member wants to hear of no likes",
    who: (forum) => forum.member(),
    prepare: ({ person }) => Promise.resolve(String(person.id)),
    address: () => "/my/settings?section=notifications",
    run: async () => void fireEvent.click(await screen.findByRole("switch", { name: "Likes: Site" })),
    isToggle: true,
    operation: "SaveNotificationPreferences",
    seen: () => screen.getByRole<HTMLInputElement>("switch", { name: "Likes: Site" }).checked,
    async proof({ person }) {
      const document = "{ viewer { notificationPreferences { rows { topic channels } } } }";
      await waitFor(async () => {
        const { viewer } = await person.graphql(document);
        expect(viewer.notificationPreferences.rows).toContainEqual({ topic: "LIKED", channels: [] });
      });
    },
  },
];

describeActions(ACTIONS);
