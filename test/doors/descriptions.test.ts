import { isEnumType, isInputObjectType, isObjectType } from "graphql";
import { expect, test } from "vitest";
import { features } from "../../server/features.ts";
import { makeSchema } from "../../server/graphql/schema.ts";

/**
 * The schema explains itself. What was there before this test is counted by kind: a number may only shrink, and what is
 * new needs a description.
 */
const MISSING_MAX = { types: 80, fields: 393, arguments: 232, values: 154, inputs: 95 };

test("nothing new in the schema goes without a description", () => {
  const missing = { types: [], fields: [], arguments: [], values: [], inputs: [] } as Record<
    keyof typeof MISSING_MAX,
    string[]
  >;
  for (const type of Object.values(makeSchema(features).getTypeMap())) {
    if (type.name.startsWith("__")) continue;
    if (!type.description && type.name !== "Query" && type.name !== "Mutation") missing.types.push(type.name);
    if (isEnumType(type)) {
      for (const { name, description } of type.getValues())
        if (!description) missing.values.push(`${type.name}.${name}`);
    } else if (isInputObjectType(type)) {
      for (const { name, description } of Object.values(type.getFields()))
        if (!description) missing.inputs.push(`${type.name}.${name}`);
    } else if (isObjectType(type)) {
      for (const { name, description, args, deprecationReason } of Object.values(type.getFields())) {
        if (!description && !deprecationReason) missing.fields.push(`${type.name}.${name}`);
        for (const arg of args)
          if (!arg.description) missing.arguments.push(`${type.name}.${name}(${arg.name})`);
      }
    }
  }
  for (const [kind, names] of Object.entries(missing) as [keyof typeof MISSING_MAX, string[]][])
    expect(names.length, `${kind} without a description: ${names.join(" ")}`).toBeLessThanOrEqual(
      MISSING_MAX[kind],
    );
});
