import { invalid } from "../../../core/errors.ts";
import type { Draft } from "../../drafts/draft.entity.ts";
import { SaveDraftInput } from "../../drafts/draft.input.ts";
import { fileIdsOf, giftsOfDraft, positionOfDraft } from "../../drafts/draft.service.ts";
import { DraftGifts, type DraftPoll } from "../../drafts/draftGifts.input.ts";
import { refuseReply } from "../../drafts/scheduledDraft.service.ts";
import { goodsOfTyped, typedGoods } from "../../goods/draftGoods.ts";
import type { PollInput } from "../../polls/poll.input.ts";
import { PublishThreadInput } from "../thread.input.ts";

/** Gives the draft that keeps a new thread until its time. */
export function draftOfInput(thread: PublishThreadInput): SaveDraftInput {
  const { categoryId, title, body, isAnonymous, priceCents, freePercent, attachmentPriceCents } = thread;
  return Object.assign(new SaveDraftInput(), {
    categoryId,
    title,
    body,
    isAnonymous,
    priceCents,
    freePercent,
    attachmentPriceCents,
    gifts: Object.assign(new DraftGifts(), {
      poll: thread.poll ? typedPoll(thread.poll) : null,
      goods: thread.goods ? typedGoods(thread.goods) : null,
    }),
    position: thread.position ?? null,
    attachmentIds: thread.attachmentIds,
  });
}

function typedPoll({ title, options, kind, isSecret, resultsVisible, endsAt }: PollInput): DraftPoll {
  return { title: title ?? "", options, kind, isSecret, resultsVisible, endsAt };
}

/**
 * Gives the new thread that a draft has become.
 * @throws {DomainError} INVALID_PARAMETER for the draft of a reply, and for one with red packet, bounty or question.
 */
export function inputOfDraft(draft: Draft): PublishThreadInput {
  refuseReply(draft);
  const { redPacket, bounty, question, poll, goods } = giftsOfDraft(draft);
  if (redPacket || bounty || question) throw giftsRefused();
  if (draft.categoryId === null) throw invalid("categoryId", "请选择板块", "Choose a category.");
  const { categoryId, title, body, isAnonymous, priceCents, freePercent, attachmentPriceCents } = draft;
  return Object.assign(new PublishThreadInput(), {
    categoryId: String(categoryId),
    title,
    body,
    isAnonymous,
    priceCents,
    freePercent,
    attachmentPriceCents,
    attachmentIds: fileIdsOf(draft).map(String),
    position: positionOfDraft(draft),
    poll: poll ? { ...poll, options: poll.options.filter((option) => option.trim() !== "") } : null,
    goods: goods ? goodsOfTyped(goods) : null,
  });
}

/** The refusal of what needs money or an answer while nobody is there to confirm it. */
export function giftsRefused() {
  return invalid(
    "gifts",
    "含红包、悬赏或提问的帖子不能定时发布",
    "A thread with a red packet, a bounty or a question to one member cannot be scheduled.",
  );
}
