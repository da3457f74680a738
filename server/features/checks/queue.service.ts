import { In, LessThan, LessThanOrEqual, Not } from "typeorm";
import type { Context } from "../../core/context.ts";
import { deleteOldRows } from "../../core/oldRows.ts";
import { inTransaction } from "../../core/transaction.ts";
import { insertIgnore } from "../../core/write.ts";
import type { Answer } from "./checker.ts";
import { CheckState, ContentCheck, PictureCheck, type CheckService } from "./contentCheck.entity.ts";
import { joined, readFindings, storedFindings } from "./findings.ts";

/** A claimed check that nobody has finished in this time is due again, in milliseconds. */
const CLAIM_MS = 5 * 60_000;
/** Pauses after failures, in milliseconds; after one more the check is given up. */
const PAUSES_MS: readonly number[] = [10_000, 60_000];
/** Time for which checks of texts are stored, in milliseconds. */
const STORED_MS = 60 * 86_400_000;
/** Time for which the verdict about a picture holds, in milliseconds. */
const PICTURE_MS = 180 * 86_400_000;

/** A thread, or a reply: exactly one of both. */
type CheckedPlace =
  { readonly threadId: number; readonly postId: null } | { readonly threadId: null; readonly postId: number };

/** Requests the check of a text that was written or changed, in the caller's transaction. */
export async function requestCheck(
  ctx: Context,
  target: CheckedPlace & { readonly targetKey: string; readonly authorId: number },
): Promise<void> {
  const { targetKey } = target;
  const request = { state: CheckState.WAITING, attempts: 0, dueAt: ctx.now, requestedAt: ctx.now };
  const changed = await ctx.db.update(ContentCheck, { targetKey }, { ...request, round: () => "round + 1" });
  if (changed.affected !== 0) return;
  const empty = {
    service: "",
    verdict: "",
    findings: "",
    textHash: "",
    problem: "",
    checkedAt: null,
  } as const;
  await insertIgnore(ctx, ContentCheck, [{ ...target, ...request, ...empty, round: 1 }]);
}

/** Lets a check be about the same text in another place, in the caller's transaction. */
export async function moveCheck(
  ctx: Context,
  fromKey: string,
  to: CheckedPlace & { readonly targetKey: string },
): Promise<void> {
  await ctx.db.update(ContentCheck, { targetKey: fromKey }, to);
}

/** Claims checks that are due, so that no other process makes them meanwhile. */
export async function claimDueChecks(ctx: Context, most: number): Promise<ContentCheck[]> {
  const due = await ctx.db.find(ContentCheck, {
    where: { dueAt: LessThanOrEqual(ctx.now) },
    order: { dueAt: "ASC" },
    take: most,
  });
  if (due.length === 0) return [];
  const dueAt = new Date(ctx.now.getTime() + CLAIM_MS);
  return inTransaction(ctx, async (ctx) => {
    const claimed: ContentCheck[] = [];
    for (const check of due.sort((one, other) => one.id - other.id)) {
      const claim = { round: check.round + 1, attempts: check.attempts + 1, dueAt };
      const { affected } = await ctx.db.update(ContentCheck, claimOf(check), claim);
      if (affected === 1) claimed.push(Object.assign(check, claim));
    }
    return claimed;
  });
}

/** The row as it was claimed, unless somebody has changed the text or claimed it since. */
const claimOf = ({ id, round }: ContentCheck) => ({ id, round });

/**
 * Stores the answer about a claimed check, in the caller's transaction.
 * @param textHash digest of the text if it passed; empty otherwise
 * @returns false if the text was changed meanwhile, so that the answer is about an older one
 */
export async function finishCheck(
  ctx: Context,
  check: ContentCheck,
  { service, answer, textHash }: { service: CheckService; answer: Answer; textHash: string },
): Promise<boolean> {
  const { affected } = await ctx.db.update(ContentCheck, claimOf(check), {
    state: CheckState.DONE,
    service,
    verdict: answer.verdict,
    findings: storedFindings(answer.findings),
    textHash,
    problem: "",
    dueAt: null,
    checkedAt: new Date(),
  });
  return affected === 1;
}

/**
 * Plans another attempt at a claimed check, or gives it up with what was found before, in the caller's transaction.
 * @returns true if it is given up
 */
export async function failCheck(
  ctx: Context,
  check: ContentCheck,
  { problem, answer }: { readonly problem: string; readonly answer: Answer },
): Promise<boolean> {
  const now = new Date();
  const pauseMs = PAUSES_MS[check.attempts - 1];
  const { affected } = await ctx.db.update(ContentCheck, claimOf(check), {
    state: pauseMs === undefined ? CheckState.FAILED : CheckState.WAITING,
    problem,
    ...(answer.findings.length > 0
      ? { verdict: answer.verdict, findings: storedFindings(answer.findings) }
      : {}),
    dueAt: pauseMs === undefined ? null : new Date(now.getTime() + pauseMs),
    checkedAt: now,
  });
  return affected === 1 && pauseMs === undefined;
}

/** Deletes the check of a text that is there no more, in the caller's transaction. */
export async function dropCheck(ctx: Context, check: ContentCheck): Promise<void> {
  await ctx.db.delete(ContentCheck, claimOf(check));
}

/** Finds the answers about pictures that a service has seen before, by the digests of their contents. */
export async function findPictureAnswers(
  ctx: Context,
  service: CheckService,
  contentHashes: readonly string[],
): Promise<Map<string, Answer>> {
  if (contentHashes.length === 0) return new Map();
  const rows = await ctx.db.findBy(PictureCheck, { service, contentHash: In([...contentHashes]) });
  return new Map(
    rows.map(({ contentHash, verdict, findings }) => [
      contentHash,
      { verdict, findings: readFindings(findings) },
    ]),
  );
}

/** Stores the answer about a picture for all texts that have it. */
export async function storePictureAnswer(
  ctx: Context,
  service: CheckService,
  contentHash: string,
  answer: Answer,
): Promise<void> {
  const { verdict, findings } = joined([answer]);
  const row = { contentHash, service, verdict, findings: storedFindings(findings), checkedAt: new Date() };
  await inTransaction(ctx, (ctx) => insertIgnore(ctx, PictureCheck, [row]));
}

/** Deletes checks that no moderator needs any more, and verdicts about pictures that may be outdated. */
export async function deleteOldChecks(ctx: Context, stopping: AbortSignal): Promise<void> {
  const before = (ms: number) => LessThan(new Date(ctx.now.getTime() - ms));
  const texts = { requestedAt: before(STORED_MS), state: Not(CheckState.WAITING) };
  await deleteOldRows(ctx, ContentCheck, { where: texts, order: { id: "ASC" } }, stopping);
  const pictures = { checkedAt: before(PICTURE_MS) };
  await deleteOldRows(ctx, PictureCheck, { where: pictures, order: { id: "ASC" } }, stopping);
}

/** Deletes the checks of texts of a member, as part of erasing their account. */
export async function eraseChecks(ctx: Context, authorId: number): Promise<void> {
  await inTransaction(ctx, (ctx) => ctx.db.delete(ContentCheck, { authorId }));
}
