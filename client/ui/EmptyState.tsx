import type { ReactNode } from "react";
import classes from "./EmptyState.module.css";

interface Props {
  title: string;
  text?: string;
  icon?: ReactNode;
  /** What to do about it: mostly a Button. */
  action?: ReactNode;
}

/** What stands where a list would stand, and what to do about it. */
export function EmptyState({ title, text, icon, action }: Props) {
  return (
    <div className={classes.empty}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
