import { useId } from "react";
import { useTexts } from "../../../i18n/texts.ts";
import { Input } from "../../../ui/Input.tsx";
import { Select } from "../../../ui/Select.tsx";
import { reasonTexts } from "./reason.texts.ts";
import classes from "./ReasonPicker.module.css";
import { OWN_REASON, REASON_MAX, type ReasonTemplate } from "./reviewReasons.ts";

interface Props {
  templates: readonly ReasonTemplate[];
  /** One of the reasons, OWN_REASON, or empty for none. */
  value: string;
  own: string;
  onValue: (value: string) => void;
  onOwn: (text: string) => void;
  /** Longest reason, in characters; the server refuses more. */
  max?: number;
  /** Names its readers; shown below, and the label above. */
  hint?: string;
}

/** Reason why something is refused or deleted: a template, or one's own words; it stays for the next ones. */
export function ReasonPicker({ templates, value, own, onValue, onOwn, max = REASON_MAX, hint }: Props) {
  const t = useTexts(reasonTexts);
  const hintId = useId();
  return (
    <div className={hint ? classes.stacked : classes.reason}>
      <Select
        label={t.reason}
        hideLabel={!hint}
        aria-describedby={hint && hintId}
        value={value}
        onValue={onValue}
        choices={[
          { value: "", label: t.noReason },
          ...templates.map((key) => ({ value: key as string, label: t[key] })),
          { value: OWN_REASON, label: t.ownReason },
        ]}
      />
      {value === OWN_REASON && (
        <Input
          value={own}
          onValue={onOwn}
          aria-label={t.writeReason}
          placeholder={t.writeReason}
          maxLength={max}
          showsCount={hint !== undefined}
        />
      )}
      {hint && (
        <p id={hintId} className={classes.reads}>
          {hint}
        </p>
      )}
    </div>
  );
}
