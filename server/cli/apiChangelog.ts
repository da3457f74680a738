import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema } from "graphql";
import { printForumSchema } from "./printSchema.ts";
import { changesBetween, withRelease, withUnreleased } from "../graphql/schemaChanges.ts";

/** Changes of the API, version by version. */
export const API_CHANGELOG = "sdk/CHANGELOG.md";
/** The schema as the last version in the changelog had it. */
export const RELEASED_SCHEMA = "sdk/released.graphql";

/** Gives the changelog with the changes since the last version. */
export function printApiChangelog(root: string): string {
  const changelog = readFileSync(join(root, API_CHANGELOG), "utf8");
  return withUnreleased(changelog, changesSince(root, printForumSchema()));
}

/** Makes the changes since the last version those of a new one, whose schema is compared with from now on. */
export function releaseApi(root: string, version: string, day: string): void {
  const schema = printForumSchema();
  const changelog = readFileSync(join(root, API_CHANGELOG), "utf8");
  writeFileSync(join(root, API_CHANGELOG), withRelease(changelog, changesSince(root, schema), version, day));
  writeFileSync(join(root, RELEASED_SCHEMA), schema);
}

function changesSince(root: string, schema: string) {
  const released = readFileSync(join(root, RELEASED_SCHEMA), "utf8");
  return changesBetween(buildSchema(released), buildSchema(schema));
}
