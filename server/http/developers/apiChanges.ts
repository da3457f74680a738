import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GraphQLSchema } from "graphql";
import { deprecationsOf } from "../../graphql/schemaChanges.ts";

/** Reads the changes of the API as Markdown, and behind them everything that is deprecated now. */
export function readApiChanges(rootDir: string, schema: GraphQLSchema): string {
  const lines = readFileSync(join(rootDir, "sdk/CHANGELOG.md"), "utf8").split("\n");
  const changelog = lines.filter((line) => !line.startsWith("<!--")).join("\n");
  const rows = deprecationsOf(schema).map(({ at, reason }) => `| \`${at}\` | ${reason} |`);
  return `${changelog}\n## Deprecated now\n\n| Name | |\n| --- | --- |\n${rows.join("\n")}\n`;
}
