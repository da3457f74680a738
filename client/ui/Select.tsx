import { type ComponentPropsWithRef, useId } from "react";
import classes from "./Select.module.css";

/** One choice of a Select. */
export interface Choice {
  value: string;
  label: string;
}

interface Props extends Omit<ComponentPropsWithRef<"select">, "value" | "onChange"> {
  label: string;
  value: string;
  choices: readonly Choice[];
  onValue: (value: string) => void;
  /** The label is only for those who hear the page. */
  hideLabel?: boolean;
}

/** A labelled choice among a few, with the list of the system. */
export function Select({ label, value, choices, onValue, hideLabel, className = "", ...rest }: Props) {
  const id = useId();
  return (
    <div className={`${classes.field} ${className}`}>
      <label htmlFor={id} className={hideLabel ? "visually-hidden" : classes.label}>
        {label}
      </label>
      <select
        {...rest}
        id={id}
        className={classes.select}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
