import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { closeWindows, openWindow } from "../support/window.tsx";
import { dialog, field, press, TRY_TIMEOUT_MS, type } from "./forms.tsx";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());
afterEach(closeWindows);

test(
  "an answer that comes late closes no dialog that was opened since",
  async () => {
    const admin = await forum.admin();
    const document =
      "mutation ($lines: [String!]!) { importStopWords(lines: $lines, overwrite: false) { created } }";
    await admin.graphql(document, { lines: ["casino=park", "casinos=parks"] });
    const { line } = await openWindow(admin, "/admin/stop-words?query=casino");
    await press("Edit “casino”");
    await type("Replacement", "garden");
    line.state = "slow";
    await press("Save");
    await waitFor(() => expect(line.mutations).toHaveLength(1));
    fireEvent.click((await dialog()).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

    await press("Edit “casinos”");
    await type("Replacement", "gardens");
    line.open();

    await waitFor(async () =>
      expect(await forum.rows("SELECT w.replacement FROM stop_words w WHERE w.find = 'casino'")).toEqual([
        { replacement: "garden" },
      ]),
    );
    await screen.findByText("garden");
    expect(field("Replacement").value).toBe("gardens");
  },
  TRY_TIMEOUT_MS,
);
