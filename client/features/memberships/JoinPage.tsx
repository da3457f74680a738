import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { InviteDocument, JoinPageDocument, type JoinPageQuery } from "../../gql/graphql.ts";
import { useCreateOrderMutation, useJoinPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { moneyText } from "../../platform/money.ts";
import { returnToAddress } from "../../platform/savedAddress.ts";
import { loginAddress, registerAddress, useViewer } from "../../session/useViewer.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Link } from "../../ui/Link.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Time } from "../../ui/Time.tsx";
import { InviteField } from "../invitations/InviteField.tsx";
import { inviteIn, useInvite } from "../invitations/useInvite.ts";
import classes from "./JoinPage.module.css";
import { joinTexts } from "./join.texts.ts";

const PayDialog = lazy(() => import("../orders/PayDialog.tsx").then((m) => ({ default: m.PayDialog })));

graphql(`
  query JoinPage {
    joinTerms {
      priceCents
      days
      offersGroups
      viewerMustJoin
      viewerCanRenew
      viewerEndsAt
    }
  }
`);

type Terms = NonNullable<JoinPageQuery["joinTerms"]>;

/**
 * `/forum/partner-invite` — what joining a paid site costs, for how long, and what is inside; members add to
 * their days here, to which `/my/renew` leads. Who has paid is led to the page that they wanted.
 */
function JoinPage() {
  const t = useTexts(joinTexts);
  const { viewer, site } = useViewer();
  const [search] = useSearchParams();
  const query = useJoinPageQuery({ fetchPolicy: "network-only" });
  const next = search.get("next");

  return (
    <QueryView query={query} optional={["joinTerms"]}>
      {({ joinTerms: terms }) => {
        if (!terms) return <FreeSite />;
        const isJoining = terms.viewerMustJoin;
        return (
          <Frame narrow>
            <PageHead title={isJoining ? t.title(site.name) : t.membership} noIndex={!isJoining} />
            <section className={`card ${classes.box}`}>
              <h1 className={classes.title}>{isJoining ? <bdi>{t.title(site.name)}</bdi> : t.membership}</h1>
              {site.introduction && <p className={classes.about}>{site.introduction}</p>}
              <p className={classes.inside}>{t.inside(site.countUsers, site.countThreads)}</p>
              <dl className={classes.terms}>
                <div>
                  <dt>{t.price}</dt>
                  <dd className={classes.price}>
                    {terms.priceCents == null ? t.noPrice : moneyText(terms.priceCents)}
                  </dd>
                </div>
                <div>
                  <dt>{t.lasts}</dt>
                  <dd>{terms.days == null ? t.forGood : t.days(terms.days)}</dd>
                </div>
              </dl>
              <Standing terms={terms} />
              {viewer ? (
                <PayButton terms={terms} next={next} onClosed={() => query.refetch()} />
              ) : (
                <VisitorButtons next={next} />
              )}
            </section>
          </Frame>
        );
      }}
    </QueryView>
  );
}

/** Tells how the viewer's membership stands. */
function Standing({ terms: { viewerMustJoin, viewerEndsAt } }: { terms: Terms }) {
  const t = useTexts(joinTexts);
  const { viewer } = useViewer();
  if (!viewer) return null;
  if (viewerMustJoin && !viewerEndsAt) return <p className={classes.standing}>{t.notYet}</p>;
  return (
    <p className={classes.standing}>
      {viewerMustJoin ? t.ended : viewerEndsAt ? t.until : t.isMember}
      {viewerEndsAt && (
        <>
          {" "}
          <Time value={viewerEndsAt} />
        </>
      )}
    </p>
  );
}

/** The page where joining costs nothing; visitors with an invitation register. */
function FreeSite() {
  const t = useTexts(joinTexts);
  const { viewer, site } = useViewer();
  const invite = useInvite();
  const isInvited = !viewer && site.isRegister && invite.preview;
  return (
    <section className="card">
      <PageHead title={site.name} noIndex />
      <EmptyState
        isWholePage
        title={t.free}
        action={
          isInvited ? (
            <div className={classes.invited}>
              <InviteField invite={invite} />
              <Button variant="primary" to={registerAddress("/")}>
                {t.register}
              </Button>
            </div>
          ) : (
            <Button to="/">{t.goIn}</Button>
          )
        }
      />
    </section>
  );
}

/** The ways in for visitors; both come back to the page that they wanted. */
function VisitorButtons({ next }: { next: string | null }) {
  const t = useTexts(joinTexts);
  const { site } = useViewer();
  const invite = useInvite();
  // Without it the sign-in leads to the address that the browser has kept.
  const wanted = next ?? "/";
  return (
    <>
      {site.isRegister && <InviteField invite={invite} />}
      <p className={classes.standing}>{site.isRegister ? t.visitor : t.visitorClosed}</p>
      <div className={classes.buttons}>
        {site.isRegister && (
          <Button variant="primary" to={registerAddress(wanted)}>
            {t.register}
          </Button>
        )}
        <Button to={loginAddress(wanted)}>{t.signIn}</Button>
      </div>
    </>
  );
}

interface PayProps {
  terms: Terms;
  /** Address that the member wanted. */
  next: string | null;
  /** Asks for the terms anew: the payment has ended in whatever way, or they have changed. */
  onClosed(): Promise<unknown>;
}

/** Makes the order and opens its payment; nothing for who need not pay. */
function PayButton({ terms, next, onClosed }: PayProps) {
  const t = useTexts(joinTexts);
  const [create] = useCreateOrderMutation();
  const { act, isBusy } = useAct();
  const [order, setOrder] = useState<{ id: string; amountCents: number } | null>(null);
  const { priceCents, days, viewerMustJoin, viewerCanRenew } = terms;
  const isLeaving = useRef(viewerMustJoin);
  useEffect(() => {
    // Whatever way it was paid: who has joined goes where they wanted, on a page that is loaded anew.
    if (isLeaving.current && !viewerMustJoin) returnToAddress(next);
    isLeaving.current = viewerMustJoin;
  }, [viewerMustJoin, next]);
  if (priceCents == null || (!viewerMustJoin && !viewerCanRenew))
    return <div className={classes.buttons}>{!viewerMustJoin && <Button to="/">{t.goIn}</Button>}</div>;

  const buy = () =>
    act(
      async () => {
        const kind = viewerMustJoin ? ("REGISTRATION" as const) : ("RENEWAL" as const);
        const { data } = await create({
          variables: { input: { kind, amountCents: priceCents, days: days ?? null } },
        });
        setOrder(data!.createOrder);
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
    <>
      <div className={classes.buttons}>
        <Button variant="primary" loading={isBusy} onClick={() => void buy()}>
          {viewerMustJoin ? t.join(moneyText(priceCents)) : t.renew(moneyText(priceCents))}
        </Button>
      </div>
      <p className={classes.ways}>
        {terms.offersGroups && <Link to="/my/upgrade">{t.groups}</Link>}
        <Link to="/wallet">{t.wallet}</Link>
        <Link to="/my/settings">{t.account}</Link>
      </p>
      {order && (
        <Suspense fallback={null}>
          <PayDialog order={order} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** `/forum/partner-invite` for the table of addresses. */
export const joinPage = definePage({
  Component: JoinPage,
  queries: ({ search, viewerId }) => [
    ask(JoinPageDocument, {}),
    ...(viewerId === null ? [ask(InviteDocument, { code: inviteIn(search) })] : []),
  ],
});
