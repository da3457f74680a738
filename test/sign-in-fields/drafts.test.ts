import { expect, test } from "vitest";
import {
  draftsOf,
  fieldDifferences,
  inputsOf,
  type SavedField,
} from "../../client/features/sign-in-fields/fieldDrafts.ts";

const field = (id: string, name: string, part: Partial<SavedField> = {}): SavedField => ({
  id,
  name,
  kind: "TEXT",
  choices: [],
  fieldsDesc: "",
  state: "ENABLED",
  required: true,
  ...part,
});
const saved = draftsOf([
  field("1", "City"),
  field("2", "Colour", { kind: "RADIO", choices: ["Red", "Blue"] }),
]);
const [city, colour] = saved as [(typeof saved)[0], (typeof saved)[0]];
const words = {
  gone: "gone",
  isNew: "new",
  required: "required",
  enabled: "used",
  newField: "New field",
  position: (place: number) => `#${place}`,
  kindName: (kind: string) => kind.toLowerCase(),
};

test("what stays as it is, is not sent", () => {
  expect(inputsOf(saved, saved)).toEqual([]);
  expect(fieldDifferences(saved, saved, words)).toEqual([]);
});

test("changed, moved, new and deleted fields are sent with their places and choices", () => {
  const choices = { ...colour, options: ["Red", " Green ", ""] };
  expect(inputsOf(saved, [choices])).toEqual([
    {
      id: "2",
      name: "Colour",
      kind: "RADIO",
      choices: ["Red", "Green"],
      fieldsDesc: "",
      sort: 0,
      state: "ENABLED",
      required: true,
    },
    expect.objectContaining({ id: "1", state: "DELETED" }),
  ]);
  expect(inputsOf(saved, [colour, city]).map(({ id, sort }) => [id, sort])).toEqual([
    ["2", 0],
    ["1", 1],
  ]);
});

test("the difference says what a field was and what it becomes", () => {
  const [changed, removed] = fieldDifferences(saved, [{ ...city, name: "Town", enabled: false }], words);
  expect(changed).toEqual({
    key: "1",
    label: "Town",
    before: "City · text · required · used · #1",
    after: "Town · text · required · #1",
  });
  expect(removed).toMatchObject({ label: "Colour", after: "gone" });
});
