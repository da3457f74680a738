import type { Context } from "../../server/core/context.ts";
import { row, rows, run, sqlTime } from "../../server/core/sql.ts";
import { inTransaction } from "../../server/core/transaction.ts";

/** Rows that one transaction makes. */
const AT_ONCE = 100_000;
/** Rows of kinds that are fewer than members and threads, as a share of those. */
const SHARES = { posts: 0.3, reports: 0.2, topics: 0.1, stop_words: 0.05, moderation_batches: 0.05 };

/** Filling of a table by one statement per hundred thousand rows, which the engine makes up itself. */
interface Kind {
  readonly table: string;
  readonly columns: Readonly<Record<string, string>>;
}

/**
 * Adds very many members, threads, replies, reports, topics, log entries and stop words to a small forum, for lists of
 * the administration: a tenth of each waits for approval, some are deleted, most say nothing of interest.
 * @param count members, threads and log entries each
 */
export async function growLists(ctx: Context, count: number, tell: (line: string) => void): Promise<void> {
  const isMysql = ctx.services.database.engine === "mysql";
  const categories = (await rows<{ id: number }>(ctx, "SELECT id FROM categories ORDER BY id")).map(
    ({ id }) => id,
  );
  const first = async (table: string): Promise<number> =>
    Number((await row<{ last: number | null }>(ctx, `SELECT MAX(id) AS last FROM ${table}`))!.last ?? 0) + 1;
  const [user, thread] = [await first("users"), await first("threads")];
  const now = sqlTime(ctx.now);
  const text = (...parts: string[]): string => (isMysql ? `CONCAT(${parts.join(", ")})` : parts.join(" || "));
  const ago = (seconds: string): string =>
    isMysql
      ? `DATE_SUB('${now}', INTERVAL (${seconds}) SECOND)`
      : `strftime('%Y-%m-%d %H:%M:%f', '${now}', '-' || (${seconds}) || ' seconds')`;
  const hash = `((i * 7919) % 1000003)`;
  const oneOf = (share: number, at: number): string => `(${hash} % ${share} = ${at})`;
  // One category has a thousandth of the threads, as there is one in every forum.
  const category = `CASE WHEN ${hash} % 1000 = 7 THEN ${categories[0]} ELSE CASE ${hash} % ${categories.length - 1} ${categories
    .slice(1)
    .map((id, index) => `WHEN ${index} THEN ${id}`)
    .join(" ")} END END`;
  const approval = `CASE WHEN ${oneOf(10, 3)} THEN 0 WHEN ${oneOf(50, 5)} THEN 2 ELSE 1 END`;
  const deleted = `CASE WHEN ${oneOf(10, 4)} THEN ${ago("i % 86400")} END`;
  const visible = `CASE WHEN ${oneOf(10, 3)} OR ${oneOf(50, 5)} OR ${oneOf(10, 4)} THEN 0 ELSE 1 END`;
  const age = `(${count} - i) * 30`;
  const kinds: Kind[] = [
    {
      table: "users",
      columns: {
        id: `${user} + i`,
        username: text("'person'", "i"),
        usernameKey: text("'person'", "i"),
        nickname: text("'网友'", "i"),
        nicknameKey: text("'网友'", "i"),
        passwordHash: "'!'",
        signature: "''",
        groupId: `CASE WHEN ${oneOf(50, 9)} THEN 6 ELSE 10 END`,
        status: `CASE WHEN ${oneOf(10, 2)} THEN 2 WHEN ${oneOf(100, 1)} THEN 1 WHEN ${oneOf(1000, 5)} THEN 3 ELSE 0 END`,
        statusReason: "''",
        threadCount: "1",
        postCount: "0",
        likedCount: "0",
        followCount: "0",
        fansCount: "0",
        createdAt: ago(age),
      },
    },
    {
      table: "threads",
      columns: {
        id: `${thread} + i`,
        categoryId: category,
        authorId: `${user} + ${hash} % ${count}`,
        title: text("'主题 '", "i"),
        body: text("'正文 '", "i"),
        bodyHtml: text("'<p>正文 '", "i", "'</p>'"),
        markdownVersion: "1000",
        excerpt: text("'正文 '", "i"),
        isAnonymous: "0",
        isSticky: oneOf(100_000, 11),
        isEssence: oneOf(100, 12),
        hasImages: oneOf(5, 0),
        hasAttachments: oneOf(200, 1),
        approval,
        visible,
        deletedAt: deleted,
        deletedById: `CASE WHEN ${oneOf(10, 4)} THEN ${user} END`,
        postCount: "0",
        lastNumber: "0",
        viewCount: "0",
        likeCount: "0",
        favoriteCount: "0",
        hotScore: `i`,
        longitude: `CASE WHEN ${oneOf(500, 3)} THEN 121.5 END`,
        latitude: `CASE WHEN ${oneOf(500, 3)} THEN 31.2 END`,
        address: "''",
        location: "''",
        createdAt: ago(age),
        lastPostedAt: ago(age),
        revisionCount: "0",
      },
    },
    {
      table: "posts",
      columns: {
        threadId: `${thread} + i`,
        number: "1",
        authorId: `${user} + ${hash} % ${count}`,
        isAnonymous: "0",
        body: text("'回复 '", "i"),
        bodyHtml: text("'<p>回复 '", "i", "'</p>'"),
        markdownVersion: "1000",
        hasAttachments: "0",
        approval,
        visible,
        deletedAt: deleted,
        likeCount: "0",
        commentCount: "0",
        createdAt: ago(age),
      },
    },
    {
      table: "reports",
      columns: {
        reporterId: `${user} + i`,
        threadId: `${thread} + i`,
        targetKey: text("'t'", `(${thread} + i)`),
        openKey: `CASE WHEN ${oneOf(3, 1)} THEN ${text(`(${user} + i)`, "':t'", `(${thread} + i)`)} END`,
        reason: "'SPAM'",
        detail: "''",
        status: `CASE WHEN ${oneOf(3, 1)} THEN 'OPEN' ELSE 'REJECTED' END`,
        createdAt: ago(age),
        updatedAt: ago(age),
      },
    },
    {
      table: "topics",
      columns: {
        name: text("'话题'", "i"),
        nameKey: text("'话题'", "i"),
        threadCount: oneOf(2, 0),
        viewCount: "0",
        hotScore: "i % 1000",
        createdAt: ago(age),
      },
    },
    {
      table: "audit_log",
      columns: {
        createdAt: ago(age),
        actorId: `${user} + i % 20`,
        action: `CASE WHEN ${oneOf(1000, 1)} THEN 'saveSettings' ELSE 'setThreadApproval' END`,
        target: text("'thread:'", "i"),
        after: "'{}'",
        reason: "''",
        requestId: "''",
        address: "''",
        previousHash: "''",
        hash: "''",
      },
    },
    {
      table: "stop_words",
      columns: {
        find: text("'词'", "i"),
        replacement: "'**'",
        ugc: "'{REPLACE}'",
        username: "'{IGNORE}'",
        signature: "'{IGNORE}'",
        dialog: "'{IGNORE}'",
        nickname: "'{IGNORE}'",
        userId: `${user}`,
        createdAt: ago("i"),
        updatedAt: ago("i"),
      },
    },
    {
      table: "moderation_batches",
      columns: { actorId: `${user}`, action: "'PIN'", reason: "''", createdAt: ago(age) },
    },
  ];
  for (const { table, columns } of kinds) {
    const began = performance.now();
    const total = Math.floor(count * ((SHARES as Record<string, number>)[table] ?? 1));
    const names = Object.keys(columns)
      .map((column) => `\`${column}\``)
      .join(", ");
    const values = Object.values(columns).join(", ");
    for (let from = 0; from < total; from += AT_ONCE) {
      const to = Math.min(total, from + AT_ONCE);
      const numbers = isMysql
        ? `(SELECT seq AS i FROM seq_${from}_to_${to - 1}) n`
        : `(WITH RECURSIVE c(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM c WHERE i + 1 < ${to}) SELECT i FROM c) n`;
      await inTransaction(ctx, (ctx) =>
        run(ctx, `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${numbers}`),
      );
    }
    tell(`${table}: ${total} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
}
