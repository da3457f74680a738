import { type ReactNode, useId } from "react";
import classes from "./ChoiceChips.module.css";
import { useTyped } from "./useTyped.ts";

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
          <Radio
            name={name}
            value={chip.value}
            checked={value === chip.value}
            onChoose={() => onValue(chip.value)}
          />
          {chip.label}
        </label>
      ))}
      {children}
    </fieldset>
  );
}

interface RadioProps {
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
}

function Radio({ onChoose, ...rest }: RadioProps) {
  const ref = useTyped(rest.checked, onChoose);
  return (
    <input
      {...rest}
      ref={ref}
      type="radio"
      // Browsers that go back restore no choice, since some act at once.
      autoComplete="off"
      className="visually-hidden"
      onChange={onChoose}
    />
  );
}
