import { type ReactNode, useId } from "react";
import classes from "./ChoiceChips.module.css";

/** One choice of a row of chips. */
export interface Chip {
  value: string;
  label: string;
}

interface Props {
  /** Subject of the choice. */
  label: string;
  /** The label is only for those who hear the page. */
  hideLabel?: boolean;
  value: string;
  chips: readonly Chip[];
  onValue: (value: string) => void;
  /** Content that belongs to the choice, below the chips. */
  children?: ReactNode;
}

/** One of a few choices, all to be seen at once: radio buttons as chips, in as many rows as they need. */
export function ChoiceChips({ label, hideLabel, value, chips, onValue, children }: Props) {
  const name = useId();
  return (
    <fieldset className={classes.chips}>
      <legend className={hideLabel ? "visually-hidden" : classes.label}>{label}</legend>
      {chips.map((chip) => (
        <label key={chip.value} className={classes.chip}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={chip.value}
            checked={value === chip.value}
            onChange={() => onValue(chip.value)}
          />
          {chip.label}
        </label>
      ))}
      {children}
    </fieldset>
  );
}
