import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Switch as MantineSwitch } from "@mantine/core";
import type { ComponentPropsWithRef, ReactNode } from "react";
import { MantineScope } from "./MantineScope.tsx";
import classes from "./Switch.module.css";
import { useTyped } from "./useTyped.ts";

interface Props extends Omit<
  ComponentPropsWithRef<"input">,
  "type" | "checked" | "onChange" | "children" | "size"
> {
  label: ReactNode;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  /** The label is only for those who hear the page. */
  hideLabel?: boolean;
}

/** Something that is on or off, with its label behind it: Mantine's Switch, marked in both states by more than colour. */
export function Switch({ label, checked, onChecked, hideLabel, className = "", ref, ...rest }: Props) {
  const typed = useTyped(checked, (control) => onChecked(control.checked), ref);
  return (
    <MantineScope>
      <MantineSwitch
        {...rest}
        ref={typed}
        // Browsers that go back restore no choice, since some act at once.
        autoComplete="off"
        label={label}
        checked={checked}
        className={`${classes.switch} ${className}`}
        classNames={{
          input: classes.input,
          track: classes.track,
          thumb: classes.thumb,
          ...(hideLabel && { label: "visually-hidden" }),
        }}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
    </MantineScope>
  );
}
