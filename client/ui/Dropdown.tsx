import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import classes from "./Dropdown.module.css";
import { Link } from "./Link.tsx";

/** A pointer that only passes by opens nothing. */
const OPEN_DELAY_MS = 250;
/** Time to cross the gap between the button and the menu. */
const CLOSE_DELAY_MS = 150;

interface Props {
  /** What the button says to those who hear the page. */
  label: string;
  /** Content of the button. */
  trigger: ReactNode;
  /** DropdownItems. */
  children: ReactNode;
  /** How it opens; a click always does. */
  opensOn?: "click" | "hover";
  placement?: "left" | "center" | "right";
  /** Classes of the button. */
  className?: string;
}

const CloseContext = createContext<() => void>(() => undefined);

/** A button that opens a short menu below it. Arrow keys move, Escape and a click outside close. */
export function Dropdown({
  label,
  trigger,
  children,
  opensOn = "click",
  placement = "center",
  className,
}: Props) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();

  const later = (open: boolean) => {
    clearTimeout(timer.current);
    if (opensOn === "hover")
      timer.current = setTimeout(() => setOpen(open), open ? OPEN_DELAY_MS : CLOSE_DELAY_MS);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  useEffect(() => {
    if (!isOpen) return;
    root.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [isOpen]);

  useEffect(() => () => clearTimeout(timer.current), []);

  const move = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) return close();
    if (event.key === "Tab") return setOpen(false);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (!isOpen) return setOpen(true);
    const items = [...root.current!.querySelectorAll<HTMLElement>("[role=menuitem]")];
    const index = items.indexOf(document.activeElement as HTMLElement);
    items[(index + step + items.length) % items.length]?.focus();
  };

  return (
    <div
      ref={root}
      className={classes.dropdown}
      onKeyDown={move}
      onMouseEnter={() => later(true)}
      onMouseLeave={() => later(false)}
    >
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {trigger}
      </button>
      {isOpen && (
        <div id={id} role="menu" aria-label={label} className={`${classes.menu} ${classes[placement]}`}>
          <CloseContext value={close}>{children}</CloseContext>
        </div>
      )}
    </div>
  );
}

interface ItemProps {
  children: ReactNode;
  icon?: ReactNode;
  /** Leads there; otherwise `onSelect` does something. */
  to?: string;
  onSelect?: () => void;
  danger?: boolean;
}

/** One choice of a Dropdown; choosing closes it. */
export function DropdownItem({ children, icon, to, onSelect, danger }: ItemProps) {
  const close = useContext(CloseContext);
  const choose = () => {
    close();
    onSelect?.();
  };
  const shared = {
    role: "menuitem",
    tabIndex: -1,
    className: `${classes.item} ${danger ? classes.danger : ""}`,
  };
  return to !== undefined ? (
    <Link {...shared} to={to} onClick={choose}>
      {icon}
      {children}
    </Link>
  ) : (
    <button {...shared} type="button" onClick={choose}>
      {icon}
      {children}
    </button>
  );
}
