import { useContext } from "react";
import { useNavigate } from "react-router-dom";
import { useTexts } from "../i18n/texts.ts";
import { usePage } from "../platform/page.ts";
import { Button } from "../ui/Button.tsx";
import { errorPageTexts } from "./errorPages.texts.ts";
import { HeadContext } from "./head.ts";
import classes from "./NotFound.module.css";
import { PageHead } from "./PageHead.tsx";

const NOT_FOUND = 404;

/** The view of a place where there is nothing (any more), with a way back. */
export function NotFound() {
  const t = useTexts(errorPageTexts);
  const { platform } = usePage();
  const navigate = useNavigate();
  const collector = useContext(HeadContext);
  collector?.answer(NOT_FOUND);

  // A phone only ever goes back; at a desk, whoever came from nowhere goes home.
  const goBack = () => void (platform === "pc" && history.length <= 1 ? navigate("/") : navigate(-1));

  return (
    <section className={classes.notFound}>
      <PageHead title={t.notFoundTitle} noIndex />
      <svg className={classes.picture} viewBox="0 0 240 130" role="img" aria-label="404">
        <g fill="none" strokeWidth="10" strokeLinecap="round" strokeLinejoin="round">
          <path className={classes.digit} d="M52 24 18 78h44M52 56v48" />
          <path className={classes.digit} d="M212 24l-34 54h44M212 56v48" />
          <path
            className={classes.bubble}
            d="M120 22c-24 0-40 16-40 37 0 12 6 22 15 29l-3 20 19-12c3 .6 6 1 9 1 24 0 40-17 40-38s-16-37-40-37Z"
          />
          <path className={classes.face} d="M106 52v6M134 52v6M106 76c8-8 20-8 28 0" strokeWidth="6" />
        </g>
      </svg>
      <h1 className="visually-hidden">{t.notFoundTitle}</h1>
      <p className={classes.text}>{t.notFoundText}</p>
      <div className={classes.action} data-platform={platform}>
        <Button variant="primary" size="lg" onClick={goBack}>
          {t.backToPrevious}
        </Button>
      </div>
    </section>
  );
}
