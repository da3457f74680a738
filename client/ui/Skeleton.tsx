import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import classes from "./Skeleton.module.css";

/** Grey lines in the place of content that is on its way. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  const t = useTexts(commonTexts);
  return (
    <div className={`card ${classes.skeleton}`} role="status" aria-label={t.loading} data-skeleton="">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes.row}>
          <span className={classes.dot} />
          <span className={classes.lines}>
            <span className={classes.line} />
            <span className={classes.line} />
          </span>
        </div>
      ))}
    </div>
  );
}
