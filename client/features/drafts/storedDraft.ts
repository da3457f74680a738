import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { StoredDraft_DraftFragment } from "../../gql/graphql.ts";
import { isVideo } from "../editor/attachedFile.ts";
import type { StoredDraft } from "./draftSaver.ts";
import type { DraftPosition, GiftDrafts } from "./localDraft.ts";

const StoredDraft_draft = graphql(`
  fragment StoredDraft_draft on Draft {
    id
    threadId
    categoryId
    title
    body
    isAnonymous
    priceCents
    freePercent
    attachmentPriceCents
    attachments {
      id
      url
      fileName
      fileSize
      isImage
      mimeType
      posterUrl
    }
    gifts {
      redPacket {
        rule
        claimBy
        amount
        count
        likes
      }
      bounty {
        amount
        days
        rest
      }
      question {
        nickname
        userId
        amount
        hasOnlookers
      }
      poll {
        title
        kind
        options
        isSecret
        resultsVisible
        endsAt
      }
      goods {
        title
        url
        price
        shopName
        imageId
        imageUrl
      }
    }
    position {
      longitude
      latitude
      address
      location
    }
    publishAt
    problem {
      message
    }
    version
    updatedAt
  }
`);

/** Time at which a draft will be published, or the reason why it was not. */
export interface DraftSchedule {
  /** ISO text; null if it waits for no time. */
  publishAt: string | null;
  /** Reason of the refusal at its time; null if there was none. */
  problem: string | null;
}

/** A draft of the server, as the editor goes on with it. */
export interface FoundDraft extends StoredDraft {
  threadId: string | null;
  /** Milliseconds since 1970. */
  updatedAt: number;
  /** Null for a draft that was never scheduled. */
  schedule: DraftSchedule | null;
}

/** Reads a draft of the server. */
export function foundDraft(draft: FragmentType<typeof StoredDraft_draft>): FoundDraft {
  const { id, threadId, categoryId, attachments, gifts, position, version, updatedAt, ...rest } =
    readFragment(StoredDraft_draft, draft);
  const { publishAt, problem } = rest;
  const { title, body, isAnonymous, priceCents, freePercent, attachmentPriceCents } = rest;
  const files = attachments.map(({ id, url, fileName, fileSize, isImage, mimeType, posterUrl }) => ({
    id,
    url,
    fileName,
    fileSize,
    isImage,
    takesPoster: isVideo(mimeType),
    posterUrl,
  }));
  return {
    id,
    version,
    threadId: threadId ?? null,
    updatedAt: Date.parse(updatedAt),
    isScheduled: publishAt != null,
    schedule:
      publishAt || problem ? { publishAt: publishAt ?? null, problem: problem?.message ?? null } : null,
    content: {
      categoryId: categoryId ?? null,
      title,
      body,
      isAnonymous,
      priceCents,
      freePercent,
      attachmentPriceCents,
      files,
      position: position ? placeOf(position) : null,
      gifts: giftsIn(gifts),
    },
  };
}

function placeOf({ longitude, latitude, address, location }: DraftPosition): DraftPosition {
  return { longitude, latitude, address, location };
}

/** Reads what the server keeps of money and polls that are typed; without the names of types, which no input takes. */
function giftsIn({
  redPacket,
  bounty,
  question,
  poll,
  goods,
}: StoredDraft_DraftFragment["gifts"]): GiftDrafts {
  return {
    redPacket: redPacket
      ? {
          rule: redPacket.rule,
          claimBy: redPacket.claimBy,
          amount: redPacket.amount,
          count: redPacket.count,
          likes: redPacket.likes,
        }
      : null,
    bounty: bounty ? { amount: bounty.amount, days: bounty.days, rest: bounty.rest } : null,
    question: question
      ? {
          nickname: question.nickname,
          userId: question.userId ?? null,
          amount: question.amount,
          hasOnlookers: question.hasOnlookers,
        }
      : null,
    poll: poll
      ? {
          title: poll.title,
          kind: poll.kind,
          options: poll.options,
          isSecret: poll.isSecret,
          resultsVisible: poll.resultsVisible,
          endsAt: poll.endsAt ?? null,
        }
      : null,
    goods: goods
      ? {
          title: goods.title,
          url: goods.url,
          price: goods.price,
          shopName: goods.shopName,
          imageId: goods.imageId ?? null,
          imageUrl: goods.imageUrl ?? null,
        }
      : null,
  };
}
