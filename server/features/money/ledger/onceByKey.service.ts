import { LessThan } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { digestOf } from "./ledger.service.ts";
import { CLIENT_KEY_MAX, MoneyKey } from "./moneyKey.entity.ts";
import { insertKey, storeAnswer } from "./moneyKey.sql.ts";

/** Keys are kept so long; clients of other programs count on a day, in milliseconds. */
const KEPT_MS = 7 * 86_400_000;
/** Characters of a key: those of random ids and slugs. */
const KEY = /^[\w.:-]+$/;

/** A request that a client may repeat. */
export interface KeyedRequest {
  readonly operation: string;
  /** The key that the client chose; without one every request is a new one. */
  readonly clientKey: string | null | undefined;
  readonly body: unknown;
  /** The answer, where it is known before; it is not stored again after the work. */
  readonly answer?: unknown;
}

/**
 * Does work once for a key of the viewer: the same request again gets the stored answer, and does nothing. The key is
 * stored in the transaction of the work; a request that comes while the first one runs waits for it. A request that was
 * refused leaves no key.
 * @throws {DomainError} CONFLICT if the key came with another body; INVALID_PARAMETER if it is no key.
 */
export async function onceByKey<T>(
  ctx: Context,
  { operation, clientKey, body, answer: known }: KeyedRequest,
  work: () => Promise<T>,
): Promise<T> {
  if (clientKey === null || clientKey === undefined) return work();
  if (clientKey.length > CLIENT_KEY_MAX || !KEY.test(clientKey))
    throw invalid(
      "idempotencyKey",
      `idempotencyKey 须为 1 到 ${CLIENT_KEY_MAX} 个字母、数字或 . : _ -`,
      `idempotencyKey has 1 to ${CLIENT_KEY_MAX} letters, digits or . : _ -`,
    );
  const digest = digestOf(body);
  const key = { actorId: ctx.viewer.accountId, operation, clientKey };
  const stored = known === undefined ? "" : JSON.stringify(known);
  if (!(await insertKey(ctx, { ...key, digest, answer: stored }))) {
    const existing = (await ctx.db.findOneBy(MoneyKey, key))!;
    if (existing.digest === digest) return JSON.parse(existing.answer) as T;
    throw new DomainError("CONFLICT", {
      field: "idempotencyKey",
      text: {
        zh: "这个 idempotencyKey 已用于另一个请求",
        en: "This idempotencyKey was used for another request.",
      },
    });
  }
  const answer = await work();
  if (known === undefined) await storeAnswer(ctx, key, JSON.stringify(answer));
  return answer;
}

/** Forgets the keys that are older than a week. */
export async function deleteOldKeys(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - KEPT_MS);
  await inTransaction(ctx, (ctx) => ctx.db.delete(MoneyKey, { createdAt: LessThan(before) }));
}
