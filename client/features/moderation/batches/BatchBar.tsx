import { lazy, Suspense, useState } from "react";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { BatchAction } from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Choice, Select } from "../../../ui/Select.tsx";
import panels from "../../../ui/panels.module.css";
import classes from "./BatchBar.module.css";
import type { BatchPlan } from "./batchDifferences.ts";
import { batchTexts } from "./batches.texts.ts";

const BatchDialog = lazy(() => import("./BatchDialog.tsx").then((m) => ({ default: m.BatchDialog })));

const BatchBar_thread = graphql(`
  fragment BatchBar_thread on Thread {
    id
    ...BatchDifferences_thread
  }
`);

/** Lists of threads that batches start from. */
export type BatchList = "live" | "pending" | "hidden" | "deleted";

/** Actions of each list, besides moving. */
const ACTIONS: Readonly<Record<BatchList, readonly BatchAction[]>> = {
  live: ["PIN", "UNPIN", "FEATURE", "UNFEATURE", "HIDE", "DELETE"],
  pending: ["SHOW", "HIDE", "DELETE"],
  hidden: ["SHOW", "DELETE"],
  deleted: ["RESTORE"],
};

interface Props {
  list: BatchList;
  threads: readonly FragmentType<typeof BatchBar_thread>[];
  selected: ReadonlySet<string>;
  categories: readonly Choice[];
  onDone: (batchId: string, count: number) => Promise<unknown>;
}

/** Bar with the actions on the selected threads; each opens a preview of its changes. */
export function BatchBar({ list, threads: masked, selected, categories, onDone }: Props) {
  const threads = readFragment(BatchBar_thread, masked).filter(({ id }) => selected.has(id));
  const t = useTexts(batchTexts);
  const [plan, setPlan] = useState<BatchPlan | null>(null);
  if (threads.length === 0) return null;

  return (
    <div className={classes.bar} role="region" aria-label={t.selected(threads.length)}>
      <div className={panels.row}>
        <strong>{t.selected(threads.length)}</strong>
        {list !== "deleted" && (
          <Select
            label={t.MOVE}
            hideLabel
            value=""
            onValue={(categoryId) =>
              categoryId &&
              setPlan({
                action: "MOVE",
                categoryId,
                categoryName: categories.find(({ value }) => value === categoryId)!.label,
              })
            }
            choices={[{ value: "", label: t.MOVE }, ...categories]}
            className={classes.move ?? ""}
          />
        )}
        {ACTIONS[list].map((action) => (
          <Button
            key={action}
            size="sm"
            {...(action === "DELETE" ? { variant: "danger" as const } : {})}
            onClick={() => setPlan({ action })}
          >
            {t[action]}
          </Button>
        ))}
      </div>
      {plan && (
        <Suspense fallback={null}>
          <BatchDialog plan={plan} threads={threads} onClose={() => setPlan(null)} onDone={onDone} />
        </Suspense>
      )}
    </div>
  );
}
