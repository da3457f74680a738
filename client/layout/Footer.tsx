import { useTexts } from "../i18n/texts.ts";
import { usePage } from "../platform/page.ts";
import { Slot } from "../plugins/Slot.tsx";
import { openShortcutSheet } from "../platform/shortcutSheet.ts";
import { useViewer } from "../session/useViewer.ts";
import { Link } from "../ui/Link.tsx";
import classes from "./Footer.module.css";
import { LanguageLink, ThemeButton } from "./HeaderTools.tsx";
import { layoutTexts } from "./layout.texts.ts";

/** Date of the version that the credit names (spec §1). */
const RELEASED = "2023-01-10";
const RECORDS = "https://beian.miit.gov.cn/";
const POLICE_RECORDS = "https://beian.mps.gov.cn/#/query/webSearch?code=";

/** Year and name of the site, what it runs on, and its filing record where the operator has entered one. */
export function Footer() {
  const t = useTexts(layoutTexts);
  const { site } = useViewer();
  const { now, platform } = usePage();
  const { record, recordCode } = site;
  return (
    <footer className={classes.footer} aria-label={t.footer}>
      {site.needsSetup && <p>{t.setupNeeded}</p>}
      <div className={classes.tools}>
        <ThemeButton />
        <LanguageLink />
        <Link className={classes.keys} to="/forum">
          {t.about}
        </Link>
        {platform === "pc" && (
          <button type="button" className={classes.keys} onClick={openShortcutSheet}>
            {t.shortcuts}
          </button>
        )}
      </div>
      <Slot area="plugin_index@copyright">
        <p>
          © {new Date(now).getUTCFullYear()} {site.name}
          <span className={classes.dot} aria-hidden="true" />
          <span title={RELEASED}>Powered by Luntan {site.version}</span>
        </p>
      </Slot>
      {(record || recordCode) && (
        <p className={classes.records}>
          {record && (
            <a href={RECORDS} rel="nofollow noreferrer">
              {record}
            </a>
          )}
          {recordCode && (
            <a href={POLICE_RECORDS + recordCode.replace(/\D/g, "")} rel="nofollow noreferrer">
              {recordCode}
            </a>
          )}
        </p>
      )}
    </footer>
  );
}
