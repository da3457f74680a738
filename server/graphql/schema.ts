import "reflect-metadata";
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from "graphql";
import { buildSchemaSync, type NonEmptyArray } from "type-graphql";
import type { Feature } from "../core/feature.ts";

/** Builds the schema of all features. Values that are refused never appear in the error (passwords!). */
export function makeSchema(features: readonly Feature[]): GraphQLSchema {
  const resolvers = features.flatMap((feature) => feature.resolvers ?? []);
  return buildSchemaSync({
    resolvers: resolvers as unknown as NonEmptyArray<new () => object>,
    validate: {
      validationError: { target: false, value: false },
      forbidUnknownValues: false,
      stopAtFirstError: true,
    },
  });
}

/** The schema as text, sorted, for `schema.graphql` and `GET /schema.graphql`. */
export function schemaText(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
