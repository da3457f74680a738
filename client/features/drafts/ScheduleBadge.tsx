import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { IconClock } from "../../ui/icons.tsx";
import classes from "./ScheduleBadge.module.css";
import { schedulingTexts } from "./scheduling.texts.ts";
import { useTimeText } from "./useTimeText.ts";

const ScheduleBadge_draft = graphql(`
  fragment ScheduleBadge_draft on Draft {
    publishAt
    problem {
      message
    }
  }
`);

/** Time at which a draft will be published, or why it was not; nothing for a plain draft. */
export function ScheduleBadge({ draft }: { draft: FragmentType<typeof ScheduleBadge_draft> }) {
  const { publishAt, problem } = readFragment(ScheduleBadge_draft, draft);
  const t = useTexts(schedulingTexts);
  const timeText = useTimeText();
  if (publishAt != null) {
    return (
      <span className={classes.badge}>
        <IconClock size={14} aria-hidden="true" />
        <time dateTime={publishAt}>{t.due(timeText(publishAt))}</time>
      </span>
    );
  }
  return problem ? <span className={classes.problem}>{t.refused(problem.message)}</span> : null;
}
