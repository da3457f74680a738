import type { ReactNode } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { IconCheck } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { checklistTexts } from "./checklist.texts.ts";
import classes from "./LaunchChecklist.module.css";

const LaunchChecklist_step = graphql(`
  fragment LaunchChecklist_step on LaunchStep {
    key
    isDone
  }
`);

/** Addresses at which each step is done. */
const PLACES = {
  NAME: "/admin/start?step=1",
  LOOKS: "/admin/brand",
  CATEGORIES: "/admin/start?step=2",
  MAIL: "/admin/start?step=3",
  THREAD: "/thread/post",
  MEMBER: "/admin/start?step=4",
  REPLY: "/admin/start?step=4",
} as const;

interface Props {
  steps: readonly FragmentType<typeof LaunchChecklist_step>[];
  /** Stands below the steps. */
  end?: ReactNode;
}

/** Steps before a forum is open; gone once all of them are done. */
export function LaunchChecklist({ steps: masked, end }: Props) {
  const steps = readFragment(LaunchChecklist_step, masked);
  const t = useTexts(checklistTexts);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <section className={`card ${classes.checklist}`} aria-labelledby="launch">
      <div className={classes.head}>
        <h2 id="launch">{t.title(done, steps.length)}</h2>
        <Button size="sm" to="/admin/start">
          {t.wizard}
        </Button>
      </div>
      <progress className={classes.progress} max={steps.length} value={done} aria-labelledby="launch" />
      <ol>
        {steps.map(({ key, isDone }) => (
          <li key={key} data-done={isDone || undefined}>
            <span className={classes.mark} aria-hidden="true">
              {isDone && <IconCheck size={14} stroke={3} />}
            </span>
            {isDone ? (
              <span>
                {t[key]}
                <span className="visually-hidden">{t.isDone}</span>
              </span>
            ) : (
              <Link to={PLACES[key]}>{t[key]}</Link>
            )}
          </li>
        ))}
      </ol>
      {end}
    </section>
  );
}
