import type { ComponentPropsWithRef, ReactNode } from "react";
import classes from "./Switch.module.css";

interface Props extends Omit<ComponentPropsWithRef<"input">, "type" | "checked" | "onChange" | "children"> {
  label: ReactNode;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  /** The label is only for those who hear the page. */
  hideLabel?: boolean;
}

/** Something that is on or off, with its label behind it. */
export function Switch({ label, checked, onChecked, hideLabel, className = "", ...rest }: Props) {
  return (
    <label className={`${classes.switch} ${className}`}>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        className={classes.input}
        checked={checked}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
      <span className={hideLabel ? "visually-hidden" : undefined}>{label}</span>
    </label>
  );
}
