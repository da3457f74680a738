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

/** The font of the page, which the library does not take by itself. */
const TICK = { fontFamily: "var(--font)", fontSize: 12, fill: "var(--text-3)" } as const;
const GRID_LINES = 4;

/** An axis whose every line has its number: steps of 1, 2 or 5 times a power of ten, up to above the highest value. */
function axisOf(values: readonly number[]) {
  const least = Math.max(1, ...values) / GRID_LINES;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((times) => times * power).find((each) => each >= least)!,
  );
  const ticks = Array.from({ length: GRID_LINES + 1 }, (_, line) => line * step);
  return { width: 40, ticks, interval: 0, domain: [0, GRID_LINES * step], tick: TICK } as const;
}

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
            yAxisProps={axisOf(steps.map((step) => step[key]))}
            xAxisProps={{ interval: "preserveStartEnd", minTickGap: 24, tick: TICK }}
            barChartProps={{ margin: { top: 8, right: 4, bottom: 0, left: 0 }, barCategoryGap: "20%" }}
            barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
            tooltipAnimationDuration={0}
          />
        </figure>
      ))}
    </>
  );
}
