import { useTexts } from "../../i18n/texts.ts";
import { Field } from "../../ui/Field.tsx";
import classes from "./ColorField.module.css";
import { groupsAdminTexts } from "./groupsAdmin.texts.ts";

interface Props {
  label: string;
  hint: string;
  /** CSS colour, or empty. */
  value: string;
  error: string | null;
  onValue: (value: string) => void;
}

/** What the palette of the system shows where no colour is chosen yet. */
const NOTHING_CHOSEN = "#3d50d6";

/** A colour as a word, with the palette of the system at its end. */
export function ColorField({ value, onValue, ...rest }: Props) {
  const t = useTexts(groupsAdminTexts);
  return (
    <Field
      {...rest}
      value={value}
      onValue={onValue}
      placeholder={NOTHING_CHOSEN}
      append={
        <input
          type="color"
          className={classes.palette}
          aria-label={t.palette}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : NOTHING_CHOSEN}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      }
    />
  );
}
