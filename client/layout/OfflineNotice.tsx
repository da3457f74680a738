import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { useLine } from "../platform/offline.ts";
import { layoutTexts } from "./layout.texts.ts";
import classes from "./OfflineNotice.module.css";

/** Says that the line is cut, as long as it is; lies over the page, so nothing moves. */
export function OfflineNotice() {
  const t = useTexts(layoutTexts);
  const common = useTexts(commonTexts);
  const { isOffline, check } = useLine();
  return (
    <div className={classes.place} role="status">
      {isOffline && (
        <p className={classes.notice}>
          {t.offline}
          <button type="button" className={classes.retry} onClick={() => void check()}>
            {common.retry}
          </button>
        </p>
      )}
    </div>
  );
}
