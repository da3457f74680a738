import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { usePlace } from "../../../platform/usePlace.ts";
import { BountyCard } from "../../bounties/BountyCard.tsx";
import { ThreadTips } from "../../orders/tips/ThreadTips.tsx";
import { RedPacketCard } from "../../red-packets/RedPacketCard.tsx";

interface Props {
  threadId: string;
  givesPacket: boolean;
  offersBounty: boolean;
  takesTips: boolean;
}

/** Draws the money that came with a thread, and its tips, in the places that the article keeps between text and actions. */
export function ThreadMoney({ threadId, givesPacket, offersBounty, takesTips }: Props) {
  return (
    <>
      {givesPacket && (
        <Placed id="packet">
          <RedPacketCard threadId={threadId} />
        </Placed>
      )}
      {offersBounty && (
        <Placed id="bounty">
          <BountyCard threadId={threadId} />
        </Placed>
      )}
      {takesTips && (
        <Placed id="tips">
          <ThreadTips threadId={threadId} />
        </Placed>
      )}
    </>
  );
}

function Placed({ id, children }: { id: string; children: ReactNode }) {
  const place = usePlace(id);
  return place && createPortal(children, place);
}
