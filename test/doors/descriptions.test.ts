import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from "graphql";
import { expect, test } from "vitest";
import { features } from "../../server/features.ts";
import { makeSchema } from "../../server/graphql/schema.ts";

/** The schema explains itself: programs are written from it, and from nothing else. */
test("every type, field, argument and value of the schema has a description", () => {
  const missing: string[] = [];
  for (const type of Object.values(makeSchema(features).getTypeMap())) {
    if (type.name.startsWith("__")) continue;
    if (!type.description && type.name !== "Query" && type.name !== "Mutation") missing.push(type.name);
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
