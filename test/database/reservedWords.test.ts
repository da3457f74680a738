import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getMetadataArgsStorage } from "typeorm";
import ts from "typescript";
import { expect, test } from "vitest";
import "../../server/features.ts";
import { modules } from "../support/modules.ts";
import { ROOT } from "../support/root.ts";
import { sqlTextsOf, UNKNOWN, type Source } from "../support/sqlTexts.ts";

/** Statements that only SQLite gets: its own search index, whose column `rank` has its name from SQLite. */
const SQLITE_ONLY = /^server\/database\/(sqlite|searchFile)/;
/** Names of types, which are written in lower case where they come from a table of types. */
const TYPES = ["bigint", "int", "integer", "mediumtext", "tinyint", "varchar"];

const reserved = new Set(
  readFileSync(join(ROOT, "test/database/reservedWords.txt"), "utf8")
    .split("\n")
    .filter((line) => !/^[#[]/.test(line))
    .flatMap((line) => line.split(" "))
    .filter((word) => word && !TYPES.includes(word)),
);

/** Words that are reserved and neither quoted nor qualified, nor in upper case, which is how keywords are written. */
function bareIn(sql: string): string[] {
  const code = sql.replace(/'(?:[^']|'')*'|`[^`]*`|"[^"]*"|--[^\n]*/g, " ");
  const words = code.matchAll(new RegExp(`(?<![\\w.$@:#${UNKNOWN}-])[A-Za-z_]\\w*(?![\\w${UNKNOWN}-])`, "g"));
  const names = [...words].map(([word]) => word).filter((word) => word !== word.toUpperCase());
  return [...new Set(names)].filter((name) => reserved.has(name.toLowerCase()));
}

function faultsOf(files: readonly Source[]): string[] {
  const faults = sqlTextsOf(files).flatMap(({ at, sql }) => bareIn(sql).map((word) => `${at} → ${word}`));
  return [...new Set(faults)];
}

/** A file with other words in it, as if somebody had written it so. */
function rewritten(path: string, change: (text: string) => string): Source {
  const module = modules.find((each) => each.path === path)!;
  const text = change(module.text);
  expect(text).not.toBe(module.text);
  return { path, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) };
}

test("no statement names a reserved word of MySQL or MariaDB without quotes", () => {
  const sources = modules.filter(
    ({ path }) => /^(server|migrations|test)\//.test(path) && !SQLITE_ONLY.test(path),
  );
  expect(faultsOf(sources)).toEqual([]);
});

test.each([
  [
    "a list of names that is joined",
    "server/features/unread/unread.sql.ts",
    (text: string) => text.replace("NAMES.join", "COUNT_COLUMNS.join"),
    ["system"],
  ],
  [
    "names that a function puts into a clause",
    "server/features/unread/unread.sql.ts",
    (text: string) => text.replaceAll("NAMES.map", "COUNT_COLUMNS.map"),
    ["system"],
  ],
  [
    "a table, and an alias",
    "server/features/groups/group.sql.ts",
    (text: string) => `${text}\nconst sql = "SELECT g.id AS rank FROM groups g";`,
    ["rank", "groups"],
  ],
  [
    "a name that is given to the function that writes the statement",
    "server/features/groups/group.sql.ts",
    (text: string) =>
      `${text}\nconst read = (name: string) => \`SELECT \${name} FROM users u\`;\nconst sql = \`\${read("window")} LIMIT 1\`;`,
    ["window"],
  ],
])("a reserved word is found in %s", (_, path, change, words) => {
  const faults = faultsOf([rewritten(path, change)]);
  expect([...new Set(faults.map((fault) => fault.split(" → ")[1]))]).toEqual(words);
});

test("these names of tables and columns are reserved, and no other", () => {
  const { tables, columns } = getMetadataArgsStorage();
  const named = (value: unknown): string => (typeof value === "function" ? value.name : String(value));
  const names = [
    ...tables.map(({ name }) => String(name)),
    ...columns.map(({ target, propertyName, options }) => `${named(target)}.${options.name ?? propertyName}`),
  ].filter((name) => reserved.has(name.split(".").at(-1)!.toLowerCase()));
  // Statements quote them; whoever names a table or column chooses another word.
  expect(names.sort()).toEqual([
    "AuditEntry.before",
    "ModerationBatchItem.before",
    "ModerationBatchPost.before",
    "NotificationTemplateChange.before",
    "Setting.key",
    "SettingChange.before",
    "SettingChange.key",
    "StopWordBatchItem.before",
    "UnreadRow.system",
    "groups",
  ]);
});
