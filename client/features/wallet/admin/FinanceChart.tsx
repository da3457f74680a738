import { useTexts } from "../../../i18n/texts.ts";
import { moneyText } from "../../../platform/money.ts";
import { StepChart } from "../../../ui/StepChart.tsx";
import { financeTexts } from "./finance.texts.ts";

interface Step {
  from: string;
  incomeCents: number;
  withdrawnCents: number;
  profitCents: number;
  orderCount: number;
}

const SERIES = [
  { key: "incomeCents", title: "INCOME", color: "var(--accent)" },
  { key: "profitCents", title: "PROFIT", color: "var(--success)" },
  { key: "withdrawnCents", title: "WITHDRAWN", color: "var(--accent)" },
] as const;
/** One yuan: finer lines than that say nothing. */
const YUAN_CENTS = 100;
const AXIS_WIDTH = 64;

/** Charts of what members paid, of what the site earned and paid out, and of orders. */
export function FinanceChart({ steps }: { steps: readonly Step[] }) {
  const t = useTexts(financeTexts);
  const labelled = (valueOf: (step: Step) => number) =>
    steps.map((step) => ({ label: step.from.slice(5), value: valueOf(step) }));
  const sum = (valueOf: (step: Step) => number) => steps.reduce((total, step) => total + valueOf(step), 0);
  return (
    <>
      {SERIES.map(({ key, title, color }) => (
        <StepChart
          key={key}
          title={t[title]}
          total={moneyText(sum((step) => step[key]))}
          color={color}
          steps={labelled((step) => step[key])}
          wordsOf={(cents) => moneyText(cents)}
          tickOf={(cents) => moneyText(cents).replace(/\.00$/, "")}
          axisWidth={AXIS_WIDTH}
          leastStep={YUAN_CENTS}
        />
      ))}
      <StepChart
        title={t.orders}
        total={String(sum(({ orderCount }) => orderCount))}
        color="var(--success)"
        steps={labelled(({ orderCount }) => orderCount)}
        axisWidth={AXIS_WIDTH}
      />
    </>
  );
}
