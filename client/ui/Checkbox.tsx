import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { Checkbox as MantineCheckbox } from "@mantine/core";
import type { ComponentPropsWithRef, ReactNode } from "react";
import classes from "./Checkbox.module.css";
import { MantineScope } from "./MantineScope.tsx";
import { useTyped } from "./useTyped.ts";

interface Props extends Omit<ComponentPropsWithRef<"input">, "type" | "onChange" | "children" | "size"> {
  /** Text behind the box; without one `aria-label` says what it is for. */
  label?: ReactNode;
  /** Below the label; read out with it. */
  hint?: string;
  checked: boolean;
  /** Some of what it stands for is checked. */
  indeterminate?: boolean;
  onChecked: (checked: boolean) => void;
}

/** Mantine's checkbox in the colours of the forum. */
export function Checkbox({ hint, onChecked, ref, ...rest }: Props) {
  const typed = useTyped(rest.checked, ({ checked }) => onChecked(checked), ref);
  return (
    <MantineScope>
      <MantineCheckbox
        {...rest}
        ref={typed}
        // Browsers that go back restore no choice, since some act at once.
        autoComplete="off"
        description={hint}
        classNames={{
          root: classes.root!,
          body: classes.body!,
          input: classes.input!,
          label: classes.label!,
          description: classes.hint!,
        }}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
    </MantineScope>
  );
}
