import "@mantine/core/styles/Badge.layer.css";
import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Label.module.css";

interface Props {
  tone?: "accent" | "warning" | "danger" | "success";
  children: ReactNode;
}

/** A word in a pill that says what state something is in: Mantine's badge in the colours of the forum. */
export function Label({ tone = "accent", children }: Props) {
  return (
    <Badge component="span" className={classes.label} data-tone={tone} classNames={{ label: classes.text! }}>
      {children}
    </Badge>
  );
}
