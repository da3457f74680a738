import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { useSlowRoute } from "../platform/routeProgress.ts";
import classes from "./ProgressLine.module.css";

/** A thin line at the top of the window while the next page is on its way; skeletons hide it. */
export function ProgressLine() {
  const t = useTexts(commonTexts);
  return useSlowRoute() && <div className={classes.line} role="progressbar" aria-label={t.loading} />;
}
