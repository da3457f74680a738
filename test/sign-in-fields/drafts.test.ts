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
  type: 0,
  fieldsExt: "",
  fieldsDesc: "",
  status: 1,
  required: true,
  ...part,
});
const COLOUR = '{"options":[{"value":"Red","checked":false},{"value":"Blue","checked":false}]}';
const saved = draftsOf([field("1", "City"), field("2", "Colour", { type: 2, fieldsExt: COLOUR })]);
const [city, colour] = saved as [(typeof saved)[0], (typeof saved)[0]];
const words = {
  gone: "gone",
  isNew: "new",
  required: "required",
  enabled: "used",
  newField: "New field",
  position: (place: number) => `#${place}`,
  typeName: (type: number) => `type ${type}`,
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
      type: 2,
      fieldsExt: '{"options":[{"value":"Red","checked":false},{"value":"Green","checked":false}]}',
      fieldsDesc: "",
      sort: 0,
      status: 1,
      required: true,
    },
    expect.objectContaining({ id: "1", status: 0 }),
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
    before: "City · type 0 · required · used · #1",
    after: "Town · type 0 · required · #1",
  });
  expect(removed).toMatchObject({ label: "Colour", after: "gone" });
});
