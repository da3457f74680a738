import { useState } from "react";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import {
  InviteDocument,
  InviteePageDocument,
  InvitePageDocument,
  type InviteePageQuery,
  type InvitePageQuery,
} from "../../gql/graphql.ts";
import { useInviteePageQuery, useInvitePageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Frame } from "../../layout/Frame.tsx";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { moneyText } from "../../platform/money.ts";
import { LOGIN_PATH, REGISTER_PATH, useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { Time } from "../../ui/Time.tsx";
import classes from "./Invitations.module.css";
import { invitationTexts } from "./invitations.texts.ts";
import { InviteField } from "./InviteField.tsx";
import { InviteLink } from "./InviteLink.tsx";
import { NewCodeForm } from "./NewCodeForm.tsx";
import { inviteIn, useInvite } from "./useInvite.ts";
import { useRevoke } from "./useRevoke.ts";

graphql(`
  query InvitePage($after: String) {
    invitationOverview {
      path
      needsCode
      viewerCanCreate
      inviteeCount
      earnedCents
      sharePercent
      sharesJoining
      sharesIncome
    }
    ownInvitations(first: 10, after: $after) {
      nodes {
        id
        code
        path
        state
        maxUses
        useCount
        expiresAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
graphql(`
  query InviteePage($after: String) {
    invitees(first: 20, after: $after) {
      nodes {
        id
        acceptedAt
        earnedCents
        user {
          id
          nickname
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

type Overview = InvitePageQuery["invitationOverview"];
type Code = InvitePageQuery["ownInvitations"]["nodes"][number];

const FIRST = { after: null };

/** `/invite` — takes the code of visitors; members see their link, their codes, who came and what they brought. */
function InvitePage() {
  const { viewer } = useViewer();
  return <Frame narrow>{viewer ? <Centre /> : <Invited />}</Frame>;
}

/** The code that a visitor was given, and the way in. */
function Invited() {
  const t = useTexts(invitationTexts);
  const { site } = useViewer();
  const invite = useInvite();
  return (
    <>
      <PageHead title={t.invitedTitle(site.name)} noIndex />
      <section className={`card ${classes.panel}`}>
        <h1 className={classes.title}>
          <bdi>{t.invitedTitle(site.name)}</bdi>
        </h1>
        <p className={classes.quiet}>{site.introduction || t.invitedLead}</p>
        <InviteField invite={invite} isOpen />
        {site.isRegister ? (
          <div className={classes.buttons}>
            <Button variant="primary" size="lg" to={REGISTER_PATH}>
              {t.register}
            </Button>
            <Link to={LOGIN_PATH}>{t.signIn}</Link>
          </div>
        ) : (
          <p>{t.closed}</p>
        )}
      </section>
    </>
  );
}

/** The invitations of a member. */
function Centre() {
  const t = useTexts(invitationTexts);
  const query = useInvitePageQuery({ variables: FIRST, fetchPolicy: "cache-and-network" });
  return (
    <>
      <PageHead title={t.title} noIndex />
      <h1 className={classes.title}>{t.title}</h1>
      <QueryView query={query}>
        {({ invitationOverview: overview, ownInvitations: { nodes } }) => (
          <>
            <section className={`card ${classes.panel}`} aria-labelledby="own-link">
              <h2 id="own-link">{t.ownLink}</h2>
              {overview.needsCode ? (
                <p className={classes.quiet}>{t.linkNeedsCode}</p>
              ) : (
                <>
                  <p className={classes.quiet}>{t.ownLinkText}</p>
                  <InviteLink path={overview.path} />
                </>
              )}
              <Figures overview={overview} />
            </section>
            {(overview.viewerCanCreate || nodes.length > 0) && (
              <section className="card" aria-labelledby="own-codes">
                <div className={classes.head}>
                  <h2 id="own-codes">{t.codes}</h2>
                </div>
                {overview.viewerCanCreate && (
                  <div className={classes.panel}>
                    <NewCodeForm onCreated={() => query.refetch()} />
                  </div>
                )}
                <Codes codes={nodes} />
                <LoadMore query={query} of="ownInvitations" />
              </section>
            )}
          </>
        )}
      </QueryView>
      <Invitees />
    </>
  );
}

function Figures({ overview }: { overview: Overview }) {
  const t = useTexts(invitationTexts);
  const { inviteeCount, earnedCents, sharePercent, sharesIncome, sharesJoining } = overview;
  const of = sharesIncome ? (sharesJoining ? t.ofBoth : t.ofIncome) : sharesJoining ? t.ofJoining : null;
  return (
    <>
      <dl className={classes.figures}>
        <div>
          <dt>{t.came}</dt>
          <dd>{t.people(inviteeCount)}</dd>
        </div>
        <div>
          <dt>{t.earned}</dt>
          <dd>{moneyText(earnedCents)}</dd>
        </div>
        <div>
          <dt>{t.share}</dt>
          <dd>{of ? `${sharePercent}%` : t.noShare}</dd>
        </div>
      </dl>
      {of && (
        <p className={classes.quiet}>
          {t.shareOf(of)} {t.frozen}
        </p>
      )}
    </>
  );
}

/** Codes that the viewer has made, with their links. */
function Codes({ codes }: { codes: readonly Code[] }) {
  const t = useTexts(invitationTexts);
  const revoke = useRevoke();
  const [shown, setShown] = useState<Code | null>(null);
  if (codes.length === 0) return <EmptyState title={t.noCodes} />;
  return (
    <>
      <ul>
        {codes.map((each) => (
          <li key={each.id} className={classes.row}>
            <div className={classes.what}>
              <span className={classes.code}>{each.code}</span>
              <span className={classes.when}>
                {t[each.state]} · {t.used(each.useCount, each.maxUses ?? null)}
                {each.state === "OPEN" && each.expiresAt && (
                  <>
                    {" · "}
                    {t.until} <Time value={each.expiresAt} />
                  </>
                )}
              </span>
            </div>
            {each.state === "OPEN" && (
              <>
                <Button size="sm" aria-label={t.showOf(each.code)} onClick={() => setShown(each)}>
                  {t.show}
                </Button>
                <Button
                  size="sm"
                  variant="subtle"
                  aria-label={t.revokeOf(each.code)}
                  onClick={() => void revoke(each)}
                >
                  {t.revoke}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <Sheet title={t.showOf(shown.code)} onClose={() => setShown(null)}>
          <InviteLink path={shown.path} />
        </Sheet>
      )}
    </>
  );
}

/** Members who came by the viewer, and what they brought. */
function Invitees() {
  const t = useTexts(invitationTexts);
  const query = useInviteePageQuery({ variables: FIRST, fetchPolicy: "cache-and-network" });
  return (
    <section className="card" aria-labelledby="invitees">
      <div className={classes.head}>
        <h2 id="invitees">{t.came}</h2>
      </div>
      <QueryView query={query}>
        {({ invitees: { nodes } }) =>
          nodes.length === 0 ? (
            <EmptyState title={t.nobody} text={t.nobodyText} />
          ) : (
            <InviteeRows rows={nodes} />
          )
        }
      </QueryView>
      <LoadMore query={query} of="invitees" />
    </section>
  );
}

function InviteeRows({ rows }: { rows: InviteePageQuery["invitees"]["nodes"] }) {
  const t = useTexts(invitationTexts);
  return (
    <ul>
      {rows.map(({ id, user, acceptedAt, earnedCents }) => (
        <li key={id} className={classes.row}>
          <div className={classes.what}>
            {user ? (
              <Link to={`/user/${id}`}>
                <bdi>{user.nickname}</bdi>
              </Link>
            ) : (
              t.gone
            )}
            <Time value={acceptedAt} className={classes.when!} />
          </div>
          <span className={classes.sum}>{moneyText(earnedCents)}</span>
        </li>
      ))}
    </ul>
  );
}

/** `/invite` for the table of addresses. */
export const invitePage = definePage({
  Component: InvitePage,
  queries: ({ search, viewerId }) =>
    viewerId === null
      ? [ask(InviteDocument, { code: inviteIn(search) })]
      : [ask(InvitePageDocument, FIRST), ask(InviteePageDocument, FIRST)],
});
