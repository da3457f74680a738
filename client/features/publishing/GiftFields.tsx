import { BountyFields } from "../bounties/BountyFields.tsx";
import { RedPacketFields } from "../red-packets/RedPacketFields.tsx";
import type { Gifts } from "./useGifts.tsx";

/** Kinds of money that a thread may come with. */
export interface GiftOffer {
  readonly packet: boolean;
  readonly bounty: boolean;
}

interface Props {
  offered: GiftOffer;
  gifts: Gifts;
}

/** Fields for the money that a new thread comes with. */
export function GiftFields({ offered, gifts }: Props) {
  return (
    <>
      {offered.packet && <RedPacketFields value={gifts.packet} onValue={gifts.setPacket} />}
      {offered.bounty && <BountyFields value={gifts.bounty} onValue={gifts.setBounty} />}
    </>
  );
}
