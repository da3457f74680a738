import { features } from "../features.ts";
import { makeSchema, schemaText } from "../graphql/schema.ts";

/** The schema of the server as the text of schema.graphql; needs neither a build nor a database. */
export function printForumSchema(): string {
  return schemaText(makeSchema(features));
}
