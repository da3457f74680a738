import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react";
import classes from "./Button.module.css";
import { Link } from "./Link.tsx";
import { Spinner } from "./Spinner.tsx";

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "onClick"> {
  variant?: "primary" | "default" | "subtle" | "danger";
  size?: "sm" | "md" | "lg";
  /** Shows a spinner and ignores clicks. */
  loading?: boolean;
  /** Leads to another page: the button is a link. */
  to?: string;
  fullWidth?: boolean;
  icon?: ReactNode;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
}

/** A button, or a link that looks like one. Clicks are ignored while it loads or is disabled. */
export function Button(props: Props) {
  const {
    variant = "default",
    size = "md",
    loading,
    disabled,
    to,
    fullWidth,
    icon,
    className,
    ...rest
  } = props;
  const { children, onClick, ...attributes } = rest;
  const looks = [classes.button, classes[variant], classes[size], fullWidth && classes.full, className];
  const shape = looks.filter(Boolean).join(" ");
  const content = (
    <>
      {loading ? <Spinner size="sm" /> : icon}
      {children}
    </>
  );
  // Not only the handler: a click also sends a form or follows a link.
  const click = loading ? (event: MouseEvent<HTMLElement>) => event.preventDefault() : onClick;
  if (to !== undefined && !disabled) {
    return (
      <Link
        to={to}
        className={shape}
        onClick={click}
        aria-busy={loading || undefined}
        aria-label={attributes["aria-label"]}
        title={attributes.title}
      >
        {content}
      </Link>
    );
  }
  return (
    <button
      type="button"
      {...attributes}
      className={shape}
      disabled={disabled}
      aria-busy={loading || attributes["aria-busy"] || undefined}
      onClick={click}
    >
      {content}
    </button>
  );
}
