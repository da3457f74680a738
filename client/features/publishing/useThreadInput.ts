import type { PublishThreadInput } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { showToast } from "../../ui/toast.tsx";
import type { DraftContent, GiftDrafts } from "../drafts/localDraft.ts";
import { goodsPlanOf } from "../goods/goodsDraft.ts";
import { goodsTexts } from "../goods/goods.texts.ts";
import { OPTIONS_MIN, pollPlanOf } from "../polls/pollDraft.ts";
import { pollFieldTexts } from "../polls/pollFields.texts.ts";
import type { GiftOffer } from "./GiftFields.tsx";
import { saleOf } from "./sale.ts";

/** Makes the input of a new thread out of what the form holds. */
export interface ThreadInput {
  /** Says whether poll and goods are complete, and shows a toast if it is not. */
  isReady(content: DraftContent): boolean;
  /** Gives the input, without what is paid for. */
  of(content: DraftContent, draftId: string | null): PublishThreadInput;
  /** Gives the gifts that are offered: a draft may name what is not offered any more. */
  giftsOf(content: DraftContent): GiftDrafts;
}

/** Gives the way from what the form holds to the input of a new thread. */
export function useThreadInput(maySell: boolean, offered: GiftOffer): ThreadInput {
  const { site } = useViewer();
  const pollWords = useTexts(pollFieldTexts);
  const goodsWords = useTexts(goodsTexts);
  const giftsOf = ({ gifts }: DraftContent) => offeredOf(gifts, offered);
  const pollOf = (content: DraftContent) => {
    const { poll } = giftsOf(content);
    return poll && pollPlanOf(poll, Date.now());
  };
  return {
    isReady(content) {
      const { poll, goods } = giftsOf(content);
      const hasPoll = !poll || Boolean(pollOf(content));
      const hasGoods = !goods || goodsPlanOf(goods) !== null;
      if (!hasPoll) showToast({ type: "warning", message: pollWords.incomplete(OPTIONS_MIN) });
      else if (!hasGoods) showToast({ type: "warning", message: goodsWords.incomplete });
      return hasPoll && hasGoods;
    },
    of(content, draftId) {
      const { goods } = giftsOf(content);
      const { categoryId, title, body, isAnonymous, files, position } = content;
      return {
        categoryId: categoryId!,
        title,
        body: body.trim(),
        isAnonymous: isAnonymous && site.viewerCanPostAnonymously,
        attachmentIds: files.map((file) => file.id),
        position: site.viewerCanInsertPosition ? position : null,
        ...(maySell && saleOf(content)),
        poll: pollOf(content),
        goods: goods && goodsPlanOf(goods),
        draftId,
      };
    },
    giftsOf,
  };
}

function offeredOf(
  { redPacket, bounty, question, poll, goods }: GiftDrafts,
  { packet, bounty: may, poll: mayPoll, goods: mayGoods }: GiftOffer,
): GiftDrafts {
  return {
    redPacket: packet ? redPacket : null,
    bounty: may ? bounty : null,
    question: may ? question : null,
    poll: mayPoll ? poll : null,
    goods: mayGoods ? goods : null,
  };
}
