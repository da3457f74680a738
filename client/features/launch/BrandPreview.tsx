import type { CSSProperties } from "react";
import { useTexts } from "../../i18n/texts.ts";
import type { AccentPreview } from "./AccentField.tsx";
import classes from "./Launch.module.css";
import { launchTexts } from "./launch.texts.ts";

interface Props {
  name: string;
  sentence: string;
  logo: string;
  preview: AccentPreview | undefined;
}

/** Header and a row of the forum in both themes, as they will be. */
export function BrandPreview({ preview, ...brand }: Props) {
  const t = useTexts(launchTexts);
  return (
    <section className={classes.previews} aria-label={t.preview}>
      {(["light", "dark"] as const).map((theme) => {
        const colors = preview?.[theme];
        const style = colors && {
          "--accent": colors.accent,
          "--accent-text": colors.text,
          "--accent-soft": colors.soft,
        };
        return (
          <figure key={theme}>
            <figcaption>{t[theme]}</figcaption>
            <div className={`${classes.sample} ${classes[theme]}`} style={style as CSSProperties}>
              <Sample {...brand} />
            </div>
          </figure>
        );
      })}
    </section>
  );
}

function Sample({ name, sentence, logo }: Omit<Props, "preview">) {
  const t = useTexts(launchTexts);
  return (
    <>
      <div className={classes.sampleHead}>
        {logo ? <img src={logo} alt="" /> : <span className={classes.mark} aria-hidden="true" />}
        <strong>{name}</strong>
        <span className={classes.sampleButton}>{t.sampleButton}</span>
      </div>
      {sentence && <p className={classes.sampleSentence}>{sentence}</p>}
      <div className={classes.sampleRow}>
        <span className={classes.sampleTab}>{t.sampleTab}</span>
        <b>{t.sampleThread}</b>
        <span className={classes.sampleLink}>{t.sampleReply}</span>
      </div>
    </>
  );
}
