import type { ReactNode } from "react";
import classes from "./Badge.module.css";

/** Larger counts show as "99+" (spec §9). */
export const BADGE_MAX = 99;

interface Props {
  count: number;
  /** Words of the number for those who hear the page, and on hover: "120 unread messages". The number unless given. */
  label?: string;
  /** The icon or text whose corner it sits on; without one it stands in the line. */
  children?: ReactNode;
  className?: string;
}

/** A count in a pill: nothing at 0, "99+" above 99, and the real number for those who hear the page. */
export function Badge({ count, label, children, className = "" }: Props) {
  const full = label ?? String(count);
  const pill = count > 0 && (
    <span className={`${classes.badge} ${children ? classes.corner : ""}`} title={full}>
      <span aria-hidden="true">{count > BADGE_MAX ? `${BADGE_MAX}+` : count}</span>
      <span className="visually-hidden">{full}</span>
    </span>
  );
  if (!children) return pill;
  return (
    <span className={`${classes.holder} ${className}`}>
      {children}
      {pill}
    </span>
  );
}
