import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { StatusPageDocument } from "../../gql/graphql.ts";
import { useStatusPageQuery } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { layoutTexts } from "../../layout/layout.texts.ts";
import { PageHead } from "../../layout/PageHead.tsx";
import { definePage } from "../../page.ts";
import { useClock } from "../../platform/clock.tsx";
import { STATUS_PATH, SUPPLEMENTARY_PATH } from "../../session/useStanding.ts";
import { loginAddress } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Time } from "../../ui/Time.tsx";
import { fullTimeText } from "../../ui/timeText.ts";
import { HomeCountdown } from "./HomeCountdown.tsx";
import { statusTexts } from "./status.texts.ts";
import classes from "./StatusPage.module.css";

graphql(`
  query StatusPage {
    viewer {
      id
      nickname
      status
      statusReason
      bannedUntil
      silence {
        until
        reason
      }
      createdAt
    }
    site {
      asksSignInFields
      owner {
        id
        nickname
      }
    }
  }
`);

/**
 * `/user/status` — how the viewer's account stands, why, and what can be done. All of it is the server's; old clients
 * put a code and a text into the address, which anybody could have made, so neither is shown.
 */
function StatusPage() {
  const t = useTexts(statusTexts);
  const query = useStatusPageQuery({ fetchPolicy: "cache-and-network" });
  return (
    <QueryView query={query} optional={["viewer"]}>
      {({ viewer, site }) => {
        const status = viewer ? (viewer.status ?? "NORMAL") : "VISITOR";
        const silence = status === "NORMAL" ? viewer?.silence : null;
        const standing = silence ? "SILENCED" : status;
        const reason = silence ? silence.reason : viewer?.statusReason;
        const until = silence ? silence.until : viewer?.bannedUntil;
        return (
          <section className="card">
            <PageHead title={t[standing]} noIndex />
            <EmptyState
              isWholePage
              title={t[standing]}
              text={standing === "BANNED" && until ? t.whatBANNED_UNTIL : t[`what${standing}`]}
              action={
                <div className={classes.facts}>
                  {reason && (
                    <p className={classes.reason}>
                      <bdi>{t.reason(reason)}</bdi>
                    </p>
                  )}
                  {until && (
                    <p>
                      {silence ? t.silencedUntil : t.until} <Moment value={until} />
                    </p>
                  )}
                  {standing === "UNDER_REVIEW" && <HomeCountdown />}
                  {viewer && standing !== "NORMAL" && site?.owner && (
                    <p>
                      {t.contact}{" "}
                      <Link to={`/user/${site.owner.id}`}>
                        <bdi>{site.owner.nickname}</bdi>
                      </Link>
                    </p>
                  )}
                  {viewer && (
                    <p className={classes.account}>
                      {t.account} <bdi>{viewer.nickname}</bdi> · {t.since} <Time value={viewer.createdAt} />
                    </p>
                  )}
                  <Ways standing={standing} canImprove={Boolean(site?.asksSignInFields)} />
                </div>
              }
            />
          </section>
        );
      }}
    </QueryView>
  );
}

/** Ways on from here: to the sign-in, to the questions of the site, home. */
function Ways({ standing, canImprove }: { standing: string; canImprove: boolean }) {
  const t = useTexts(statusTexts);
  const layout = useTexts(layoutTexts);
  const common = useTexts(commonTexts);
  const isMissing = standing === "FIELDS_MISSING";
  const isRefused = standing === "REFUSED" || standing === "IGNORED";
  const canAnswer = isMissing || (isRefused && canImprove);
  const isVisitor = standing === "VISITOR";
  return (
    <>
      {isVisitor && (
        <Button to={loginAddress(STATUS_PATH)} variant="primary">
          {common.signIn}
        </Button>
      )}
      {canAnswer && (
        <Button to={SUPPLEMENTARY_PATH} variant="primary">
          {isMissing ? t.fillIn : t.improve}
        </Button>
      )}
      <Button to="/" variant={isVisitor || canAnswer ? "default" : "primary"}>
        {layout.home}
      </Button>
    </>
  );
}

/** A moment to come, exact: in UTC as the server writes it, then in the time of the device. */
function Moment({ value }: { value: string }) {
  const { isLive } = useClock();
  const text = isLive ? fullTimeText(new Date(value)) : `${value.slice(0, 16).replace("T", " ")} UTC`;
  return <time dateTime={value}>{text}</time>;
}

/** `/user/status` for the table of addresses. */
export const statusPage = definePage({
  Component: StatusPage,
  queries: () => [ask(StatusPageDocument, {})],
});
