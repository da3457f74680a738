import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from "graphql";
import { expect, test } from "vitest";
import { features } from "../../server/features.ts";
import { makeSchema } from "../../server/graphql/schema.ts";

const ROOTS: readonly string[] = ["Query", "Mutation", "Subscription"];

/** The schema explains itself: programs are written from it, and from nothing else. */
test("every type, field, argument and value of the schema has a description", () => {
  const missing: string[] = [];
  for (const type of Object.values(makeSchema(features).getTypeMap())) {
    if (type.name.startsWith("__")) continue;
    if (!type.description && !ROOTS.includes(type.name)) missing.push(type.name);
    if (isEnumType(type)) {
      for (const { name, description } of type.getValues())
        if (!description) missing.push(`${type.name}.${name}`);
    } else if (isInputObjectType(type)) {
      for (const { name, description } of Object.values(type.getFields()))
        if (!description) missing.push(`${type.name}.${name}`);
    } else if (isObjectType(type) || isInterfaceType(type)) {
      for (const { name, description, args, deprecationReason } of Object.values(type.getFields())) {
        if (!description && !deprecationReason) missing.push(`${type.name}.${name}`);
        for (const arg of args) if (!arg.description) missing.push(`${type.name}.${name}(${arg.name})`);
      }
    }
  }
  expect(missing, missing.join(" ")).toEqual([]);
});

test("what is deprecated says what to use instead, and until when it answers", () => {
  for (const type of Object.values(makeSchema(features).getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const { name, deprecationReason } of Object.values(type.getFields()))
      if (deprecationReason)
        expect(deprecationReason, `${type.name}.${name}`).toMatch(
          /^Use \w+(?:(?:, \w+)* or \w+)?\. Answers at least until \d{4}-\d{2}-\d{2}\.$/,
        );
  }
});
