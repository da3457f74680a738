import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import type { RedPacketCardQuery } from "../../gql/graphql.ts";
import { useRedPacketCardQuery } from "../../gql/hooks.ts";
import { type Locale, useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { SHARED_VIEWER_ID, useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import classes from "./RedPacketCard.module.css";
import { redPacketTexts } from "./redPackets.texts.ts";

const ClaimsSheet = lazy(() => import("./ClaimsSheet.tsx").then((m) => ({ default: m.ClaimsSheet })));

/** Interval at which an open red packet is looked at again while the page is in sight, in milliseconds. */
const POLL_MS = 10_000;
/** Time after a new reply in which its share is booked, in milliseconds. */
const BOOKED_MS = 600;

graphql(`
  query RedPacketCard($id: ID!) {
    thread(id: $id, isRepeated: true) {
      id
      postCount
      redPacket {
        id
        claimBy
        likesNeeded
        totalCents
        remainingCents
        shareCount
        claimedCount
        state
        viewerShareCents
      }
    }
  }
`);

type Words = (typeof redPacketTexts)[Locale];
type Packet = NonNullable<NonNullable<RedPacketCardQuery["thread"]>["redPacket"]>;

/**
 * Card of what the author gives to those who reply, and what is left of it right now. Comes after the page, into room that is
 * kept for it.
 */
export function RedPacketCard({ threadId, isAboveTips }: { threadId: string; isAboveTips: boolean }) {
  const t = useTexts(redPacketTexts);
  const { viewer } = useViewer();
  const isSettled = viewer === null || viewer.id !== SHARED_VIEWER_ID;
  const query = useRedPacketCardQuery(
    isSettled ? { variables: { id: threadId }, fetchPolicy: "network-only" } : skipToken,
  );
  const [isListed, setListed] = useState(false);
  const thread = query.data?.thread;
  const packet = thread?.redPacket;
  useLive(query.refetch, packet?.state === "OPEN", thread?.postCount ?? 0);
  if (!packet) return null;
  return (
    <aside className={isAboveTips ? classes.above : classes.card} aria-label={t.name}>
      <span className={classes.mark} aria-hidden="true">
        ¥
      </span>
      <span className={classes.words}>
        <span className={classes.title}>
          {t.name} {moneyText(packet.totalCents)}
          {packet.viewerShareCents != null && (
            <span className={classes.yours}>{t.yours(moneyText(packet.viewerShareCents))}</span>
          )}
        </span>
        <span className={classes.state} role="status">
          {stateText(packet, t)}
        </span>
      </span>
      <Button size="sm" onClick={() => setListed(true)}>
        {t.claims}
      </Button>
      <Suspense fallback={null}>
        {isListed && <ClaimsSheet threadId={threadId} onClose={() => setListed(false)} />}
      </Suspense>
    </aside>
  );
}

function stateText(packet: Packet, t: Words): string {
  const { state, claimBy, likesNeeded, shareCount, claimedCount, remainingCents } = packet;
  const rest = moneyText(remainingCents);
  if (state === "FINISHED") return t.finished;
  if (state === "ENDED") return t.ended(rest);
  const how = claimBy === "LIKES" ? t.byLikes(likesNeeded) : t.byReply;
  return `${how} · ${t.left(shareCount - claimedCount, shareCount, rest)}`;
}

/** Asks again from time to time while shares are left, and soon after a reply of one's own. */
function useLive(refetch: () => Promise<unknown>, isOpen: boolean, postCount: number): void {
  const ask = useRef(refetch);
  useEffect(() => {
    ask.current = refetch;
  });
  useEffect(() => {
    if (!isOpen) return;
    const look = () => void (!document.hidden && ask.current().catch(() => undefined));
    const soon = setTimeout(look, BOOKED_MS);
    const timer = setInterval(look, POLL_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [isOpen, postCount]);
}
