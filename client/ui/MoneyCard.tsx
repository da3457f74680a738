import type { ReactNode } from "react";
import classes from "./MoneyCard.module.css";

interface Props {
  /** Decides colours and mark. */
  kind: "packet" | "bounty" | "question" | "sale" | "files";
  /** Name for screen readers. */
  label: string;
  /** Sign in front: an icon or a character. */
  mark: ReactNode;
  /** Line above the amount. */
  title: ReactNode;
  amount: string;
  /** Line below the amount, read out when it changes. */
  state: ReactNode;
  /** Button at the end. */
  action?: ReactNode;
  /** True plays the opening of a packet once. */
  isOpening?: boolean;
  /** Content below, over the whole width. */
  children?: ReactNode;
}

/** Card of the money in a thread: a red packet, a bounty, a question to a member, or what is for sale. */
export function MoneyCard({ kind, label, mark, title, amount, state, action, isOpening, children }: Props) {
  return (
    <aside className={classes.card} data-kind={kind} data-opening={isOpening || undefined} aria-label={label}>
      <span className={classes.mark} aria-hidden="true">
        <span>{mark}</span>
      </span>
      <p className={classes.title}>{title}</p>
      <p className={classes.amount}>{amount}</p>
      <p className={classes.state} role="status">
        {state}
      </p>
      {action && <div className={classes.action}>{action}</div>}
      {children && <div className={classes.more}>{children}</div>}
    </aside>
  );
}
