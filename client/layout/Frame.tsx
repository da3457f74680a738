import type { ReactNode } from "react";
import classes from "./Frame.module.css";

interface Props {
  children: ReactNode;
  /** Right column; below the content where the window is narrow. */
  aside?: ReactNode;
  /** Forms and other narrow pages. */
  narrow?: boolean;
}

/** The content column of a page and its optional right column. */
export function Frame({ children, aside, narrow }: Props) {
  return (
    <div className={`${classes.frame} ${aside ? classes.withAside : ""} ${narrow ? classes.narrow : ""}`}>
      <div className={classes.content}>{children}</div>
      {aside && <aside className={classes.aside}>{aside}</aside>}
    </div>
  );
}
