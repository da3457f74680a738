import { lazy, Suspense, useState } from "react";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { UpgradePageDocument, type UpgradePageQuery } from "../../gql/graphql.ts";
import { useCreateOrderMutation, useUpgradePageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { moneyText } from "../../platform/money.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Time } from "../../ui/Time.tsx";
import { GroupDot } from "../groups/GroupDot.tsx";
import classes from "./UpgradePage.module.css";
import { upgradeTexts } from "./upgrades.texts.ts";

const PayDialog = lazy(() => import("../orders/PayDialog.tsx").then((m) => ({ default: m.PayDialog })));

graphql(`
  query UpgradePage {
    upgradeTerms {
      id
      offers {
        viewerAction
        group {
          id
          name
          color
          description
          notice
          fee
          days
          level
        }
      }
      times {
        startsAt
        endsAt
        group {
          id
          name
          color
        }
      }
    }
  }
`);

type Terms = UpgradePageQuery["upgradeTerms"];
type Offer = Terms["offers"][number];

/** `/my/upgrade` — the viewer's group and what follows it, and the groups that they can buy. */
function UpgradePage() {
  const t = useTexts(upgradeTexts);
  const query = useUpgradePageQuery({ fetchPolicy: "cache-and-network" });
  return (
    <Frame narrow>
      <PageHead title={t.title} noIndex />
      <h1 className={classes.title}>{t.title}</h1>
      <QueryView query={query}>
        {({ upgradeTerms: { offers, times } }) => (
          <>
            <OwnTimes times={times} />
            <section className={`card ${classes.section}`} aria-labelledby="groups-for-sale">
              <h2 id="groups-for-sale">{t.offers}</h2>
              {offers.length === 0 ? (
                <EmptyState title={t.none} />
              ) : (
                <ul className={classes.offers}>
                  {offers.map((offer) => (
                    <OfferCard
                      key={offer.group.id}
                      offer={offer}
                      ownId={times[0]?.group.id}
                      onClosed={() => query.refetch()}
                    />
                  ))}
                </ul>
              )}
            </section>
          </>
        )}
      </QueryView>
    </Frame>
  );
}

/** The viewer's group, and what they bought that comes after it. */
function OwnTimes({ times }: Pick<Terms, "times">) {
  const t = useTexts(upgradeTexts);
  return (
    <section className={`card ${classes.section}`} aria-label={t.own}>
      <h2>{t.own}</h2>
      {times.map(({ group, startsAt, endsAt }) => (
        <div key={`${group.id} ${startsAt}`} className={classes.time}>
          {startsAt && <span className={classes.when}>{t.then}</span>}
          <GroupDot color={group.color} />
          <bdi className={classes.name}>{group.name}</bdi>
          <span className={classes.when}>
            {endsAt ? (
              <>
                {t.until} <Time value={endsAt} />
              </>
            ) : (
              t.forGood
            )}
          </span>
        </div>
      ))}
    </section>
  );
}

interface OfferProps {
  offer: Offer;
  /** The viewer's group. */
  ownId: string | undefined;
  /** Asks for the terms anew. */
  onClosed(): Promise<unknown>;
}

/** A group with its price, and the way to buy it. */
function OfferCard({ offer: { group, viewerAction }, ownId, onClosed }: OfferProps) {
  const t = useTexts(upgradeTexts);
  const [create] = useCreateOrderMutation();
  const { act, isBusy } = useAct();
  const [order, setOrder] = useState<{ id: string; amountCents: number } | null>(null);
  const { id, name, fee, days } = group;

  const buy = () =>
    act(
      async () => {
        const input = { kind: "GROUP" as const, groupId: id, amountCents: fee, days };
        setOrder((await create({ variables: { input } })).data!.createOrder);
      },
      {
        failed: ({ code }) => {
          if (code === "PRICE_CHANGED" || code === "ALREADY_BOUGHT") void onClosed();
          return undefined;
        },
      },
    );

  const close = () => {
    setOrder(null);
    void onClosed();
  };

  return (
    <li className={classes.offer}>
      <h3>
        <GroupDot color={group.color} />
        <bdi>{name}</bdi>
        {id === ownId && <span className={classes.when}>{t.isOwn}</span>}
      </h3>
      {group.description && <p>{group.description}</p>}
      {group.notice && <p className={classes.note}>{group.notice}</p>}
      <p className={classes.price}>
        <strong>{moneyText(fee)}</strong> / {t.days(days)}
      </p>
      <div className={classes.foot}>
        {viewerAction ? (
          <>
            <p className={classes.note}>{t[`about${viewerAction}`]}</p>
            <Button variant="primary" loading={isBusy} onClick={() => void buy()}>
              {t[viewerAction](moneyText(fee))}
            </Button>
          </>
        ) : (
          id !== ownId && <p className={classes.note}>{t.isLower}</p>
        )}
      </div>
      {order && (
        <Suspense fallback={null}>
          <PayDialog order={order} onClose={close} />
        </Suspense>
      )}
    </li>
  );
}

/** `/my/upgrade` for the table of addresses. */
export const upgradePage = definePage({
  Component: UpgradePage,
  needsLogin: true,
  queries: () => [ask(UpgradePageDocument, {})],
});
