import { useTexts } from "../../i18n/texts.ts";
import { Input } from "../../ui/Input.tsx";
import { Select } from "../../ui/Select.tsx";
import { reviewTexts } from "./review.texts.ts";
import classes from "./Review.module.css";
import { OWN_REASON, REASON_MAX, REASONS } from "./reviewReasons.ts";

interface Props {
  /** One of the reasons, OWN_REASON, or empty for none. */
  value: string;
  own: string;
  onValue: (value: string) => void;
  onOwn: (text: string) => void;
}

/** Why something is refused or deleted: a template, or one's own words; it stays for the next ones. */
export function ReasonPicker({ value, own, onValue, onOwn }: Props) {
  const t = useTexts(reviewTexts);
  return (
    <div className={classes.reason}>
      <Select
        label={t.reason}
        hideLabel
        value={value}
        onValue={onValue}
        choices={[
          { value: "", label: t.noReason },
          ...REASONS.map((key, index) => ({ value: key as string, label: `${t[key]} (${index + 2})` })),
          { value: OWN_REASON, label: t.ownReason },
        ]}
      />
      {value === OWN_REASON && (
        <Input
          value={own}
          onValue={onOwn}
          aria-label={t.writeReason}
          placeholder={t.writeReason}
          maxLength={REASON_MAX}
        />
      )}
    </div>
  );
}
