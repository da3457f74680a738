import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import { NativeSelect } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";
import { MantineScope } from "./MantineScope.tsx";
import { useTyped } from "./useTyped.ts";

/** One choice of a Select. */
export interface Choice {
  value: string;
  label: string;
}

interface Props extends Omit<ComponentPropsWithRef<"select">, "value" | "onChange" | "size"> {
  label: string;
  value: string;
  choices: readonly Choice[];
  onValue: (value: string) => void;
  /** Fault of the choice; read out with it. */
  error?: string | null;
  /** The label is only for those who hear the page. */
  hideLabel?: boolean;
}

/** A labelled choice among a few: Mantine's NativeSelect, since phones open their own list of it. */
export function Select({ label, choices, onValue, hideLabel, ref, ...rest }: Props) {
  const typed = useTyped(rest.value, (control) => onValue(control.value), ref);
  return (
    <MantineScope>
      <NativeSelect
        {...rest}
        ref={typed}
        label={label}
        errorProps={{ role: "alert" }}
        data={[...choices]}
        classNames={hideLabel ? { label: "visually-hidden" } : undefined}
        onChange={(event) => onValue(event.currentTarget.value)}
      />
    </MantineScope>
  );
}
