import { createContext, type KeyboardEvent, type ReactNode, useContext, useId } from "react";
import classes from "./Dropdown.module.css";
import { Link } from "./Link.tsx";
import { type OpensOn, useDropdown } from "./useDropdown.ts";

interface Props {
  /** What the button says to those who hear the page. */
  label: string;
  /** Content of the button. */
  trigger: ReactNode;
  /** DropdownItems. */
  children: ReactNode;
  /** How a mouse opens it; a click and the keyboard always do. */
  opensOn?: OpensOn;
  placement?: "left" | "center" | "right";
  /** Choosing closes it. */
  hidesOnClick?: boolean;
  /** Classes of the button. */
  className?: string;
}

const CloseContext = createContext<() => void>(() => undefined);
const KEYS = ["ArrowDown", "ArrowUp", "Home", "End"];

/** A button that opens a short menu below it. Arrow keys move, Escape and a click outside close. */
export function Dropdown(props: Props) {
  const { label, trigger, children, opensOn = "click", placement = "center" } = props;
  const { hidesOnClick = true, className } = props;
  const { isOpen, root, button, menu, open, close, leave, press, enterWithMouse, leaveWithMouse } =
    useDropdown(opensOn);
  const id = useId();

  const move = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) {
      // The dialog around it, if there is one, stays.
      event.stopPropagation();
      return close();
    }
    if (event.key === "Tab") return leave();
    if (!KEYS.includes(event.key)) return;
    if (!isOpen && !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    if (!isOpen) return open(event.key === "ArrowUp" ? "last" : "first");
    const items = [...root.current!.querySelectorAll<HTMLElement>("[role=menuitem]")];
    const index = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: index + 1, ArrowUp: index < 0 ? -1 : index - 1, Home: 0, End: -1 }[event.key]!;
    items.at(next % items.length)?.focus();
  };

  return (
    <div
      ref={root}
      className={classes.dropdown}
      onKeyDown={move}
      onPointerEnter={enterWithMouse}
      onPointerLeave={leaveWithMouse}
    >
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={press}
      >
        {trigger}
      </button>
      {isOpen && (
        <div
          ref={menu}
          id={id}
          role="menu"
          aria-label={label}
          className={`${classes.menu} ${classes[placement]}`}
        >
          <CloseContext value={hidesOnClick ? close : stayOpen}>{children}</CloseContext>
        </div>
      )}
    </div>
  );
}

const stayOpen = () => undefined;

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
