import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Message } from "../../server/features/messages/message.entity.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { closeWindows, type Line, openWindow } from "../support/window.tsx";
import { alerts, describeForms, dialog, type Form, press, type Scene, type } from "./forms.tsx";

const SEND = "mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }";

/** Takes away what the other one wrote, as after a report of somebody else, or brings it back. */
async function setRemoved({ forum, made }: Scene, removedAt: Date | null): Promise<void> {
  await forum.write((ctx) => ctx.db.update(Message, { authorId: Number(made) }, { removedAt }));
}

/** Forms of the message centre. */
const FORMS: readonly Form[] = [
  {
    name: "a member reports a private message",
    who: (forum) => forum.member(),
    async prepare({ forum, person }) {
      const sender = await forum.member();
      const input = { userId: person.id, body: "Buy tickets!", clientKey: `key-${sender.id}` };
      await sender.graphql(SEND, { input });
      return String(sender.id);
    },
    address: ({ made }) => `/message?page=chat&userId=${made}`,
    open: () => press("Report this message"),
    async fill() {
      fireEvent.click(await (await dialog()).findByRole("radio", { name: "Something else" }));
      await type("Details", "It sells tickets.");
    },
    typed: () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Details" }).value,
    submit: "Send report",
    operation: "ReportMessage",
    async proof({ forum, person }) {
      await waitFor(async () =>
        expect(
          await forum.rows("SELECT r.detail FROM reports r WHERE r.reporterId = ?", [person.id]),
        ).toEqual([{ detail: "It sells tickets." }]),
      );
    },
    refusal: {
      provoke: (scene) => setRemoved(scene, new Date()),
      words: /This does not exist\./,
      mend: (scene) => setRemoved(scene, null),
    },
  },
];

describeForms(FORMS);

describe("a private message", () => {
  let forum: Forum;
  beforeAll(async () => void (forum = await Forum.open()));
  afterAll(() => forum.close());
  afterEach(closeWindows);

  /** Writes to another member over a line. */
  async function write(state: Line["state"]): Promise<{ line: Line; other: Person; sender: Person }> {
    const [sender, other] = [await forum.member(), await forum.member()];
    const { line } = await openWindow(sender, `/message?page=chat&userId=${other.id}`);
    line.state = state;
    await type("Write a message…", "Tea at five?");
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    return { line, other, sender };
  }

  const arrived = (sender: Person): Promise<unknown[]> =>
    forum.rows("SELECT m.body FROM messages m WHERE m.authorId = ? ORDER BY m.id", [sender.id]);

  test.each([
    ["cut", /Not sent.*Network Error/],
    ["busy", /Not sent.*overloaded/],
  ] as const)(
    "stays over a line that is %s, which is said, and is sent again as one",
    async (state, words) => {
      const { line, sender } = await write(state);

      await waitFor(() => expect(alerts()).toMatch(words));
      expect(within(screen.getByRole("log")).getByText("Tea at five?")).toBeTruthy();
      line.open();
      fireEvent.click(screen.getByRole("button", { name: "Send again" }));

      await waitFor(async () => expect(await arrived(sender)).toEqual([{ body: "Tea at five?" }]));
      await waitFor(() => expect(screen.queryByText("Sending…")).toBeNull());
      expect(within(screen.getByRole("log")).getAllByText("Tea at five?")).toHaveLength(1);
    },
  );

  test("says that it is on its way while the answer is slow, and the next one waits for it", async () => {
    const { line, sender } = await write("slow");

    await screen.findByText("Sending…");
    await type("Write a message…", "Or at six?");
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(line.mutations.filter(({ name }) => name === "SendChatMessage")).toHaveLength(1);
    line.open();

    await waitFor(async () =>
      expect(await arrived(sender)).toEqual([{ body: "Tea at five?" }, { body: "Or at six?" }]),
    );
  });

  test("that the other one no longer takes stays with the words of the refusal", async () => {
    const [sender, other] = [await forum.member(), await forum.member()];
    await openWindow(sender, `/message?page=chat&userId=${other.id}`);
    await type("Write a message…", "Tea at five?");
    await other.graphql("mutation ($id: ID!) { blockUser(userId: $id) { id } }", { id: sender.id });

    fireEvent.click(screen.getByRole("button", { name: "Send" }));

    await waitFor(() => expect(alerts()).toMatch(/Not sent.*blocked/));
    expect(within(screen.getByRole("log")).getByText("Tea at five?")).toBeTruthy();
    expect(await arrived(sender)).toEqual([]);
  });
});
