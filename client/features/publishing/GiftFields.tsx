import { BountyFields } from "../bounties/BountyFields.tsx";
import { GoodsFields } from "../goods/GoodsFields.tsx";
import { QuestionFields } from "../questions/QuestionFields.tsx";
import { RedPacketFields } from "../red-packets/RedPacketFields.tsx";
import { PollFields } from "../polls/PollFields.tsx";
import type { GiftDrafts } from "../drafts/localDraft.ts";

/** Kinds of money that a thread may come with, polls and goods. */
export interface GiftOffer {
  readonly poll: boolean;
  readonly goods: boolean;
  readonly packet: boolean;
  /** Bounties, and questions to one member. */
  readonly bounty: boolean;
  /** Price of the site for reading an answer, in cents. */
  readonly onlookerCents: number;
}

interface Props {
  offered: GiftOffer;
  value: GiftDrafts;
  onValue(value: GiftDrafts): void;
}

/** Fields for the poll and the money that a new thread comes with. */
export function GiftFields({ offered, value, onValue }: Props) {
  return (
    <>
      {offered.poll && <PollFields value={value.poll} onValue={(poll) => onValue({ ...value, poll })} />}
      {offered.goods && <GoodsFields value={value.goods} onValue={(goods) => onValue({ ...value, goods })} />}
      {offered.packet && (
        <RedPacketFields value={value.redPacket} onValue={(redPacket) => onValue({ ...value, redPacket })} />
      )}
      {offered.bounty && (
        <BountyFields value={value.bounty} onValue={(bounty) => onValue({ ...value, bounty })} />
      )}
      {offered.bounty && (
        <QuestionFields
          value={value.question}
          onlookerCents={offered.onlookerCents}
          onValue={(question) => onValue({ ...value, question })}
        />
      )}
    </>
  );
}
