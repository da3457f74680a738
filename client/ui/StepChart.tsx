import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import classes from "./StepChart.module.css";

/** In CSS pixels. */
const HEIGHT = 170;

/** The font of the page, which the library does not take by itself. */
const TICK = { fontFamily: "var(--font)", fontSize: 12, fill: "var(--text-3)" } as const;
const GRID_LINES = 4;
const AXIS_WIDTH = 40;

/** An axis whose every line has its number: steps of 1, 2 or 5 times a power of ten, up to above the highest value. */
function axisOf(values: readonly number[], leastStep: number, width: number) {
  const most = Math.max(leastStep, ...values);
  const wanted = Math.max(leastStep, most / GRID_LINES);
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= wanted)!;
  const ticks = Array.from({ length: GRID_LINES + 1 }, (_, line) => line * step);
  return { width, ticks, interval: 0, domain: [0, GRID_LINES * step], tick: TICK } as const;
}

interface Props {
  title: string;
  /** Sum of all steps, in words. */
  total?: string | undefined;
  color: string;
  /** Value of each step, by its label. */
  steps: readonly { readonly label: string; readonly value: number }[];
  /** Words of a value; the number itself unless given. */
  wordsOf?: (value: number) => string;
  /** Words of a value at the axis, where there is little room. */
  tickOf?: (value: number) => string;
  /** Room for the numbers at the axis, in CSS pixels. */
  axisWidth?: number;
  /** Least difference between two lines. */
  leastStep?: number;
}

/** Bars of one series over time. Measures its place, so it stands in a browser alone. */
export function StepChart({
  title,
  total,
  color,
  steps,
  wordsOf,
  tickOf,
  axisWidth = AXIS_WIDTH,
  leastStep = 1,
}: Props) {
  const axis = axisOf(
    steps.map(({ value }) => value),
    leastStep,
    axisWidth,
  );
  return (
    <figure className={classes.chart}>
      <h3>
        {title}
        {total !== undefined && <strong>{total}</strong>}
      </h3>
      <BarChart
        h={HEIGHT}
        data={[...steps]}
        dataKey="label"
        series={[{ name: "value", label: title, color }]}
        gridAxis="x"
        tickLine="none"
        textColor="var(--text-3)"
        gridColor="var(--line)"
        {...(wordsOf && { valueFormatter: wordsOf })}
        yAxisProps={{ ...axis, ...(tickOf && { tickFormatter: tickOf }) }}
        xAxisProps={{ interval: "preserveStartEnd", minTickGap: 24, tick: TICK }}
        barChartProps={{ margin: { top: 8, right: 4, bottom: 0, left: 0 }, barCategoryGap: "20%" }}
        barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
        tooltipAnimationDuration={0}
      />
    </figure>
  );
}
