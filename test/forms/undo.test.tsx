import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { closeWindows, openWindow } from "../support/window.tsx";
import { publish, reply } from "../threads/content.ts";
import { choose } from "./actions.tsx";
import { alerts, press, type Scene, TRY_TIMEOUT_MS, type } from "./forms.tsx";

/** Something that was just done, and is taken back by the button that appears beside the news of it. */
interface Change {
  /** Reads as "the deletion of an own thread". */
  readonly name: string;
  readonly who: (forum: Forum) => Promise<Person>;
  readonly prepare?: (scene: Scene) => Promise<string>;
  readonly address: (scene: Scene) => string;
  readonly make: (scene: Scene) => Promise<void>;
  /** The operation that takes it back. */
  readonly operation: string;
  /** Proves at the server that it holds, or that it was taken back. */
  readonly holds: (scene: Scene, isTakenBack: boolean) => Promise<void>;
  /** Reads from the page what was changed. */
  readonly seen?: () => unknown;
}

const likes = (): HTMLInputElement => screen.getByRole("switch", { name: "Likes: Site" });

const CHANGES: readonly Change[] = [
  {
    name: "the deletion of an own thread, in its toast",
    who: (forum) => forum.member("thread.hideOwnThread", "thread.editOwnThread"),
    prepare: async ({ forum, person }) =>
      (await publish(person, { categoryId: await forum.categoryId() })).id,
    address: ({ made }) => `/thread/${made}`,
    make: () => choose("More actions", "Delete", 0),
    operation: "RestoreThread",
    async holds({ forum, made }, isTakenBack) {
      const rows = await forum.rows("SELECT t.id FROM threads t WHERE t.id = ? AND t.deletedAt IS NULL", [
        made,
      ]);
      expect(rows).toHaveLength(isTakenBack ? 1 : 0);
    },
  },
  {
    name: "the deletion of a notification, at the foot of the list",
    who: (forum) => forum.member(),
    async prepare({ forum, person }) {
      const { id } = await publish(person, { categoryId: await forum.categoryId() });
      await reply(await forum.member(), id);
      await forum.delivered();
      return id;
    },
    address: () => "/message?page=thread",
    make: () => choose("More", "Delete"),
    operation: "RestoreNotifications",
    async holds({ person }, isTakenBack) {
      const { notifications } = await person.graphql("{ notifications(entry: THREAD) { nodes { id } } }");
      expect(notifications.nodes).toHaveLength(isTakenBack ? 1 : 0);
    },
    seen: () => screen.queryAllByText("Unread").length,
  },
  {
    name: "a choice of notifications, in its toast",
    who: (forum) => forum.member(),
    address: () => "/my/settings?section=notifications",
    make: async () =>
      void fireEvent.click(await screen.findByRole("switch", { name: "Likes: Site", checked: true })),
    operation: "SaveNotificationPreferences",
    async holds({ person }, isTakenBack) {
      const { viewer } = await person.graphql(
        "{ viewer { notificationPreferences { rows { topic channels } } } }",
      );
      const { rows } = viewer.notificationPreferences as { rows: { topic: string; channels: string[] }[] };
      expect(rows.find(({ topic }) => topic === "LIKED")!.channels.includes("SITE")).toBe(isTakenBack);
    },
    seen: () => likes().checked,
  },
  {
    name: "a save of settings, at the foot of the window",
    who: (forum) => forum.admin(),
    prepare: () => Promise.resolve(`Tea house ${Date.now()}`),
    address: () => "/admin/settings?key=default.site_name",
    async make({ made }) {
      await type("Site name", made);
      await press("Save");
    },
    operation: "UndoSettings",
    async holds({ forum, made }, isTakenBack) {
      const rows = await forum.rows("SELECT s.value FROM settings s WHERE s.value = ?", [made]);
      expect(rows).toHaveLength(isTakenBack ? 0 : 1);
    },
    seen: () => screen.getByRole<HTMLInputElement>("textbox", { name: "Site name" }).value,
  },
];

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());
afterEach(closeWindows);

describe.each(CHANGES.map((change) => [change.name, change] as const))("%s", (_name, change) => {
  test(
    "is not taken back over a cut line, which is said while it still shows, and then at the next try, once",
    async () => {
      const person = await change.who(forum);
      const scene: Scene = { forum, person, made: "" };
      scene.made = (await change.prepare?.(scene)) ?? "";
      const { line } = await openWindow(person, change.address(scene));
      await change.make(scene);
      const undo = await screen.findByRole("button", { name: "Undo" });
      await waitFor(() => change.holds(scene, false));
      const [sent, shown] = [line.mutations.length, change.seen?.()];
      const undone = () => line.mutations.slice(sent).filter(({ name }) => name === change.operation);

      line.state = "cut";
      fireEvent.click(undo);
      await waitFor(() => expect(alerts()).toMatch(/Network Error/));
      expect(change.seen?.()).toEqual(shown);
      await change.holds(scene, false);
      line.open();
      const alert = screen.getAllByRole("alert").find(({ textContent }) => /Network/.test(textContent))!;
      fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));

      await waitFor(() => change.holds(scene, true));
      expect(undone()).toHaveLength(2);
    },
    TRY_TIMEOUT_MS,
  );
});
