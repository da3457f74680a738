import { useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { IconMapPin } from "../../ui/icons.tsx";
import { showToast } from "../../ui/toast.tsx";
import type { DraftPosition } from "../drafts/localDraft.ts";
import { publishTexts } from "./publish.texts.ts";
import classes from "./ThreadForm.module.css";

const ICON_PX = 18;
/** Longest wait for the device to find out where it is, in milliseconds. */
const LOCATE_MS = 10_000;
/** Six digits are about ten centimetres. */
const COORDINATE_DIGITS = 6;

const NOWHERE: DraftPosition = { longitude: 0, latitude: 0, address: "", location: "" };

interface Props {
  value: DraftPosition | null;
  onValue(position: DraftPosition | null): void;
}

/** Field for the position of a thread: typed in, or taken from the device if its owner agrees. */
export function PositionField({ value, onValue }: Props) {
  const t = useTexts(publishTexts);
  const [isLocating, setLocating] = useState(false);
  // A half-typed number such as "12." is kept as text until it is one.
  const [texts, setTexts] = useState({ longitude: "", latitude: "" });

  function locate(): void {
    setLocating(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false);
        setTexts({ longitude: "", latitude: "" });
        const round = (degrees: number) => Number(degrees.toFixed(COORDINATE_DIGITS));
        onValue({
          ...(value ?? NOWHERE),
          longitude: round(coords.longitude),
          latitude: round(coords.latitude),
        });
      },
      () => {
        setLocating(false);
        showToast({ type: "warning", message: t.locateFailed });
      },
      { timeout: LOCATE_MS },
    );
  }

  if (!value) {
    return (
      <div>
        <Button size="sm" icon={<IconMapPin size={ICON_PX} />} onClick={() => onValue(NOWHERE)}>
          {t.addPosition}
        </Button>
      </div>
    );
  }

  const coordinate = (name: "longitude" | "latitude", label: string) => (
    <Field
      label={label}
      inputMode="decimal"
      value={texts[name] || String(value[name])}
      onValue={(text) => {
        setTexts({ ...texts, [name]: text });
        const degrees = Number(text);
        if (text.trim() !== "" && Number.isFinite(degrees)) onValue({ ...value, [name]: degrees });
      }}
    />
  );
  return (
    <fieldset className={classes.position}>
      <legend className="visually-hidden">{t.position}</legend>
      <Field
        label={t.address}
        placeholder={t.addressPlaceholder}
        value={value.address}
        onValue={(address) => onValue({ ...value, address, location: address })}
      />
      {coordinate("longitude", t.longitude)}
      {coordinate("latitude", t.latitude)}
      <div className={classes.positionTools}>
        <Button size="sm" loading={isLocating} icon={<IconMapPin size={ICON_PX} />} onClick={locate}>
          {isLocating ? t.locating : t.locate}
        </Button>
        <Button size="sm" variant="subtle" onClick={() => onValue(null)}>
          {t.removePosition}
        </Button>
      </div>
    </fieldset>
  );
}
