import { useTexts } from "../../../i18n/texts.ts";
import { ChoiceChips } from "../../../ui/ChoiceChips.tsx";
import { Input } from "../../../ui/Input.tsx";
import { reasonTexts } from "./reason.texts.ts";
import { OWN_REASON, REASON_MAX, type ReasonTemplate } from "./reviewReasons.ts";

interface Props {
  templates: readonly ReasonTemplate[];
  /** One of the reasons, OWN_REASON, or empty for none. */
  value: string;
  own: string;
  onValue: (value: string) => void;
  onOwn: (text: string) => void;
  /** Shows what the chips are about. */
  withLabel?: boolean;
  /** Offers no reason as well. */
  mayBeEmpty?: boolean;
  /** Longest reason, in characters; the server refuses more. */
  max?: number;
}

/** The reason of an act of staff as chips; own words have a field below. */
export function ReasonChips(props: Props) {
  const { templates, value, own, onValue, onOwn, withLabel, mayBeEmpty = true, max = REASON_MAX } = props;
  const t = useTexts(reasonTexts);
  return (
    <ChoiceChips
      label={t.reason}
      hideLabel={!withLabel}
      value={value}
      onValue={onValue}
      chips={[
        ...(mayBeEmpty ? [{ value: "", label: t.noReason }] : []),
        ...templates.map((key) => ({ value: key as string, label: t[key] })),
        { value: OWN_REASON, label: t.ownReason },
      ]}
    >
      {value === OWN_REASON && (
        <Input
          value={own}
          onValue={onOwn}
          aria-label={t.writeReason}
          placeholder={t.writeReason}
          maxLength={max}
        />
      )}
    </ChoiceChips>
  );
}
