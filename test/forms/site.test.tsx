import { waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { describeForms, dismissal, field, type Form, press, type } from "./forms.tsx";

/** Forms of the administration of a site, over lines of every kind. */
const FORMS: readonly Form[] = [
  {
    name: "an administrator creates a group",
    who: (forum) => forum.admin(),
    prepare: () => Promise.resolve(`Tea ${Date.now() % 1_000_000}`),
    address: () => "/admin/groups",
    open: () => press("New group"),
    fill: ({ made }) => type(/^Name/, made),
    typed: () => field(/^Name/).value,
    submit: "Create",
    operation: "CreateGroup",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT g.name FROM `groups` g WHERE g.name = ?", [made])).toEqual([
          { name: made },
        ]),
      );
    },
    refusal: { provoke: () => type(/^Name/, "A name that is longer than ten"), words: /10/ },
  },
  {
    name: "an administrator adds stop words",
    who: (forum) => forum.admin(),
    prepare: () => Promise.resolve(`casino${Date.now()}`),
    address: () => "/admin/stop-words",
    open: () => press("Add or import"),
    fill: ({ made }) => type("One per line", `${made}=park`),
    typed: () => field("One per line").value,
    submit: "Add or import",
    operation: "ImportStopWords",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT w.replacement FROM stop_words w WHERE w.find = ?", [made])).toEqual([
          { replacement: "park" },
        ]),
      );
    },
    refusal: dismissal,
  },
  {
    name: "an administrator changes a stop word",
    who: (forum) => forum.admin(),
    async prepare({ person }) {
      const word = `lottery${Date.now()}`;
      const document =
        "mutation ($lines: [String!]!) { importStopWords(lines: $lines, overwrite: false) { created } }";
      await person.graphql(document, { lines: [`${word}=park`] });
      return word;
    },
    address: ({ made }) => `/admin/stop-words?query=${made}`,
    open: ({ made }) => press(`Edit “${made}”`),
    fill: () => type("Replacement", "garden"),
    typed: () => field("Replacement").value,
    submit: "Save",
    operation: "ChangeStopWords",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT w.replacement FROM stop_words w WHERE w.find = ?", [made])).toEqual([
          { replacement: "garden" },
        ]),
      );
    },
    refusal: {
      async provoke({ forum, made }) {
        const other = await forum.admin();
        const document =
          "mutation ($lines: [String!]!) { importStopWords(lines: $lines, overwrite: true) { updated } }";
        await other.graphql(document, { lines: [`${made}=meadow`] });
      },
      words: /was changed by another administrator\. Nothing was saved\./,
    },
  },
  {
    name: "an administrator changes a category",
    who: (forum) => forum.admin(),
    async prepare({ person }) {
      const name = `Kitchen ${Date.now()}`;
      await person.graphql("mutation ($input: CategoryInput!) { createCategory(input: $input) { id } }", {
        input: { name },
      });
      return name;
    },
    address: () => "/admin/categories",
    open: ({ made }) => press(`Edit ${made}`),
    fill: () => type("Description", "Pots and pans"),
    typed: () => field("Description").value,
    submit: "Save",
    operation: "UpdateCategory",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT c.description FROM categories c WHERE c.name = ?", [made])).toEqual([
          { description: "Pots and pans" },
        ]),
      );
    },
    refusal: dismissal,
  },
  {
    name: "an administrator renames the site",
    who: (forum) => forum.admin(),
    prepare: () => Promise.resolve(`Tea house ${Date.now()}`),
    address: () => "/admin/settings?key=default.site_name",
    fill: ({ made }) => type("Site name", made),
    typed: () => field("Site name").value,
    submit: "Save",
    operation: "SaveSettings",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT s.value FROM settings s WHERE s.`key` = 'site_name'")).toEqual([
          { value: made },
        ]),
      );
    },
    refusal: dismissal,
  },
];

describeForms(FORMS);
