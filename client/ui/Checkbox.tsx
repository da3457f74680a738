import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { Checkbox as MantineCheckbox } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Checkbox.module.css";

interface Props {
  /** Text behind the box; without one `aria-label` says what it is for. */
  label?: ReactNode;
  "aria-label"?: string;
  checked: boolean;
  /** Some of what it stands for is checked. */
  indeterminate?: boolean;
  disabled?: boolean;
  onChecked: (checked: boolean) => void;
  className?: string;
}

/** Variables that Mantine writes into a style attribute, which the policy of pages refuses; the style sheet has them. */
const NO_INLINE_VARS = () => ({ root: { "--checkbox-radius": "", "--checkbox-color": "" } });

/** Mantine's checkbox in the colours of the forum. */
export function Checkbox({ onChecked, className, ...rest }: Props) {
  return (
    <MantineCheckbox
      {...rest}
      vars={NO_INLINE_VARS}
      className={className}
      classNames={{ root: classes.root!, body: classes.body!, input: classes.input!, label: classes.label! }}
      onChange={(event) => onChecked(event.currentTarget.checked)}
    />
  );
}
