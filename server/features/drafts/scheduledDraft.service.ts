import { IsNull, LessThanOrEqual, Not } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { inLocale, type Sentence } from "../../core/locale.ts";
import { shorten } from "../../core/markdown/excerpt.ts";
import { lockUser } from "../users/userCounter.service.ts";
import { Draft } from "./draft.entity.ts";
import { ownDraft, storeDraft, type DraftContent } from "./draft.service.ts";
import type { DraftProblem } from "./draft.view.ts";

/** Maximum scheduled threads of one member. */
export const SCHEDULED_MAX = 10;
/** Furthest time of a scheduled thread: a year, be it a leap year. */
const AHEAD_MAX_MS = 366 * 86_400_000;
/** Drafts that one run of the job publishes at most; the rest is for the next. */
const DUE_PER_RUN = 500;
/** Most characters of a reason in one language. */
const REASON_MAX = 300;

/** True if a draft is scheduled, or was and has been refused at its time. */
export function wasScheduled({ publishAt, problemJson }: Draft): boolean {
  return publishAt !== null || problemJson !== "";
}

/** Checks a time of publishing. @throws {DomainError} INVALID_PARAMETER unless it is within the next year. */
export function checkPublishAt({ now }: Context, publishAt: Date): void {
  const wait = publishAt.getTime() - now.getTime();
  if (wait > 0 && wait <= AHEAD_MAX_MS) return;
  throw invalid(
    "publishAt",
    "发布时间须在将来、一年之内",
    "The time of publishing must be in the future, at most a year from now.",
  );
}

/** Refuses drafts of replies. @throws {DomainError} INVALID_PARAMETER. */
export function refuseReply({ threadId }: Pick<Draft, "threadId">): void {
  if (threadId === null) return;
  throw invalid("draftId", "回复的草稿不能定时发布", "A draft of a reply cannot be scheduled.");
}

/**
 * Stores a thread as a scheduled draft, in the caller's transaction.
 * @param id the draft that it was so far
 * @throws {DomainError} DRAFT_GONE; INVALID_PARAMETER for the draft of a reply, and beyond 50 drafts or 10 scheduled ones.
 */
export async function storeScheduled(
  ctx: Context,
  id: number | undefined,
  content: DraftContent,
  publishAt: Date,
): Promise<Draft> {
  await lockUser(ctx, ctx.viewer.id);
  const existing = id === undefined ? null : await ownDraft(ctx, id);
  if (id !== undefined && !existing) throw new DomainError("DRAFT_GONE", { field: "draftId" });
  if (existing) refuseReply(existing);
  const draft = await storeDraft(ctx, id, undefined, content);
  return setPublishAt(ctx, draft, publishAt);
}

/**
 * Gives a draft a time of publishing, or none, in the caller's transaction, which has locked the member.
 * @throws {DomainError} INVALID_PARAMETER beyond 10 scheduled ones.
 */
export async function setPublishAt(ctx: Context, draft: Draft, publishAt: Date | null): Promise<Draft> {
  const { id, userId } = draft;
  if (publishAt !== null && draft.publishAt === null) await refuseTooMany(ctx);
  await ctx.db.update(Draft, { id, userId }, { publishAt, problemJson: "" });
  return ctx.db.findOneByOrFail(Draft, { id });
}

async function refuseTooMany(ctx: Context): Promise<void> {
  const scheduled = await ctx.db.countBy(Draft, { userId: ctx.viewer.id, publishAt: Not(IsNull()) });
  if (scheduled < SCHEDULED_MAX) return;
  throw invalid(
    "publishAt",
    `最多同时定时发布 ${SCHEDULED_MAX} 篇`,
    `There are at most ${SCHEDULED_MAX} scheduled threads.`,
  );
}

/** Finds drafts of all members whose time has come, the earliest first. */
export function findDueDrafts(ctx: Context): Promise<Draft[]> {
  return ctx.db.find(Draft, {
    where: { publishAt: LessThanOrEqual(ctx.now) },
    order: { publishAt: "ASC", id: "ASC" },
    take: DUE_PER_RUN,
  });
}

/**
 * Deletes a draft that has become a thread, in the transaction that publishes it.
 * @throws {DomainError} DRAFT_GONE if it was published or deleted; CONFLICT if it has changed since it was read.
 */
export async function takeDraft(ctx: Context, draft: Draft): Promise<void> {
  if (((await ctx.db.delete(Draft, stateOf(draft))).affected ?? 0) > 0) return;
  const { id } = draft;
  throw new DomainError((await ctx.db.existsBy(Draft, { id })) ? "CONFLICT" : "DRAFT_GONE");
}

/**
 * Takes the time of a due draft away and stores why it was not published, in the caller's transaction.
 * @returns false if it was published, deleted or changed meanwhile
 */
export async function storeProblem(ctx: Context, draft: Draft, error: DomainError): Promise<boolean> {
  const problem = { code: error.code, ...reasonOf(error) } satisfies StoredProblem;
  const change = { publishAt: null, problemJson: JSON.stringify(problem) };
  return (await ctx.db.update(Draft, stateOf(draft), change)).affected === 1;
}

/** Gives the text of an error in both languages. */
export function reasonOf(error: DomainError): Sentence {
  return {
    zh: shorten(error.textIn("zh-CN"), REASON_MAX),
    en: shorten(error.textIn("en"), REASON_MAX),
  };
}

/** Condition that a draft is as it was read. */
function stateOf({ id, userId, version, publishAt }: Draft) {
  return { id, userId, version, publishAt: publishAt ?? IsNull() };
}

type StoredProblem = Sentence & { readonly code: string };

/** Gives the reason for which a draft was not published at its time; null if it was not refused. */
export function problemOfDraft({ locale }: Context, { problemJson }: Draft): DraftProblem | null {
  if (problemJson === "") return null;
  const { code, ...text } = JSON.parse(problemJson) as StoredProblem;
  return { code, message: inLocale(text, locale) };
}
