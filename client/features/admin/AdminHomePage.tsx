import { Link } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { AdminOverviewDocument, type AdminOverviewQuery } from "../../gql/graphql.ts";
import { useAdminOverviewQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { useViewer } from "../../session/useViewer.ts";
import { QueryView } from "../../ui/QueryView.tsx";
import { statisticsAsk, StatisticsPanel } from "../statistics/StatisticsPanel.tsx";
import { AdminFrame } from "./AdminFrame.tsx";
import classes from "./AdminHomePage.module.css";
import { adminTexts } from "./admin.texts.ts";

graphql(`
  query AdminOverview {
    reviewCounts {
      threads
      posts
      reports
      members
    }
    processOverview {
      notShared
      together {
        host
        pid
        isCurrent
      }
    }
  }
`);

/** `/admin` — what there is to do, and how the forum grows. */
function AdminHomePage() {
  return (
    <AdminFrame page="overview">
      <Overview />
    </AdminFrame>
  );
}

function Overview() {
  const t = useTexts(adminTexts);
  const { site } = useViewer();
  const query = useAdminOverviewQuery();
  return (
    <>
      <QueryView query={query}>
        {({ reviewCounts, processOverview }) => (
          <section aria-labelledby="to-do">
            <ProcessNotice overview={processOverview} />
            <h2 id="to-do" className={classes.heading}>
              {t.toDo}
            </h2>
            <ul className={classes.counters}>
              {[
                { label: t.waitingThreads, to: "/admin/review", count: reviewCounts.threads },
                { label: t.waitingPosts, to: "/admin/review?kind=POST", count: reviewCounts.posts },
                { label: t.openReports, to: "/admin/review?kind=REPORT", count: reviewCounts.reports },
                {
                  label: t.waitingMembers,
                  to: "/admin/members?status=UNDER_REVIEW",
                  count: reviewCounts.members,
                },
              ].map(({ label, to, count }) => (
                <li key={to}>
                  <Link to={to} className="card" data-waits={count > 0 || undefined}>
                    <strong>{count}</strong>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </QueryView>
      <section aria-labelledby="totals">
        <h2 id="totals" className={classes.heading}>
          {t.totals}
        </h2>
        <dl className={`card ${classes.totals}`}>
          {[
            { label: t.threads, value: site.countThreads },
            { label: t.posts, value: site.countPosts },
            { label: t.members, value: site.countUsers },
          ].map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value.toLocaleString("en")}</dd>
            </div>
          ))}
        </dl>
      </section>
      <StatisticsPanel />
    </>
  );
}

/** Says that several processes serve the forum, and what works in part only meanwhile. */
function ProcessNotice({ overview }: { overview: AdminOverviewQuery["processOverview"] }) {
  const t = useTexts(adminTexts);
  const { together, notShared } = overview;
  if (together.length === 0) return null;
  return (
    <div role="alert" className={`card ${classes.notice}`}>
      <strong>{t.processes(together.length)}</strong>
      <p>
        {together
          .map(({ host, pid, isCurrent }) => `${host} (${pid}${isCurrent ? ` · ${t.thisProcess}` : ""})`)
          .join(", ")}
      </p>
      <p>{t.notShared}</p>
      <ul>
        {notShared.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  );
}

/** `/admin` for the table of addresses. */
export const adminHomePage = definePage({
  Component: AdminHomePage,
  needsLogin: true,
  queries: ({ search }) => [ask(AdminOverviewDocument, {}), statisticsAsk(search)],
});
