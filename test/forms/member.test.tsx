import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { act, publish, reply } from "../threads/content.ts";
import { describeForms, dialog, field, type Form, press, type Scene, type } from "./forms.tsx";

/** Moves the thread that a form is about to the recycle bin. */
async function withdraw({ forum, made }: Scene): Promise<void> {
  await act(await forum.admin(), "deleteThread", { threadId: made });
}

/** Forms of members, over lines of every kind. */
const FORMS: readonly Form[] = [
  {
    name: "a member changes the profile",
    who: (forum) => forum.member(),
    address: () => "/my?edit=1",
    fill: () => type("Signature", "Tea, then code."),
    typed: () => field("Signature").value,
    submit: "Save",
    operation: "UpdateProfile",
    proof: async ({ person }) => {
      // The field holds the words, too, until the profile is shown again.
      await screen.findByText("Tea, then code.", { ignore: "textarea" });
      const { user } = await person.graphql(`{ user(id: ${person.id}) { signature } }`);
      expect(user.signature).toBe("Tea, then code.");
    },
    refusal: {
      provoke: async ({ forum }) => type("Display name", (await forum.member()).nickname),
      words: /This nickname is taken\./,
    },
  },
  {
    name: "a member reports a thread",
    who: (forum) => forum.member(),
    prepare: async ({ forum }) => {
      const author = await forum.member();
      return (await publish(author, { categoryId: await forum.categoryId() })).id;
    },
    address: ({ made }) => `/thread/${made}`,
    open: async () => {
      await press("More actions");
      fireEvent.click(await screen.findByRole("menuitem", { name: "Report" }));
    },
    fill: async () => {
      const shown = await dialog();
      fireEvent.click(await shown.findByRole("radio", { name: "Something else" }));
      fireEvent.change(shown.getByRole("textbox"), { target: { value: "It sells tickets." } });
    },
    typed: () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Details" }).value,
    submit: "Send report",
    operation: "ReportContent",
    proof: async ({ forum, made }) => {
      await waitFor(async () =>
        expect(await forum.rows("SELECT r.detail FROM reports r WHERE r.threadId = ?", [made])).toEqual([
          { detail: "It sells tickets." },
        ]),
      );
    },
    refusal: { provoke: withdraw, words: /This does not exist\./ },
  },
  {
    name: "a member changes an own reply",
    who: (forum) => forum.member("thread.editOwnThread"),
    prepare: async ({ forum, person }) => {
      const author = await forum.member();
      const { id } = await publish(author, { categoryId: await forum.categoryId() });
      await reply(person, id, { body: "Frist." });
      return id;
    },
    address: ({ made }) => `/thread/${made}`,
    open: async () => {
      // The rich editor, which takes the place of the plain field once it has loaded, has no value.
      localStorage.setItem("luntan_editor", "source");
      const buttons = await screen.findAllByRole("button", { name: "More actions" });
      fireEvent.click(buttons.at(-1)!);
      fireEvent.click(await screen.findByRole("menuitem", { name: "Edit" }));
    },
    fill: () => type("Edit reply", "First."),
    typed: () => field("Edit reply").value,
    submit: "Save",
    operation: "EditComposerSave",
    proof: async ({ forum, made }) => {
      await waitFor(async () =>
        expect(await forum.rows("SELECT p.body FROM posts p WHERE p.threadId = ?", [made])).toEqual([
          { body: "First." },
        ]),
      );
    },
    refusal: { provoke: withdraw, words: /This does not exist\./ },
  },
];

describeForms(FORMS);
