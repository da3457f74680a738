import { useLocale, useTexts } from "../../i18n/texts.ts";
import { StepChart } from "../../ui/StepChart.tsx";
import { statisticsTexts } from "./statistics.texts.ts";

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
  return (
    <>
      {SERIES.map(({ key, color }) => (
        <StepChart
          key={key}
          title={t[key]}
          // Somebody who was here in two steps is one member.
          total={
            key === "activeMembers"
              ? undefined
              : steps.reduce((sum, step) => sum + step[key], 0).toLocaleString(locale)
          }
          color={color}
          steps={steps.map((step) => ({ label: step.from.slice(5), value: step[key] }))}
        />
      ))}
    </>
  );
}
