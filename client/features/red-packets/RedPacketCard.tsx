import { lazy, Suspense, useState } from "react";
import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import type { RedPacketCardQuery } from "../../gql/graphql.ts";
import { useRedPacketCardQuery } from "../../gql/hooks.ts";
import { type Locale, useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { SHARED_VIEWER_ID, useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { MoneyCard } from "../../ui/MoneyCard.tsx";
import { redPacketTexts } from "./redPackets.texts.ts";
import { useLive } from "./useLive.ts";

const ClaimsSheet = lazy(() => import("./ClaimsSheet.tsx").then((m) => ({ default: m.ClaimsSheet })));

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
export function RedPacketCard({ threadId }: { threadId: string }) {
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
  const isOpening = useOpening(packet);
  if (!packet) return null;
  return (
    <>
      <MoneyCard
        kind="packet"
        label={t.name}
        mark="¥"
        title={
          <>
            {t.name}
            {packet.viewerShareCents != null && (
              <strong>{t.yours(moneyText(packet.viewerShareCents))}</strong>
            )}
          </>
        }
        amount={moneyText(packet.totalCents)}
        state={stateText(packet, t)}
        isOpening={isOpening}
        action={
          <Button size="sm" onClick={() => setListed(true)}>
            {t.claims}
          </Button>
        }
      />
      <Suspense fallback={null}>
        {isListed && <ClaimsSheet threadId={threadId} onClose={() => setListed(false)} />}
      </Suspense>
    </>
  );
}

/** True once the viewer's share has come while they were looking on. */
function useOpening(packet: Packet | null | undefined): boolean {
  const [wasUnclaimed, setUnclaimed] = useState(false);
  const isUnclaimed = packet?.viewerShareCents === null;
  if (isUnclaimed && !wasUnclaimed) setUnclaimed(true);
  return wasUnclaimed && !isUnclaimed && packet != null;
}

function stateText(packet: Packet, t: Words): string {
  const { state, claimBy, likesNeeded, shareCount, claimedCount, remainingCents } = packet;
  const rest = moneyText(remainingCents);
  if (state === "FINISHED") return t.finished;
  if (state === "ENDED") return t.ended(rest);
  const how = claimBy === "LIKES" ? t.byLikes(likesNeeded) : t.byReply;
  return `${how} · ${t.left(shareCount - claimedCount, shareCount, rest)}`;
}
