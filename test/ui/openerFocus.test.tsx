import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { closeWindows, openWindow } from "../support/window.tsx";
import { publish } from "../threads/content.ts";

/** The focus around dialogs: whoever opened one finds it again where they left it. */
let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());
afterEach(closeWindows);

/** Opens the drafts of a member who has two. @returns the buttons that delete them */
async function drafts(): Promise<HTMLElement[]> {
  const person = await forum.member();
  const document = "mutation ($input: SaveDraftInput!) { saveDraft(input: $input) { id } }";
  for (const title of ["Half a thought", "Another half"]) {
    await person.graphql(document, { input: { title, body: "Perhaps", attachmentIds: [] } });
  }
  await openWindow(person, "/my?tab=drafts");
  return screen.findAllByRole("button", { name: "Delete" });
}

/** Presses a button as the mouse does, which gives it the focus. */
function press(button: HTMLElement): void {
  button.focus();
  fireEvent.click(button);
}

const nothing = (): boolean => screen.queryByRole("dialog") === null;

test("a question that is answered with no gives the focus back to its button", async () => {
  const [first] = await drafts();

  press(first!);
  const question = within(await screen.findByRole("dialog"));
  const agreeing = question.getByRole("button", { name: "Delete" });
  await waitFor(() => expect(document.activeElement).toBe(agreeing));
  press(question.getByRole("button", { name: "Cancel" }));

  await waitFor(() => expect(nothing()).toBe(true));
  await waitFor(() => expect(document.activeElement).toBe(first));
});

test("a question that takes its own button away leaves the focus on the page", async () => {
  const [first, second] = await drafts();

  press(first!);
  press(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete" }));

  await waitFor(() => expect(screen.getAllByRole("button", { name: "Delete" })).toHaveLength(1));
  expect(first!.isConnected && second!.isConnected).toBe(false);
  expect([document.body, first, second]).toContain(document.activeElement);
});

test("a sheet that Escape closes gives the focus back to its button, unless another field has taken it", async () => {
  const reader: Person = await forum.member();
  const { id } = await publish(await forum.member(), { categoryId: await forum.categoryId() });
  await openWindow(reader, `/thread/${id}`);
  const share = screen.getByRole("button", { name: "Share" });

  press(share);
  fireEvent.keyDown(await screen.findByRole("dialog"), { key: "Escape" });
  await waitFor(() => expect(nothing()).toBe(true));
  await waitFor(() => expect(document.activeElement).toBe(share));

  press(share);
  const sheet = await screen.findByRole("dialog");
  const field = screen.getAllByRole<HTMLElement>("searchbox", { hidden: true })[0]!;
  fireEvent.keyDown(sheet, { key: "Escape" });
  field.focus();
  await waitFor(() => expect(nothing()).toBe(true));
  await new Promise<void>((later) => setTimeout(later));
  expect(document.activeElement).toBe(field);
});
