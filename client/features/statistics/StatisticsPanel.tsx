import { lazy, Suspense, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router-dom";
import { ask, type Ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import {
  StatisticsPanelDocument,
  type StatisticsPanelQuery,
  type StatisticsUnit,
} from "../../gql/graphql.ts";
import { useStatisticsPanelQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import panels from "../../ui/panels.module.css";
import { statisticsTexts } from "./statistics.texts.ts";
import classes from "./StatisticsPanel.module.css";

const StatisticsChart = lazy(() =>
  import("./StatisticsChart.tsx").then((m) => ({ default: m.StatisticsChart })),
);

graphql(`
  query StatisticsPanel($unit: StatisticsUnit!) {
    statistics(unit: $unit) {
      from
      threads
      posts
      members
      activeMembers
    }
  }
`);

type Step = StatisticsPanelQuery["statistics"][number];

const COUNTS = ["threads", "posts", "members", "activeMembers"] as const;
const UNITS: readonly StatisticsUnit[] = ["DAY", "WEEK", "MONTH"];
const never = () => () => undefined;

function unitOf(search: URLSearchParams): StatisticsUnit {
  return UNITS.find((unit) => unit === search.get("unit")) ?? "DAY";
}

/** Query of the panel at an address, for the server. */
export function statisticsAsk(search: URLSearchParams): Ask {
  return ask(StatisticsPanelDocument, { unit: unitOf(search) });
}

/** Stands where the charts will. */
function Waiting() {
  return COUNTS.map((key) => <div key={key} className={classes.waiting} aria-hidden="true" />);
}

/** Charts of what happened lately, and the same numbers as a table. */
export function StatisticsPanel() {
  const t = useTexts(statisticsTexts);
  const [search] = useSearchParams();
  const unit = unitOf(search);
  const query = useStatisticsPanelQuery({ variables: { unit } });
  const columns: readonly Column<Step>[] = [
    { key: "from", header: t.from, nowrap: true, phone: "title", cell: ({ from }) => from },
    ...COUNTS.map((key): Column<Step> => ({
      key,
      header: t[key],
      numeric: true,
      phone: "labelled",
      cell: (step) => step[key],
    })),
  ];
  // Charts measure their place, which only a browser can.
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

  return (
    <section className={`card ${panels.panel}`} aria-labelledby="statistics">
      <div className={panels.head}>
        <h2 id="statistics">{t.title}</h2>
        <Tabs
          label={t.unit}
          current={unit}
          tabs={UNITS.map((key) => ({
            key,
            label: t[key],
            to: key === "DAY" ? "/admin" : `/admin?unit=${key}`,
          }))}
        />
      </div>
      <QueryView
        query={query}
        skeleton={
          <div className={classes.charts}>
            <Waiting />
          </div>
        }
      >
        {({ statistics }) => (
          <>
            <div className={classes.charts}>
              {!inBrowser && <Waiting />}
              {inBrowser && (
                <Suspense fallback={<Waiting />}>
                  <StatisticsChart steps={statistics} />
                </Suspense>
              )}
            </div>
            <details className={classes.numbers}>
              <summary>{t.numbers}</summary>
              <DataTable
                caption={t.title}
                columns={columns}
                rows={statistics.toReversed()}
                keyOf={({ from }) => from}
                empty={null}
              />
            </details>
          </>
        )}
      </QueryView>
    </section>
  );
}
