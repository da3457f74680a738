import { noteChange } from "../../../core/audit.ts";
import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId, parseOptionalId } from "../../../core/ids.ts";
import { checkReason } from "../../../core/reason.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow } from "../../../core/viewer.ts";
import { kindsOfPost, moveAttachments } from "../../attachments/attachment.service.ts";
import { invalidateCategories, viewCategory } from "../../categories/category.service.ts";
import { moveNotifications, moveNotificationsOfPosts } from "../../notifications/inbox/move.service.ts";
import { findNewest } from "../../posts/moderation/postVisibility.service.ts";
import { type NumberedPost, readNumbering } from "../../posts/moves/move.sql.ts";
import { commentIdsOn, moveSplit, type Split, takePostLikes } from "../../posts/moves/move.service.ts";
import { excerptOfPost, type Post } from "../../posts/post.entity.ts";
import { lockPost } from "../../posts/post.service.ts";
import { copyMarks } from "../../reading/mark.service.ts";
import { prepareTitle } from "../../threads/content/content.service.ts";
import { moveRevisions } from "../../threads/content/revision.service.ts";
import { moveHeldEvents } from "../../threads/moderation/heldEvent.service.ts";
import { insertSplit } from "../../threads/moderation/thread.merge.service.ts";
import { dropSolutionAmong } from "../../threads/moderation/thread.solution.service.ts";
import { giveThreadLikes } from "../../threads/reactions/thread.reaction.service.ts";
import type { Thread } from "../../threads/thread.entity.ts";
import { contentModerated, threadChanged, threadRestored } from "../../threads/thread.events.ts";
import { canRearrangeThread } from "../../threads/thread.policy.ts";
import { renumber } from "../../threads/thread.replies.service.ts";
import { eventPartsOf, getThread, lockThread, readChanged } from "../../threads/thread.service.ts";
import { copyThreadWatches } from "../../watches/watch.service.ts";
import { moveReports, moveReportsOfPosts } from "../reports/report.service.ts";
import { notifyAuthors } from "./authors.service.ts";
import { repliesMoved } from "./merging.events.ts";
import type { SplitThreadInput } from "./merging.input.ts";

/** Replies that can be chosen one by one. */
const CHOSEN_MAX = 200;
/** Replies that one split moves: on SQLite all other writes wait for it. */
const MOVED_MAX = 5_000;
/** Characters of the beginning that lists show. */
const EXCERPT_MAX = 200;

type Chosen = Pick<SplitThreadInput, "fromNumber" | "numbers">;

/** Requires one way of choosing replies. @throws {DomainError} INVALID_PARAMETER. */
function checkChosen({ fromNumber, numbers }: Chosen): void {
  if ((fromNumber == null) === (numbers == null))
    throw invalid("fromNumber", "请选择要拆分的楼层", "Name either fromNumber or numbers.");
  if (numbers && numbers.length > CHOSEN_MAX)
    throw invalid("numbers", `一次最多选 ${CHOSEN_MAX} 层`, `At most ${CHOSEN_MAX} replies at once.`);
}

/** The chosen replies of a thread in their order, the first of which can be read by all. */
function choose(numbering: readonly NumberedPost[], { fromNumber, numbers }: Chosen): NumberedPost[] {
  const wanted = new Set(numbers);
  const chosen = numbering.filter(({ number }) =>
    fromNumber == null ? wanted.has(number) : number >= fromNumber,
  );
  const start = chosen.findIndex(({ visible }) => Boolean(visible));
  if (start < 0)
    throw invalid("numbers", "选中的楼层里没有可见的回复", "None of the chosen replies can be read.");
  // With floors chosen by hand the hidden ones before the first go along behind it; further on they keep their order.
  const [opening] = chosen.splice(start, 1);
  const replies = fromNumber == null ? chosen : chosen.slice(start);
  if (replies.length >= MOVED_MAX)
    throw invalid("fromNumber", `一次最多拆分 ${MOVED_MAX} 层`, `At most ${MOVED_MAX} replies at once.`);
  return [opening!, ...replies];
}

/** Makes the first reply a thread of its own, with what belongs to its text. */
async function open(ctx: Context, source: Thread, opening: Post, title: string, categoryId: number) {
  const likes = await takePostLikes(ctx, opening.id);
  const { authorId, isAnonymous, body, bodyHtml, markdownVersion, plainText } = opening;
  const { approval, createdAt, editedAt } = opening;
  const excerpt = excerptOfPost(opening, EXCERPT_MAX);
  const { hasImages, hasFiles: hasAttachments } = await kindsOfPost(ctx, opening);
  const text = { authorId, isAnonymous, body, bodyHtml, markdownVersion, plainText, approval };
  const thread = await insertSplit(ctx, {
    title,
    categoryId,
    likeCount: likes.length,
    reactions: opening.reactions,
    text: { ...text, createdAt, editedAt, excerpt, hasImages, hasAttachments },
  });
  await giveThreadLikes(ctx, thread.id, likes);
  const [from, to] = [
    { threadId: source.id, postId: opening.id },
    { threadId: thread.id, postId: null },
  ];
  await moveAttachments(ctx, { postId: opening.id }, { threadId: thread.id });
  await moveRevisions(ctx, { postId: opening.id }, to);
  await moveReports(ctx, from, to);
  await moveNotifications(ctx, from, to);
  await copyThreadWatches(ctx, source.id, thread.id, null);
  return thread;
}

/** Counts both threads anew after replies went from one to the other. */
async function recount(ctx: Context, source: Thread, thread: Thread, split: Split, rest: NumberedPost[]) {
  const { replies, opening } = split;
  const lastNumber = rest.at(-1)?.number ?? 0;
  const top = Math.max(source.movedNumber, opening.number!, ...replies.map(({ number }) => number));
  await renumber(ctx, source, {
    lastNumber,
    movedNumber: top,
    postCount: rest.filter(({ visible }) => visible).length,
    newest: await findNewest(ctx, source.id, lastNumber),
  });
  const numbering = await readNumbering(ctx, thread.id);
  const last = numbering.at(-1)?.number ?? 0;
  await renumber(ctx, thread, {
    lastNumber: last,
    movedNumber: 0,
    postCount: numbering.filter(({ visible }) => visible).length,
    newest: await findNewest(ctx, thread.id, last),
  });
}

/** Lets marks, held events, reports and notifications follow replies to their new thread. */
async function follow(ctx: Context, source: Thread, thread: Thread, { opening, replies, commentIds }: Split) {
  const before = commentIds.length;
  await moveHeldEvents(ctx, source.id, {
    threadId: thread.id,
    threadAuthorId: thread.authorId,
    numberOf: new Map([...commentIds, ...replies.map(({ id }) => id)].map((id, index) => [id, index + 1])),
    risenIds: new Set(commentIds),
  });
  const numbers = replies.map(({ number }) => number);
  await copyMarks(ctx, {
    fromThreadId: source.id,
    toThreadId: thread.id,
    placeOf: (number) =>
      number < opening.number! ? null : before + numbers.filter((each) => each <= number).length,
  });
  const ids = [...commentIds, ...replies.map(({ id }) => id)];
  await moveReportsOfPosts(ctx, ids, thread.id);
  await moveNotificationsOfPosts(ctx, source.id, ids, thread.id);
}

/**
 * Splits replies off into a thread of their own: the first that all can read becomes its text, comments on it its first
 * replies, then the others in their order. The numbers that they had are not given again, and lead to where they are.
 * @emits threadRestored for the new thread, threadChanged, repliesMoved, contentModerated for each author
 * @throws {DomainError} NOT_FOUND; FORBIDDEN naming the permission; INVALID_PARAMETER for title, reason and the choice.
 */
export const splitThread = verb({
  name: "splitThread",
  who: "member",
  rate: "manage",
  audited: true,
  async run(ctx: Context, input: SplitThreadInput): Promise<Thread> {
    const sourceId = parseId(input.threadId, "threadId");
    const reason = checkReason(input.reason);
    checkChosen(input);
    const before = await getThread(ctx, sourceId);
    const categoryId = parseOptionalId(input.categoryId, "categoryId") ?? before.categoryId;
    allow(canRearrangeThread(ctx.viewer, before, categoryId));
    await viewCategory(ctx, categoryId);
    const { title } = await prepareTitle(ctx, input.title);
    const id = await inTransaction(ctx, async (ctx) => {
      const source = await lockThread(ctx, sourceId);
      allow(canRearrangeThread(ctx.viewer, source, categoryId));
      const numbering = await readNumbering(ctx, sourceId);
      const [first, ...replies] = choose(numbering, input);
      const opening = await lockPost(ctx, first!.id, []);
      if (!opening.visible) throw new DomainError("CONFLICT");
      const split: Split = { opening, replies, commentIds: await commentIdsOn(ctx, opening.id) };
      const thread = await open(ctx, source, opening, title, categoryId);
      await follow(ctx, source, thread, split);
      await moveSplit(ctx, sourceId, thread.id, split);
      const gone = new Set([opening.id, ...replies.map(({ id }) => id)]);
      await dropSolutionAmong(ctx, source, gone);
      await recount(
        ctx,
        source,
        thread,
        split,
        numbering.filter(({ id }) => !gone.has(id)),
      );
      noteChange(ctx, {
        target: `thread:${sourceId}`,
        before: { title: source.title },
        after: {
          newThreadId: thread.id,
          newTitle: title,
          numbers: [opening.number, ...replies.map(({ number }) => number)],
        },
        reason,
      });
      const byUserId = ctx.viewer.id;
      const { authorId } = opening;
      if (authorId !== byUserId)
        ctx.emit(
          contentModerated({
            threadId: thread.id,
            postId: null,
            authorId,
            byUserId,
            action: "moved",
            reason,
          }),
        );
      const others = replies.map(({ id }) => id);
      await notifyAuthors(ctx, thread.id, others, reason, authorId);
      ctx.emit(threadRestored(eventPartsOf(thread)));
      ctx.emit(threadChanged(eventPartsOf(source)));
      ctx.emit(repliesMoved({ fromThreadId: sourceId, toThreadId: thread.id }));
      return thread.id;
    });
    invalidateCategories(ctx.services);
    return readChanged(ctx, id);
  },
});
