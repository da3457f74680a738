import { useId } from "react";
import { useTexts } from "../../../i18n/texts.ts";
import { Input } from "../../../ui/Input.tsx";
import classes from "./ReasonChips.module.css";
import { reasonTexts } from "./reason.texts.ts";
import { OWN_REASON, REASON_MAX, type ReasonTemplate } from "./reviewReasons.ts";

interface Props {
  templates: readonly ReasonTemplate[];
  /** One of the reasons, OWN_REASON, or empty for none. */
  value: string;
  own: string;
  onValue: (value: string) => void;
  onOwn: (text: string) => void;
}

/** The reason of a decision as chips in one row, each under its number key; own words have a field below. */
export function ReasonChips({ templates, value, own, onValue, onOwn }: Props) {
  const t = useTexts(reasonTexts);
  const name = useId();
  const chips = [
    { key: "", label: t.noReason },
    ...templates.map((key) => ({ key: key as string, label: t[key] })),
    { key: OWN_REASON as string, label: t.ownReason },
  ];
  return (
    <fieldset className={classes.reasons}>
      <legend className="visually-hidden">{t.reason}</legend>
      {chips.map(({ key, label }) => (
        <label key={key} className={classes.chip}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={key}
            checked={value === key}
            onChange={() => onValue(key)}
          />
          {label}
        </label>
      ))}
      {value === OWN_REASON && (
        <Input
          value={own}
          onValue={onOwn}
          aria-label={t.writeReason}
          placeholder={t.writeReason}
          maxLength={REASON_MAX}
        />
      )}
    </fieldset>
  );
}
