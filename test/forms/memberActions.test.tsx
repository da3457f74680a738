import { screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { set } from "../notifications/delivery/post.ts";
import { publish } from "../threads/content.ts";
import { type Action, agree, choose, describeActions, pressFirst, pressItem } from "./actions.tsx";
import type { Scene } from "./forms.tsx";

/** A browser of nobody, as it would subscribe to notifications. */
const PUSH_PLACE = {
  endpoint: "https://push.example.org/abc",
  p256dh: "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM",
  auth: "tBHItJI5svbpez7KI4CCXg",
};

/** Publishes a thread of somebody else. @returns its id */
async function foreignThread({ forum }: Scene): Promise<string> {
  const author = await forum.member();
  return (await publish(author, { categoryId: await forum.categoryId() })).id;
}

/** Chooses how closely the thread of the page is watched. */
async function watch(level: RegExp): Promise<void> {
  await pressFirst(/^Notifications of this thread/);
  await pressItem(level);
}

/** Waits until the viewer watches the thread so closely. */
const watched =
  (level: string) =>
  async ({ person, made }: Scene): Promise<void> => {
    await waitFor(async () => {
      const { thread } = await person.graphql("query ($id: ID!) { thread(id: $id) { viewerWatchLevel } }", {
        id: made,
      });
      expect(thread.viewerWatchLevel).toBe(level);
    });
  };
const shownLevel = (): string | null =>
  screen.getAllByRole("button", { name: /^Notifications of this thread/ })[0]!.getAttribute("data-level");

/** Things that members do about threads, other members and what reaches them. */
const ACTIONS: readonly Action[] = [
  {
    name: "a member watches a thread",
    who: (forum) => forum.member(),
    prepare: foreignThread,
    address: ({ made }) => `/thread/${made}`,
    run: () => watch(/^Watching/),
    operation: "SetWatchLevel",
    seen: shownLevel,
    proof: watched("WATCHING"),
  },
  {
    name: "a member stops watching a thread",
    who: (forum) => forum.member(),
    async prepare(scene) {
      const id = await foreignThread(scene);
      const document =
        "mutation ($id: ID!) { setWatchLevel(target: THREAD, targetId: $id, level: WATCHING) { id } }";
      await scene.person.graphql(document, { id });
      return id;
    },
    address: ({ made }) => `/thread/${made}`,
    run: () => watch(/^Normal/),
    operation: "SetWatchLevel",
    seen: shownLevel,
    proof: watched("NORMAL"),
  },
  {
    name: "a member blocks another",
    who: (forum) => forum.member(),
    prepare: async ({ forum }) => String((await forum.member()).id),
    address: ({ made }) => `/user/${made}`,
    async run() {
      await pressFirst("Block");
      await agree("Block");
    },
    isToggle: true,
    operation: "BlockUser",
    seen: () => screen.queryAllByRole("button", { name: "Block" }).length,
    async proof({ person, made }) {
      await waitFor(async () => {
        const { user } = await person.graphql("query ($id: ID!) { user(id: $id) { isDeny } }", { id: made });
        expect(user.isDeny).toBe(true);
      });
    },
  },
  {
    name: "a member deletes a chat",
    who: (forum) => forum.member(),
    async prepare({ forum, person }) {
      const sender = await forum.member();
      const document = "mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }";
      const input = { userId: person.id, body: "Tea at five?", clientKey: `key-${sender.id}` };
      await sender.graphql(document, { input });
      return String(sender.id);
    },
    address: ({ made }) => `/message?page=chat&userId=${made}`,
    async run() {
      await choose("More", "Delete chat");
      await agree("Delete");
    },
    operation: "DeleteChat",
    seen: () => screen.queryAllByText("Tea at five?").length,
    async proof({ person }) {
      await waitFor(async () => {
        const { dialogs } = await person.graphql("{ dialogs(first: 5) { nodes { id } } }");
        expect(dialogs.nodes).toEqual([]);
      });
    },
  },
  {
    name: "a member removes the e-mail address",
    who: (forum) => forum.member(),
    async prepare({ person }) {
      const email = `p${person.id}@example.org`;
      await person.graphql("mutation ($email: String!) { setEmail(email: $email) { id } }", { email });
      return email;
    },
    address: () => "/my/settings?section=notifications",
    async run() {
      await pressFirst("Remove");
      await agree("Remove");
    },
    operation: "RemoveEmail",
    seen: ({ made }) => screen.queryAllByText(new RegExp(`We sent an email to ${made}`)).length,
    async proof({ person }) {
      await waitFor(async () => {
        const { viewer } = await person.graphql("{ viewer { email pendingEmail } }");
        expect(viewer.pendingEmail ?? "").toBe("");
      });
    },
  },
  {
    name: "a member removes a device that notifications are pushed to",
    who: (forum) => forum.member(),
    async prepare({ person }) {
      const document = "mutation ($input: PushSubscriptionInput!) { subscribePush(input: $input) }";
      const endpoint = `${PUSH_PLACE.endpoint}/${person.id}`;
      await person.graphql(document, { input: { ...PUSH_PLACE, endpoint } });
      return endpoint;
    },
    address: () => "/my/settings?section=notifications",
    run: () => pressFirst("Remove Unknown device"),
    operation: "RemovePushDevice",
    seen: () => screen.queryAllByRole("button", { name: "Remove Unknown device" }).length,
    async proof({ forum, person }) {
      await waitFor(async () =>
        expect(
          await forum.rows("SELECT s.id FROM push_subscriptions s WHERE s.userId = ?", [person.id]),
        ).toEqual([]),
      );
    },
  },
];

describeActions(ACTIONS, (forum) =>
  set(forum, {
    "mail.smtp_host": "127.0.0.1",
    "mail.smtp_port": "9",
    "mail.smtp_security": "none",
    "mail.mail_from_address": "forum@example.org",
  }),
);
