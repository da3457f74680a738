import { lazy, Suspense, useState } from "react";
import { skipToken } from "../../apollo/bind.ts";
import { graphql } from "../../gql/gql.ts";
import type { BountyCardQuery } from "../../gql/graphql.ts";
import { useBountyCardQuery } from "../../gql/hooks.ts";
import { type Locale, useLocale, useTexts } from "../../i18n/texts.ts";
import { moneyText } from "../../platform/money.ts";
import { SHARED_VIEWER_ID, useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { IconAward } from "../../ui/icons.tsx";
import { MoneyCard } from "../../ui/MoneyCard.tsx";
import { useLive } from "../red-packets/useLive.ts";
import { bountyTexts } from "./bounties.texts.ts";

const GiftsSheet = lazy(() => import("./GiftsSheet.tsx").then((m) => ({ default: m.GiftsSheet })));

graphql(`
  query BountyCard($id: ID!) {
    thread(id: $id, isRepeated: true) {
      id
      bounty {
        id
        rest
        totalCents
        remainingCents
        giftCount
        state
        endsAt
      }
    }
  }
`);

type Words = (typeof bountyTexts)[Locale];
type Bounty = NonNullable<NonNullable<BountyCardQuery["thread"]>["bounty"]>;

/** Card of what the author offers for replies, and what is left of it right now. Comes after the page. */
export function BountyCard({ threadId }: { threadId: string }) {
  const t = useTexts(bountyTexts);
  const locale = useLocale();
  const { viewer } = useViewer();
  const isSettled = viewer === null || viewer.id !== SHARED_VIEWER_ID;
  const query = useBountyCardQuery(
    isSettled ? { variables: { id: threadId }, fetchPolicy: "network-only" } : skipToken,
  );
  const [isListed, setListed] = useState(false);
  const bounty = query.data?.thread?.bounty;
  useLive(query.refetch, bounty?.state === "OPEN", 0);
  if (!bounty) return null;
  return (
    <>
      <MoneyCard
        kind="bounty"
        label={t.name}
        mark={<IconAward size={24} />}
        title={t.name}
        amount={moneyText(bounty.totalCents)}
        state={stateText(bounty, t, locale)}
        action={
          <Button size="sm" onClick={() => setListed(true)}>
            {t.gifts}
          </Button>
        }
      />
      <Suspense fallback={null}>
        {isListed && <GiftsSheet threadId={threadId} onClose={() => setListed(false)} />}
      </Suspense>
    </>
  );
}

function stateText({ state, rest, remainingCents, endsAt }: Bounty, t: Words, locale: Locale): string {
  const left = moneyText(remainingCents);
  if (state === "FINISHED") return t.finished;
  if (state === "OPEN") {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
    return t.left(left, format.format(new Date(endsAt)));
  }
  return rest === "SHARE" ? t.endedShare : t.endedReturn(left);
}
