import { BountyCard } from "../../bounties/BountyCard.tsx";
import { RedPacketCard } from "../../red-packets/RedPacketCard.tsx";
import classes from "./ThreadGifts.module.css";

interface Props {
  threadId: string;
  givesPacket: boolean;
  offersBounty: boolean;
  isAboveTips: boolean;
}

/** Cards of the money that came with a thread, in the room that its article keeps for them. */
export function ThreadGifts({ threadId, givesPacket, offersBounty, isAboveTips }: Props) {
  return (
    <div className={isAboveTips ? classes.above : classes.gifts}>
      {givesPacket && <RedPacketCard threadId={threadId} />}
      {offersBounty && <BountyCard threadId={threadId} />}
    </div>
  );
}
