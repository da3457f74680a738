import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { act, publish, reply } from "../threads/content.ts";
import { describeForms, field, type Form, press, type Scene, type } from "./forms.tsx";

/** Publishes a thread of somebody else. @returns its id */
async function foreignThread({ forum }: Scene): Promise<string> {
  const author = await forum.member();
  return (await publish(author, { categoryId: await forum.categoryId() })).id;
}

/** Moves a thread to the recycle bin, so that nobody answers in it. */
async function close({ forum, made }: Scene): Promise<void> {
  await act(await forum.admin(), "deleteThread", { threadId: made });
}

/** Forms in which members write to each other. */
const FORMS: readonly Form[] = [
  {
    name: "a member replies",
    who: (forum) => forum.member(),
    prepare: foreignThread,
    address: ({ made }) => `/thread/${made}`,
    async open() {
      localStorage.setItem("luntan_editor", "source");
      // The plain field becomes the composer once somebody stands in it.
      fireEvent.focus(await screen.findByRole("textbox", { name: "Your reply" }));
      await screen.findByRole("toolbar", { name: "Formatting" });
    },
    fill: () => type("Your reply", "Tea for me."),
    typed: () => field("Your reply").value,
    submit: () => fireEvent.submit(field("Your reply").closest("form")!),
    operation: "ReplyComposerSend",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT p.body FROM posts p WHERE p.threadId = ?", [made])).toEqual([
          { body: "Tea for me." },
        ]),
      );
    },
    refusal: { provoke: close, words: /This does not exist\./ },
  },
  {
    name: "a member comments on a reply",
    who: (forum) => forum.member(),
    async prepare(scene) {
      const id = await foreignThread(scene);
      await reply(await scene.forum.member(), id);
      return id;
    },
    address: ({ made }) => `/thread/${made}`,
    async open() {
      localStorage.setItem("luntan_editor", "source");
      await press(/^Comment/);
      await screen.findByRole("toolbar", { name: "Formatting" });
    },
    fill: () => type("Your comment", "Me neither."),
    typed: () => field("Your comment").value,
    submit: () => fireEvent.submit(field("Your comment").closest("form")!),
    operation: "ReplyComposerSend",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(
          await forum.rows("SELECT p.body FROM posts p WHERE p.threadId = ? AND p.parentId IS NOT NULL", [
            made,
          ]),
        ).toEqual([{ body: "Me neither." }]),
      );
    },
    refusal: { provoke: close, words: /This does not exist\./ },
  },
  {
    name: "an author changes the title of a thread",
    who: (forum) => forum.member("thread.editOwnThread"),
    prepare: async ({ forum, person }) =>
      (await publish(person, { categoryId: await forum.categoryId() })).id,
    address: ({ made }) => `/thread/${made}/edit`,
    fill: () => type("Title", "Hello again"),
    typed: () => field("Title").value,
    submit: "Save changes",
    operation: "EditThread",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT t.title FROM threads t WHERE t.id = ?", [made])).toEqual([
          { title: "Hello again" },
        ]),
      );
    },
    refusal: { provoke: close, words: /This does not exist\.|not allowed/ },
  },
  {
    name: "a member publishes a thread",
    who: (forum) => forum.member(),
    prepare() {
      // What Markdown makes of it is the editor's own story.
      localStorage.setItem("luntan_editor", "source");
      return Promise.resolve(`About tea ${Date.now()}`);
    },
    address: () => "/thread/post",
    async fill({ made }) {
      fireEvent.click(await screen.findByRole("button", { name: /^Category/ }));
      fireEvent.click((await screen.findAllByRole("option", { hidden: true }))[0]!);
      await type("Title", made);
      await type("Text", "Green or black?");
    },
    typed: () => [field("Title").value, field("Text").value].join(),
    submit: "Publish",
    operation: "PublishThread",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT t.body FROM threads t WHERE t.title = ?", [made])).toEqual([
          { body: "Green or black?" },
        ]),
      );
    },
    refusal: {
      async provoke({ forum }) {
        const document =
          "mutation ($lines: [String!]!) { importStopWords(lines: $lines, overwrite: true) { created } }";
        await (await forum.admin()).graphql(document, { lines: ["vodka={BANNED}"] });
        await type("Title", "About vodka");
      },
      words: /vodka|not allowed/,
    },
  },
];

describeForms(FORMS);
