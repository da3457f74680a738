import { useTexts } from "../i18n/texts.ts";
import { usePage } from "../platform/page.ts";
import { useViewer } from "../session/useViewer.ts";
import classes from "./Footer.module.css";
import { layoutTexts } from "./layout.texts.ts";

/** Year and name of the site, what it runs on, and its filing record where the operator has entered one. */
export function Footer() {
  const t = useTexts(layoutTexts);
  const { site } = useViewer();
  const { now } = usePage();
  return (
    <footer className={classes.footer} aria-label={t.footer}>
      {site.needsSetup && <p>{t.setupNeeded}</p>}
      <p>
        © {new Date(now).getUTCFullYear()} {site.name}
        <span className={classes.dot} aria-hidden="true" />
        Powered by Luntan {site.version}
      </p>
      {(site.record || site.recordCode) && (
        <p>
          {site.record && (
            <a href="https://beian.miit.gov.cn/" rel="nofollow noreferrer">
              {site.record}
            </a>
          )}{" "}
          {site.recordCode}
        </p>
      )}
    </footer>
  );
}
