import "reflect-metadata";
import { lexicographicSortSchema, printSchema, type GraphQLField, type GraphQLSchema } from "graphql";
import { buildSchemaSync, type NonEmptyArray } from "type-graphql";
import type { Context } from "../core/context.ts";
import type { Feature } from "../core/feature.ts";
import { refuseIfClosed } from "../core/viewer.ts";
import { addOldFields } from "./oldNames.ts";

/** Builds the schema of all features. Values that are refused never appear in the error (passwords!). */
export function makeSchema(features: readonly Feature[]): GraphQLSchema {
  const resolvers = features.flatMap((feature) => feature.resolvers ?? []);
  const schema = buildSchemaSync({
    resolvers: resolvers as unknown as NonEmptyArray<new () => object>,
    validate: {
      validationError: { target: false, value: false },
      forbidUnknownValues: false,
      stopAtFirstError: true,
    },
  });
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) keepClosed(field);
  addOldFields(schema);
  return schema;
}

/** Queries that a closed site answers to everybody: what the closed page and the sign-in need. */
const ANSWERED_WHILE_CLOSED: ReadonlySet<string> = new Set(["site", "viewer", "sessions"]);

/** A closed site answers nothing else but to administrators. Verbs refuse by themselves. */
function keepClosed(field: GraphQLField<unknown, Context>): void {
  const { resolve } = field;
  if (!resolve || ANSWERED_WHILE_CLOSED.has(field.name)) return;
  field.resolve = (source, args, ctx, info) => {
    refuseIfClosed(ctx.viewer);
    return resolve(source, args, ctx, info);
  };
}

/** The schema as text, sorted, for `schema.graphql` and `GET /schema.graphql`. */
export function schemaText(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
