/*
 * Raw since sources of several tables are counted by one program: SQL for each counter is made of its parts.
 */

/** Rows that a kept number counts, and how they are walked through without holding anybody up. */
export interface Source {
  readonly from: string;
  /** Condition on the rows of the index, where it holds others too. */
  readonly within?: string;
  /** Condition that a row belongs to `x`: `<owner> = x.id`. */
  readonly owner: string;
  /** Columns after the owner in an index, which together tell them apart. */
  readonly keys: readonly string[];
  readonly join?: string;
  /** Condition on the rows that count. */
  readonly where?: string;
}

/** A kept number: what it counts, or the sentence that finds it anew; `x` is the table. */
export type Counter = { readonly column: string } & (
  { readonly sources: readonly Source[] } | { readonly found: string }
);

/** A table with kept numbers, and how many rows of it one check looks at. */
export interface Kept {
  readonly table: "categories" | "threads" | "posts" | "users";
  readonly slice: number;
  readonly counters: readonly Counter[];
}

/** Every kept number of the forum's contents. */
export const KEPT: readonly Kept[] = [
  {
    table: "categories",
    slice: 50,
    counters: [
      {
        column: "threadCount",
        sources: [
          {
            from: "threads t",
            within: "t.visible = 1",
            owner: "t.categoryId",
            keys: ["t.createdAt", "t.id"],
          },
        ],
      },
    ],
  },
  {
    table: "threads",
    slice: 200,
    counters: [
      {
        column: "postCount",
        sources: [
          {
            from: "posts p",
            // Comments have no number, which would end the walk.
            within: "p.number IS NOT NULL",
            owner: "p.threadId",
            keys: ["p.number"],
            where: "p.visible = 1",
          },
        ],
      },
      {
        column: "lastNumber",
        found: "SELECT COALESCE(MAX(p.number), 0) FROM posts p WHERE p.threadId = x.id",
      },
      {
        column: "likeCount",
        sources: [{ from: "thread_likes l", owner: "l.threadId", keys: ["l.userId"] }],
      },
      {
        column: "favoriteCount",
        sources: [{ from: "thread_favorites f", owner: "f.threadId", keys: ["f.userId"] }],
      },
    ],
  },
  {
    table: "posts",
    slice: 500,
    counters: [
      { column: "likeCount", sources: [{ from: "post_likes l", owner: "l.postId", keys: ["l.userId"] }] },
      {
        column: "commentCount",
        sources: [{ from: "posts c", owner: "c.parentId", keys: ["c.id"], where: "c.visible = 1" }],
      },
    ],
  },
  {
    table: "users",
    slice: 50,
    counters: [
      {
        column: "threadCount",
        sources: [{ ...writtenBy("threads"), where: "w.visible = 1 AND w.isAnonymous = 0" }],
      },
      {
        column: "postCount",
        sources: [{ ...writtenBy("posts"), where: "w.visible = 1 AND w.isAnonymous = 0" }],
      },
      {
        column: "likedCount",
        sources: [
          { ...writtenBy("threads"), ...likedByOthers("thread_likes", "threadId") },
          { ...writtenBy("posts"), ...likedByOthers("post_likes", "postId") },
        ],
      },
    ],
  },
];

function writtenBy(table: "threads" | "posts"): Source {
  return { from: `${table} w`, owner: "w.authorId", keys: ["w.createdAt", "w.id"] };
}

function likedByOthers(table: string, column: string): Pick<Source, "join" | "where"> {
  return {
    join: `JOIN ${table} l ON l.${column} = w.id AND l.userId <> w.authorId`,
    where: "w.isAnonymous = 0",
  };
}

/** Writes the correct value of a counter as an expression about the row `x`. */
export function countedSql(counter: Counter): string {
  if ("found" in counter) return `(${counter.found})`;
  const each = counter.sources.map(
    (source) => `(SELECT COUNT(*) FROM ${tablesOf(source)} WHERE ${belonging(source)} = x.id${more(source)})`,
  );
  return `(${each.join(" + ")})`;
}

/** The next step through a source: where it ends, or nothing if fewer than `step` rows are left. Values: owner, after. */
export function stepEndSql(source: Source, isFirst: boolean): string {
  const { from, keys } = source;
  const columns = keys.map((key, index) => `${key} AS key${index}`).join(", ");
  const after = isFirst ? "" : ` AND ${beyond(keys, ">")}`;
  return `SELECT ${columns} FROM ${from} WHERE ${belonging(source)} = ?${after} ORDER BY ${keys.join(", ")} LIMIT 1 OFFSET ?`;
}

/**
 * Writes the statement that counts the rows of a step. Values: owner, after unless it is the first, up to unless it is
 * the last.
 */
export function stepCountSql(source: Source, isFirst: boolean, isLast: boolean): string {
  const after = isFirst ? "" : ` AND ${beyond(source.keys, ">")}`;
  const upTo = isLast ? "" : ` AND ${beyond(source.keys, "<=")}`;
  return `SELECT COUNT(*) AS n FROM ${tablesOf(source)} WHERE ${belonging(source)} = ?${after}${upTo}${more(source)}`;
}

const belonging = ({ within, owner }: Source): string => (within ? `${within} AND ${owner}` : owner);
const tablesOf = ({ from, join }: Source): string => (join ? `${from} ${join}` : from);
const more = ({ where }: Source): string => (where ? ` AND ${where}` : "");
const beyond = (keys: readonly string[], sign: ">" | "<="): string =>
  `(${keys.join(", ")}) ${sign} (${keys.map(() => "?").join(", ")})`;
