import "@mantine/core/styles/Tooltip.layer.css";
import { Tooltip } from "@mantine/core";
import type { ReactElement } from "react";
import classes from "./Hint.module.css";

interface Props {
  text: string;
  /** One element that takes a ref. */
  children: ReactElement;
}

/** Mantine's tooltip in the colours of the forum: shows for a mouse that rests, and for the keyboard. Needs Mantine's provider. */
export function Hint({ text, children }: Props) {
  return (
    <Tooltip
      label={text}
      openDelay={400}
      events={{ hover: true, focus: true, touch: false }}
      classNames={{ tooltip: classes.hint! }}
      multiline
    >
      {children}
    </Tooltip>
  );
}
