import { setTimeout as pause } from "node:timers/promises";
import { LessThanOrEqual } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { deleteOldRows } from "../../core/oldRows.ts";
import type { OnceMark } from "../../core/onceMark.ts";
import { inTransaction } from "../../core/transaction.ts";
import { insertIgnore } from "../../core/write.ts";
import { digest } from "../auth/sessions/digest.ts";
import { isProcessAlive } from "../processes/process.service.ts";
import { IdempotencyKey, KeyState } from "./idempotencyKey.entity.ts";

/** Time for which a key and its answer are kept, in milliseconds. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;
/** A request that has committed nothing in this time is given up, also while its process lives, in milliseconds. */
export const ABANDONED_MS = 120_000;
/** Time for which a second request waits for the answer of the first, in milliseconds; longer than the lease of a process. */
const WAIT_MS = 10_000;
const LOOK_MS = 50;
/** Stands for an answer that is not stored. */
const LOST = "";
const KEY = /^[\x21-\x7e]{1,255}$/;

/** An answer as it was first given. */
export interface OnceAnswer {
  readonly contentType: string;
  readonly body: string;
}

/** A request that is to run once. */
export interface OnceRequest {
  readonly key: string;
  /** Everything that it asks, as text. */
  readonly request: string;
  /**
   * Runs it.
   * @returns the answer, whether it stays the answer if nothing was committed, and whether it holds what must not be stored
   */
  run(ctx: Context): Promise<OnceAnswer & { readonly isFinal: boolean; readonly isSecret?: boolean }>;
}

/**
 * Runs a request once, whoever sends it again within a day: the same key gets the first answer. Two at the same moment
 * run once, and both get its answer. What was refused before it changed anything is forgotten, so that it can be tried
 * again. What a process left that has died runs again as soon as that is known: on SQLite at once, on MySQL and MariaDB
 * when its lease has ended. Should the first one live after all, it can commit nothing any more.
 * @throws {DomainError} IDEMPOTENCY_KEY_REUSED for another request; IDEMPOTENCY_KEY_BUSY while the first still runs;
 *   IDEMPOTENCY_ANSWER_LOST if it was done but the answer is lost; INVALID_PARAMETER for a key that is none.
 */
export async function runOnce(
  ctx: Context,
  { key, request, run }: OnceRequest,
): Promise<OnceAnswer & { readonly isReplayed: boolean }> {
  if (!KEY.test(key))
    throw invalid(
      "Idempotency-Key",
      "Idempotency-Key 须为 1 至 255 个可见 ASCII 字符",
      "An Idempotency-Key has 1 to 255 visible ASCII characters.",
    );
  // A token has keys of its own: an answer says more than another one of the same member may read.
  const member = ctx.viewer.isSignedIn ? `u${ctx.viewer.accountId}` : `a${ctx.address}`;
  const owner = ctx.token ? `t${ctx.token.id}` : member;
  const keyHash = digest(`${owner} ${key}`);
  const requestHash = digest(request);
  const claimed = await claim(ctx, keyHash, requestHash);
  if (typeof claimed !== "number") return { ...claimed, isReplayed: true };
  const once = markOf(claimed);
  try {
    const { contentType, body, isFinal, isSecret } = await run({ ...ctx, once });
    // A refusal holds no secrets.
    const kept = isSecret && isFinal ? LOST : body;
    if (isFinal || once.isCommitted) await store(ctx, claimed, { contentType, body: kept });
    else await forget(ctx, claimed);
    return { contentType, body, isReplayed: false };
  } catch (error) {
    if (!once.isCommitted) await forget(ctx, claimed);
    throw error;
  }
}

/** The header of an answer that was given before. */
export function replayed(isReplayed: boolean): Readonly<Record<string, string>> {
  return isReplayed ? { "idempotency-replayed": "true" } : {};
}

/** Claims a key for this request. @returns the answer of the one before; the id of the claim if this one is to run */
async function claim(ctx: Context, keyHash: string, requestHash: string): Promise<OnceAnswer | number> {
  const patience = Date.now() + WAIT_MS;
  for (;;) {
    const now = new Date();
    const claimed = await inTransaction(ctx, async (ctx) => {
      await ctx.db.delete(IdempotencyKey, [
        { keyHash, createdAt: LessThanOrEqual(new Date(now.getTime() - KEY_LIFETIME_MS)) },
        {
          keyHash,
          state: KeyState.RUNNING,
          createdAt: LessThanOrEqual(new Date(now.getTime() - ABANDONED_MS)),
        },
      ] as never);
      const fresh = {
        keyHash,
        requestHash,
        state: KeyState.RUNNING,
        processId: ctx.services.processId,
        contentType: "",
        answer: "",
        createdAt: now,
      };
      if ((await insertIgnore(ctx, IdempotencyKey, [fresh])) === 0) return null;
      return (await ctx.db.findOneOrFail(IdempotencyKey, { select: { id: true }, where: { keyHash } })).id;
    });
    if (claimed !== null) return claimed;
    const row = await ctx.db.findOneBy(IdempotencyKey, { keyHash });
    if (!row) continue;
    if (row.requestHash !== requestHash) throw new DomainError("IDEMPOTENCY_KEY_REUSED");
    if (row.state === KeyState.ANSWERED && row.answer === LOST)
      throw new DomainError("IDEMPOTENCY_ANSWER_LOST");
    if (row.state === KeyState.ANSWERED) return { contentType: row.contentType, body: row.answer };
    const isDead = !(await isProcessAlive(ctx, row.processId));
    if (row.state === KeyState.RUNNING && isDead) {
      const { id, state } = row;
      await inTransaction(ctx, (ctx) => ctx.db.delete(IdempotencyKey, { id, state }));
      continue;
    }
    const isLost = isDead || row.createdAt.getTime() + ABANDONED_MS <= now.getTime();
    if (row.state === KeyState.COMMITTED && isLost) throw new DomainError("IDEMPOTENCY_ANSWER_LOST");
    if (Date.now() >= patience) throw new DomainError("IDEMPOTENCY_KEY_BUSY", { retryAfterSeconds: 1 });
    await pause(LOOK_MS);
  }
}

function markOf(id: number): OnceMark {
  const once: OnceMark = {
    isCommitted: false,
    async mark(ctx) {
      if (once.isCommitted) return;
      const { affected } = await ctx.db.update(IdempotencyKey, { id }, { state: KeyState.COMMITTED });
      // Another request has taken the key over.
      if (affected === 0) throw new DomainError("IDEMPOTENCY_KEY_BUSY", { retryAfterSeconds: 1 });
    },
  };
  return once;
}

async function store(ctx: Context, id: number, { contentType, body }: OnceAnswer): Promise<void> {
  const answered = { state: KeyState.ANSWERED, contentType, answer: body };
  await inTransaction(ctx, (ctx) => ctx.db.update(IdempotencyKey, { id }, answered));
}

async function forget(ctx: Context, id: number): Promise<void> {
  await inTransaction(ctx, (ctx) => ctx.db.delete(IdempotencyKey, { id }));
}

/** Deletes keys after their day, slice by slice. */
export function removeOldKeys(ctx: Context, stopping: AbortSignal): Promise<void> {
  const createdAt = LessThanOrEqual(new Date(ctx.now.getTime() - KEY_LIFETIME_MS));
  return deleteOldRows(ctx, IdempotencyKey, { where: { createdAt }, order: { createdAt: "ASC" } }, stopping);
}
