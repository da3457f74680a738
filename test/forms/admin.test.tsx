import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { describeForms, field, type Form, press, secret, type } from "./forms.tsx";

/** Forms of the administration, over lines of every kind. */
const FORMS: readonly Form[] = [
  {
    name: "an administrator adds a category",
    who: (forum) => forum.admin(),
    prepare: async () => `Tea room ${Date.now()}`,
    address: () => "/admin/categories",
    open: () => press("New category"),
    fill: ({ made }) => type("Name", made),
    typed: () => field("Name").value,
    submit: "Save",
    operation: "CreateCategory",
    proof: async ({ forum, made }) => {
      await waitFor(async () =>
        expect(await forum.rows("SELECT c.name FROM categories c WHERE c.name = ?", [made])).toEqual([
          { name: made },
        ]),
      );
    },
    refusal: {
      provoke: () => type("Name", "A room for those who drink their tea standing"),
      words: /name .* 30 characters/,
      mend: ({ made }) => type("Name", made),
    },
  },
  {
    name: "an administrator takes a permission from a group",
    who: (forum) => forum.admin(),
    prepare: async ({ forum }) => String((await forum.member()).groupId),
    address: ({ made }) => `/admin/groups/${made}`,
    fill: async () => {
      const key = await screen.findByText("userFollow.create");
      fireEvent.click(key.closest("li")!.querySelector<HTMLInputElement>("[role=switch]")!);
    },
    typed: () =>
      screen.getByText("userFollow.create").closest("li")!.querySelector<HTMLInputElement>("[role=switch]")!
        .checked,
    submit: "Save",
    operation: "SetGroupPermissions",
    proof: async ({ forum, made }) => {
      await waitFor(async () =>
        expect(
          await forum.rows(
            "SELECT p.permission FROM group_permissions p WHERE p.groupId = ? AND p.permission = 'userFollow.create'",
            [made],
          ),
        ).toEqual([]),
      );
    },
    refusal: {
      async provoke({ forum, made }) {
        const document = "mutation ($id: ID!) { deleteGroups(ids: [$id]) { id } }";
        await (await forum.admin()).graphql(document, { id: made });
      },
      words: /This does not exist\./,
      async mend({ forum }) {
        const other = await forum.admin();
        const { groupDeletions } = await other.graphql("{ groupDeletions(first: 1) { nodes { id } } }");
        const document = "mutation ($id: ID!) { undoGroupDeletion(deletionId: $id) { id } }";
        await other.graphql(document, { id: groupDeletions.nodes[0].id });
      },
    },
  },
  {
    name: "an administrator asks new members a question",
    who: (forum) => forum.admin(),
    prepare: async () => `Tea ${Date.now() % 100_000}`,
    address: () => "/admin/sign-in-fields",
    open: () => press("Add a field"),
    fill: async ({ made }) => {
      const names = await screen.findAllByRole("textbox", { name: /^Name/ });
      fireEvent.change(names.at(-1)!, { target: { value: made } });
    },
    typed: () => screen.getAllByRole<HTMLInputElement>("textbox", { name: /^Name/ }).at(-1)!.value,
    submit: "Save",
    operation: "SaveSignInFields",
    proof: async ({ forum, made }) => {
      await waitFor(async () =>
        expect(await forum.rows("SELECT f.name FROM sign_in_fields f WHERE f.name = ?", [made])).toEqual([
          { name: made },
        ]),
      );
    },
  },
  {
    name: "an administrator gives a member another password",
    who: (forum) => forum.admin(),
    prepare: async ({ forum }) => (await forum.member()).nickname,
    address: ({ made }) => `/admin/members?query=${made}`,
    open: ({ made }) => press(`Manage ${made}`),
    fill: async () => {
      fireEvent.change(await screen.findByLabelText("New password"), {
        target: { value: "a walk to the old mill" },
      });
    },
    typed: () => screen.getByLabelText<HTMLInputElement>("New password").value,
    submit: "Reset the password",
    operation: "ResetMemberPassword",
    proof: async ({ forum, made }) => {
      await waitFor(async () =>
        expect(
          await forum.rows("SELECT u.id FROM users u WHERE u.nickname = ? AND u.passwordHash <> 'none'", [
            made,
          ]),
        ).toHaveLength(1),
      );
    },
    refusal: {
      provoke: () => void secret("New password", "password123"),
      words: /This password is common or made of a name/,
    },
  },
];

describeForms(FORMS);
