import type { PublishThreadInput } from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { showToast } from "../../ui/toast.tsx";
import type { DraftContent, GiftDrafts } from "../drafts/localDraft.ts";
import { OPTIONS_MIN, pollPlanOf } from "../polls/pollDraft.ts";
import { pollFieldTexts } from "../polls/pollFields.texts.ts";
import type { GiftOffer } from "./GiftFields.tsx";
import { saleOf } from "./sale.ts";

/** Makes the input of a new thread out of what the form holds. */
export interface ThreadInput {
  /** Says whether the poll is complete, and shows a toast if it is not. */
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
  const giftsOf = ({ gifts }: DraftContent) => offeredOf(gifts, offered);
  const pollOf = (content: DraftContent) => {
    const { poll } = giftsOf(content);
    return poll && pollPlanOf(poll, Date.now());
  };
  return {
    isReady(content) {
      const isReady = !giftsOf(content).poll || Boolean(pollOf(content));
      if (!isReady) showToast({ type: "warning", message: pollWords.incomplete(OPTIONS_MIN) });
      return isReady;
    },
    of(content, draftId) {
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
        draftId,
      };
    },
    giftsOf,
  };
}

function offeredOf(
  { redPacket, bounty, question, poll }: GiftDrafts,
  { packet, bounty: may, poll: mayPoll }: GiftOffer,
): GiftDrafts {
  return {
    redPacket: packet ? redPacket : null,
    bounty: may ? bounty : null,
    question: may ? question : null,
    poll: mayPoll ? poll : null,
  };
}
