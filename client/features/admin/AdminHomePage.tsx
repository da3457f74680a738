import "@mantine/core/styles/Alert.layer.css";
import { Alert } from "@mantine/core";
import { Link } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { AdminOverviewDocument } from "../../gql/graphql.ts";
import { useAdminOverviewQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { useViewer } from "../../session/useViewer.ts";
import { QueryView } from "../../ui/QueryView.tsx";
import { LaunchChecklist } from "../checklist/LaunchChecklist.tsx";
import { HealthPanel } from "../statistics/HealthPanel.tsx";
import { statisticsAsk, StatisticsPanel } from "../statistics/StatisticsPanel.tsx";
import { AdminFrame } from "./AdminFrame.tsx";
import classes from "./AdminHomePage.module.css";
import { adminTexts } from "./admin.texts.ts";

graphql(`
  query AdminOverview {
    launchSteps {
      ...LaunchChecklist_step
    }
    siteHealth {
      ...HealthPanel_health
    }
    reviewCounts {
      ...ToDo_counts
    }
    processOverview {
      ...ProcessAlert_overview
    }
  }
`);

/** `/admin` — shows what there is to do, and the growth of the forum. */
function AdminHomePage() {
  return (
    <AdminFrame page="overview">
      <Overview />
    </AdminFrame>
  );
}

function Overview() {
  const query = useAdminOverviewQuery();
  return (
    <>
      <QueryView query={query}>
        {({ launchSteps, siteHealth, reviewCounts, processOverview }) => (
          <>
            <LaunchChecklist steps={launchSteps} />
            <ProcessAlert overview={processOverview} />
            <ToDo counts={reviewCounts} />
            <HealthPanel health={siteHealth} />
          </>
        )}
      </QueryView>
      <Totals />
      <StatisticsPanel />
    </>
  );
}

const ToDo_counts = graphql(`
  fragment ToDo_counts on ReviewCounts {
    threads
    posts
    reports
    members
  }
`);

/** Counts of what waits for a decision, each a way to its list. */
function ToDo({ counts: masked }: { counts: FragmentType<typeof ToDo_counts> }) {
  const counts = readFragment(ToDo_counts, masked);
  const t = useTexts(adminTexts);
  const tasks = [
    { label: t.waitingThreads, to: "/admin/review?kind=THREAD", count: counts.threads },
    { label: t.waitingPosts, to: "/admin/review?kind=POST", count: counts.posts },
    { label: t.openReports, to: "/admin/review?kind=REPORT", count: counts.reports },
    { label: t.waitingMembers, to: "/admin/members?status=UNDER_REVIEW", count: counts.members },
  ];
  return (
    <section aria-labelledby="to-do">
      <h2 id="to-do" className={classes.heading}>
        {t.toDo}
      </h2>
      <ul className={classes.counters}>
        {tasks.map(({ label, to, count }) => (
          <li key={to}>
            <Link to={to} className="card" data-waits={count > 0 || undefined}>
              <strong>{count}</strong>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Totals() {
  const t = useTexts(adminTexts);
  const { site } = useViewer();
  const totals = [
    { label: t.threads, value: site.countThreads },
    { label: t.posts, value: site.countPosts },
    { label: t.members, value: site.countUsers },
  ];
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" className={classes.heading}>
        {t.totals}
      </h2>
      <dl className={`card ${classes.totals}`}>
        {totals.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value.toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const ProcessAlert_overview = graphql(`
  fragment ProcessAlert_overview on ProcessOverview {
    notShared
    together {
      host
      pid
      isCurrent
    }
  }
`);

/** Warns that several processes serve the forum, and names what works only in part meanwhile. */
function ProcessAlert({ overview }: { overview: FragmentType<typeof ProcessAlert_overview> }) {
  const t = useTexts(adminTexts);
  const { together, notShared } = readFragment(ProcessAlert_overview, overview);
  if (together.length === 0) return null;
  return (
    <Alert
      title={t.processes(together.length)}
      classNames={{ root: classes.alert!, title: classes.alertTitle!, message: classes.alertMessage! }}
    >
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
    </Alert>
  );
}

/** `/admin` for the table of addresses. */
export const adminHomePage = definePage({
  Component: AdminHomePage,
  needsLogin: true,
  queries: ({ search }) => [ask(AdminOverviewDocument, {}), statisticsAsk(search)],
});
