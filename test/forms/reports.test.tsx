import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { closeWindows, openWindow } from "../support/window.tsx";
import { publish } from "../threads/content.ts";
import { choose } from "./actions.tsx";
import { dialog, type } from "./forms.tsx";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());
afterEach(closeWindows);

/** Opens the form that reports the thread and says what is wrong with it. */
async function complain(about: string): Promise<void> {
  await choose("More actions", "Report", 0);
  fireEvent.click(await (await dialog()).findByRole("radio", { name: "Something else" }));
  await type("Details", about);
}

test("the answer to a report whose form was closed leaves the form open that came after it", async () => {
  const author = await forum.member();
  const { id } = await publish(author, { categoryId: await forum.categoryId() });
  const { line } = await openWindow(await forum.member(), `/thread/${id}`);
  line.state = "slow";
  await complain("It sells tickets.");
  fireEvent.click((await dialog()).getByRole("button", { name: "Send report" }));
  await waitFor(() => expect(line.mutations.map(({ name }) => name)).toContain("ReportContent"));
  fireEvent.click((await dialog()).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await complain("It sells tea as well.");

  line.open();

  await waitFor(async () =>
    expect(await forum.rows("SELECT r.detail FROM reports r WHERE r.threadId = ?", [id])).toEqual([
      { detail: "It sells tickets." },
    ]),
  );
  await screen.findByText("Thank you, the moderators will look at it");
  const shown = within(screen.getByRole("dialog"));
  expect(shown.getByRole<HTMLTextAreaElement>("textbox", { name: "Details" }).value).toBe(
    "It sells tea as well.",
  );
});
