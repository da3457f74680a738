import { z } from "zod";
import type { Publishing } from "../../../core/hooks.ts";

/** Events that a server part hears of after they have happened, with the fields of each (decision 0355). */
export const AFTER_EVENTS = {
  threadPublished: ["threadId", "categoryId", "authorId"],
  threadDeleted: ["threadId", "categoryId"],
  replied: ["threadId", "postId", "authorId"],
  postDeleted: ["threadId", "postId"],
  userRegistered: ["userId"],
  userFollowed: ["fromUserId", "toUserId"],
} as const;

/**
 * Events that a server part is asked about before they happen, and may refuse; with `change` it answers other texts. Of an
 * edit there are the texts that it changes.
 */
export const BEFORE_EVENTS = {
  publishThread: ["viewerId", "categoryId", "title", "body"],
  reply: ["viewerId", "threadId", "body"],
  editThread: ["viewerId", "threadId", "categoryId", "title", "body"],
  editReply: ["viewerId", "threadId", "postId", "body"],
} as const satisfies Readonly<Record<Publishing, readonly string[]>>;

/** Name of an event that has happened. */
export type AfterEvent = keyof typeof AFTER_EVENTS;
/** Name of an event that is about to happen. */
export type BeforeEvent = keyof typeof BEFORE_EVENTS;

/** Kinds of columns of a table; `member` and `thread` hold ids. */
export const COLUMN_KINDS = ["integer", "text", "long", "flag", "time", "member", "thread"] as const;

const NAME = /^[a-z][A-Za-z0-9]{0,29}$/;
const COLUMNS_MAX = 20;
const TABLES_MAX = 8;
const KEYS_MAX = 6;
const GRAPHQL_MAX = 8_000;
const EVENTS_MAX = 10;
const JOBS_MAX = 5;
const CAN_INSERT_MAX = 10;
const MINUTES_MAX = 10_080;

const name = z.string().regex(NAME);
const column = z.strictObject({
  name,
  kind: z.enum(COLUMN_KINDS),
  /** May be empty. */
  optional: z.boolean().default(false),
});
const columns = z.array(name).min(1).max(KEYS_MAX);
const table = z.strictObject({
  name,
  columns: z.array(column).min(1).max(COLUMNS_MAX),
  uniques: z.array(columns).max(KEYS_MAX).default([]),
  indexes: z.array(columns).max(KEYS_MAX).default([]),
});

/** Form of `server` in a manifest. */
export const serverSchema = z.strictObject({
  /** Types of its own, with Query and Mutation. */
  graphql: z.string().max(GRAPHQL_MAX).optional(),
  events: z
    .array(z.enum(Object.keys(AFTER_EVENTS) as [AfterEvent]))
    .max(EVENTS_MAX)
    .default([]),
  before: z
    .array(z.enum(Object.keys(BEFORE_EVENTS) as [BeforeEvent]))
    .max(EVENTS_MAX)
    .default([]),
  tables: z.array(table).max(TABLES_MAX).default([]),
  jobs: z
    .array(z.strictObject({ name, everyMinutes: z.number().int().min(1).max(MINUTES_MAX) }))
    .max(JOBS_MAX)
    .default([]),
  /** Mutations that need the permission of a group to use the plugin; administrators have it. */
  canInsert: z.array(name).max(CAN_INSERT_MAX).default([]),
  /** `read`: asks the forum what visitors may ask. `change`: changes the texts that it is asked about before. */
  capabilities: z.array(z.enum(["read", "change"])).default([]),
});

/** Server part of a manifest. */
export type ServerManifest = z.infer<typeof serverSchema>;
/** Table of a server part. */
export type PluginTable = ServerManifest["tables"][number];
/** Column of such a table. */
export type PluginColumn = PluginTable["columns"][number];

/** Column names that say that they hold the id of a member. */
const MEMBER_NAME = /^(user|member|author|voter|owner|person)s?(id)?$|(user|member|author)id$/i;
/** Every table has it. */
const ID = "id";

/** Finds what is wrong with a server part, as a sentence in both languages; null if nothing is. */
export function problemOf({
  tables,
  jobs,
}: ServerManifest): { readonly zh: string; readonly en: string } | null {
  // Some databases do not tell capitals apart.
  if (hasDouble(tables.map((each) => each.name.toLowerCase())) || hasDouble(jobs.map((each) => each.name)))
    return { zh: "server 中有重名", en: "server: a name is given twice." };
  for (const { name, columns, uniques, indexes } of tables) {
    const names = columns.map((each) => each.name);
    const plain = names.map((each) => each.toLowerCase());
    if (hasDouble(plain) || plain.includes(ID))
      return {
        zh: `表 ${name} 的列名重复`,
        en: `server: the table ${name} has a column twice; id is always there.`,
      };
    const undeclared = columns.find((each) => each.kind !== "member" && MEMBER_NAME.test(each.name));
    if (undeclared)
      return {
        zh: `表 ${name} 的 ${undeclared.name} 存有用户编号，须声明为 member`,
        en: `server: ${name}.${undeclared.name} holds a member's id and must be of the kind member, so that exports and erasures include it.`,
      };
    const keyed = [...uniques, ...indexes].flat();
    const odd = keyed.find((each) => !names.includes(each));
    const long = columns.find((each) => each.kind === "long" && keyed.includes(each.name));
    if (odd || long)
      return {
        zh: `表 ${name} 的索引有误`,
        en: `server: an index of ${name} names ${odd ?? long!.name}, which it cannot.`,
      };
  }
  return null;
}

function hasDouble(names: readonly string[]): boolean {
  return new Set(names).size < names.length;
}
