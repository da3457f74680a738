import { useTexts } from "../../i18n/texts.ts";
import type { Difference } from "./difference.ts";
import classes from "./DifferenceList.module.css";
import { saveTexts } from "./save.texts.ts";

/** List of what a save changes: the old value struck out, the new one beside it. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  const t = useTexts(saveTexts);
  return (
    <ul className={classes.list} aria-label={t.difference}>
      {differences.map(({ key, label, before, after }) => (
        <li key={key}>
          <span className={classes.label}>{label}</span>
          <del>
            <span className="visually-hidden">{t.before}</span>
            {before === "" ? t.empty : before}
          </del>
          <ins>
            <span className="visually-hidden">{t.after}</span>
            {after === "" ? t.empty : after}
          </ins>
        </li>
      ))}
    </ul>
  );
}
