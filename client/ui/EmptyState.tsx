import type { ReactNode } from "react";
import classes from "./EmptyState.module.css";

interface Props {
  title: string;
  text?: string;
  icon?: ReactNode;
  /** Way out of it: mostly a Button. */
  action?: ReactNode;
  /** It is all that the page says: the title is its heading. */
  isWholePage?: boolean;
}

/** The place of a list that is empty, with a way out of it. */
export function EmptyState({ title, text, icon, action, isWholePage }: Props) {
  const Title = isWholePage ? "h1" : "p";
  return (
    <div className={classes.empty}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <Title className={classes.title}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
