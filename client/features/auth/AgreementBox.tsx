import { Fragment } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import classes from "./AccountForm.module.css";
import { agreementPath } from "./agreementPath.ts";
import { sessionTexts } from "./session.texts.ts";

interface Props {
  isAgreed: boolean;
  /** Says that it is missing. */
  isMissing: boolean;
  onAgreed: (isAgreed: boolean) => void;
}

/** The consent to what the site shows as its terms and privacy policy; nothing where it shows none. */
export function AgreementBox({ isAgreed, isMissing, onAgreed }: Props) {
  const t = useTexts(sessionTexts);
  const { site } = useViewer();
  if (site.agreements.length === 0) return null;
  return (
    <div>
      <Checkbox
        name="agreed"
        className={classes.agreement}
        checked={isAgreed}
        aria-invalid={isMissing || undefined}
        onChecked={onAgreed}
        label={
          <>
            {t.agree}{" "}
            {site.agreements.map((kind, index) => (
              <Fragment key={kind}>
                {index > 0 && ` ${t.and} `}
                <a href={agreementPath(kind)} target="_blank" rel="noreferrer">
                  {t[kind]}
                </a>
              </Fragment>
            ))}
          </>
        }
      />
      {isMissing && (
        <p className={classes.failure} role="alert">
          {t.agreeFirst}
        </p>
      )}
    </div>
  );
}
