import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { statisticsTexts } from "./statistics.texts.ts";
import classes from "./StatisticsPanel.module.css";

/** In CSS pixels. */
const HEIGHT = 170;

interface Step {
  from: string;
  threads: number;
  posts: number;
  members: number;
  activeMembers: number;
}

const SERIES = [
  { key: "threads", color: "var(--accent)" },
  { key: "posts", color: "var(--accent)" },
  { key: "members", color: "var(--success)" },
  { key: "activeMembers", color: "var(--success)" },
] as const;

/** Four charts with one series each: their scales differ too much for one. */
export function StatisticsChart({ steps }: { steps: readonly Step[] }) {
  const t = useTexts(statisticsTexts);
  const locale = useLocale();
  const data = steps.map((step) => ({ ...step, label: step.from.slice(5) }));
  return (
    <>
      {SERIES.map(({ key, color }) => (
        <figure key={key} className={classes.chart}>
          <h3>
            {t[key]}
            {key !== "activeMembers" && (
              <strong>{steps.reduce((sum, step) => sum + step[key], 0).toLocaleString(locale)}</strong>
            )}
          </h3>
          <BarChart
            h={HEIGHT}
            data={data}
            dataKey="label"
            series={[{ name: key, label: t[key], color }]}
            gridAxis="x"
            tickLine="none"
            textColor="var(--text-3)"
            gridColor="var(--line)"
            yAxisProps={{ width: 32, allowDecimals: false }}
            xAxisProps={{ interval: "preserveStartEnd", minTickGap: 16 }}
            barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
            tooltipAnimationDuration={0}
          />
        </figure>
      ))}
    </>
  );
}
