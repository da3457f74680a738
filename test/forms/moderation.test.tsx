import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { publish } from "../threads/content.ts";
import { describeForms, dialog, dismissal, type Form, press, type } from "./forms.tsx";

const reason = (): HTMLSelectElement => screen.getAllByLabelText<HTMLSelectElement>("Reason").at(-1)!;

/** Forms with which staff decides about people and what they wrote. */
const FORMS: readonly Form[] = [
  {
    name: "an administrator features several threads at once",
    who: (forum) => forum.admin(),
    async prepare({ forum }) {
      const title = `Teapots ${Date.now()}`;
      const author = await forum.member();
      await publish(author, { categoryId: await forum.categoryId(), title });
      return title;
    },
    address: () => "/admin/content",
    async open({ made }) {
      fireEvent.click(await screen.findByRole("checkbox", { name: `Select “${made}”` }));
      await press("Feature");
      await dialog();
    },
    async fill() {
      await screen.findByLabelText("Reason");
      fireEvent.change(reason(), { target: { value: "OTHER" } });
    },
    typed: () => reason().value,
    submit: "Feature",
    operation: "ModerateThreads",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT t.isEssence FROM threads t WHERE t.title = ?", [made])).toEqual([
          { isEssence: 1 },
        ]),
      );
    },
    refusal: dismissal,
  },
  {
    name: "an administrator bans a member and says why",
    who: (forum) => forum.admin(),
    prepare: async ({ forum }) => (await forum.member()).nickname,
    address: ({ made }) => `/admin/members?query=${made}`,
    open: async ({ made }) => {
      await press(`Manage ${made}`);
      await screen.findByRole("button", { name: /^Ban / });
    },
    fill: () => void fireEvent.change(reason(), { target: { value: "FLOODING" } }),
    typed: () => reason().value,
    submit: () => fireEvent.click(screen.getByRole("button", { name: /^Ban / })),
    operation: "SetUserStatus",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT u.statusReason FROM users u WHERE u.nickname = ?", [made])).toEqual([
          { statusReason: "Flooding" },
        ]),
      );
    },
    refusal: dismissal,
  },
  {
    name: "an administrator moves a member to another group",
    who: (forum) => forum.admin(),
    prepare: async ({ forum }) => (await forum.member()).nickname,
    address: ({ made }) => `/admin/members?query=${made}`,
    open: ({ made }) => press(`Manage ${made}`),
    async fill() {
      const groups = await (await dialog()).findByLabelText("Group");
      fireEvent.change(groups, { target: { value: "10" } });
    },
    typed: () => screen.getAllByLabelText<HTMLSelectElement>("Group").at(-1)!.value,
    // The calendar of the field beside it is a dialog as well.
    submit: () => fireEvent.click(screen.getAllByRole("button", { name: "Change the group" }).at(-1)!),
    operation: "SetUserGroup",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT u.groupId FROM users u WHERE u.nickname = ?", [made])).toEqual([
          { groupId: 10 },
        ]),
      );
    },
    refusal: {
      provoke: () => type("Until", "2020-02-01"),
      words: /The group must end in the future\./,
      mend: () => type("Until", ""),
    },
  },
  {
    name: "an administrator merges a topic into another",
    who: (forum) => forum.admin(),
    async prepare({ forum }) {
      const now = Date.now();
      const [from, into] = [`mug${now}`, `cup${now}`];
      const author = await forum.member();
      await publish(author, { categoryId: await forum.categoryId(), body: `#${from}# and #${into}#` });
      return from;
    },
    address: () => "/admin/topics",
    open: ({ made }) => press(`Merge #${made}#`),
    async fill({ made }) {
      const into = await screen.findByRole("combobox", { name: "Into" });
      fireEvent.change(into, { target: { value: made.replace("mug", "cup") } });
      await waitFor(() =>
        expect(screen.getAllByRole("button", { name: "Merge" }).at(-1)).not.toHaveProperty("disabled", true),
      );
    },
    typed: () => screen.getByRole<HTMLInputElement>("combobox", { name: "Into" }).value,
    submit: "Merge",
    operation: "MergeTopic",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(
          await forum.rows(
            "SELECT i.name FROM topics t JOIN topics i ON i.id = t.mergedIntoId WHERE t.name = ?",
            [made],
          ),
        ).toEqual([{ name: made.replace("mug", "cup") }]),
      );
    },
    refusal: {
      async provoke({ forum, made }) {
        const into = made.replace("mug", "cup");
        const [topic] = await forum.rows<{ id: number }>("SELECT t.id FROM topics t WHERE t.name = ?", [
          into,
        ]);
        const document = "mutation ($topicId: ID!) { deleteTopic(topicId: $topicId) { id } }";
        await (await forum.admin()).graphql(document, { topicId: String(topic!.id) });
      },
      words: /The topic was deleted or merged\./,
    },
  },
];

describeForms(FORMS);
