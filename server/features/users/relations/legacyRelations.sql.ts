import type { Context } from "../../../core/context.ts";
import { row, rows } from "../../../core/sql.ts";
import { UserStatus } from "../../../core/viewer.ts";

/** Most members that a nickname's beginning is looked for among. */
const CANDIDATES_MAX = 10_000;
const CANDIDATES = "users u WHERE u.nicknameKey LIKE ? ESCAPE '!' AND u.status = ? LIMIT ?";

/** A numbered page of members whose nickname begins alike, and how many there are. */
export interface NumberedUsers {
  readonly ids: readonly number[];
  readonly total: number;
}

/**
 * Raw since TypeORM cannot limit the rows that are counted and sorted.
 * Finds members in good standing whose nickname begins like this, those with most threads first.
 * @param start the normalised beginning; empty for all
 */
export async function findByNickname(
  ctx: Context,
  start: string,
  limit: number,
  offset: number,
): Promise<NumberedUsers> {
  const pattern = `${start.replace(/[\\%_!]/g, (sign) => `!${sign}`)}%`;
  const values = [pattern, UserStatus.NORMAL, CANDIDATES_MAX];
  const counted = await row<{ n: number }>(
    ctx,
    `SELECT COUNT(*) AS n FROM (SELECT u.id FROM ${CANDIDATES}) x`,
    values,
  );
  const users = await rows<{ id: number }>(
    ctx,
    `SELECT x.id FROM (SELECT u.id, u.threadCount AS threads FROM ${CANDIDATES}) x
     ORDER BY x.threads DESC, x.id LIMIT ? OFFSET ?`,
    [...values, limit, offset],
  );
  return { ids: users.map(({ id }) => Number(id)), total: Number(counted!.n) };
}
