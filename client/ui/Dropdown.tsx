import {
  type ComponentType,
  createContext,
  createElement,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useId,
} from "react";
import { keyOf } from "../platform/inputMethod.ts";
import classes from "./Dropdown.module.css";
import { type OpensOn, useDropdown } from "./useDropdown.ts";
import { useLoaded } from "./useLoaded.ts";

/** Loads what opens; done beforehand where somebody is about to open it. */
export const loadDropdownMenu = () => import("./DropdownMenu.tsx");

const loadNone = (): Promise<ComponentType> => Promise.resolve(() => null);

interface Props {
  /** Name of the button for those who hear the page. */
  label: string;
  /** Content of the button. */
  trigger: ReactNode;
  /** DropdownItems. */
  children?: ReactNode;
  /** Loads a component that renders DropdownItems, in place of children; the same function each time. */
  loadItems?: () => Promise<ComponentType>;
  /** Gesture of a mouse that opens it; a click and the keyboard always do. */
  opensOn?: OpensOn;
  placement?: "left" | "center" | "right";
  /** Choosing closes it. */
  hidesOnClick?: boolean;
  /** Classes of the button. */
  className?: string;
}

/**
 * A button that opens a short menu below it: plain, as it paints first, and with the delays of the spec. What opens is
 * Mantine's Menu, which comes when somebody comes near; a click before that opens it as soon as it is there.
 */
export function Dropdown(props: Props) {
  const { label, trigger, children, loadItems = loadNone, opensOn = "click", placement = "center" } = props;
  const { hidesOnClick = true, className } = props;
  const { isOpen, root, button, open, close, leave, press, enterWithMouse, leaveWithMouse, settle } =
    useDropdown(opensOn);
  const [Opened, prepareMenu] = useLoaded(loadDropdownMenu, isOpen);
  const [Items, prepareItems] = useLoaded(loadItems, isOpen);
  const id = useId();

  const prepare = () => {
    prepareMenu();
    prepareItems();
  };
  const move = (event: KeyboardEvent) => {
    if (keyOf(event) === "Escape" && isOpen) {
      // The dialog around it, if there is one, stays.
      event.stopPropagation();
      return close();
    }
    if (keyOf(event) === "Tab") return leave();
    if (!keyOf(event).startsWith("Arrow") || event.target !== button.current) return;
    event.preventDefault();
    open(keyOf(event) === "ArrowUp" ? "last" : "first");
  };

  return (
    <div
      ref={root}
      className={classes.dropdown}
      onKeyDown={move}
      onFocus={prepare}
      onPointerEnter={(event) => {
        prepare();
        enterWithMouse(event);
      }}
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
      {isOpen && Opened && (children || Items) && (
        <Opened.DropdownMenu
          anchor={button}
          id={id}
          label={label}
          placement={placement}
          onOpen={settle}
          onClose={close}
          onChoice={hidesOnClick ? close : undefined}
        >
          {children ?? (Items && <Items />)}
        </Opened.DropdownMenu>
      )}
    </div>
  );
}

/** Properties of a choice. */
export interface ItemProps {
  children: ReactNode;
  icon?: ReactNode;
  /** Leads there; otherwise `onSelect` does something. */
  to?: string;
  onSelect?: () => void;
  danger?: boolean;
}

/** Draws a choice: known once the code of what opens has come. */
export const ItemContext = createContext<ComponentType<ItemProps>>(() => null);

/** One choice of a Dropdown; choosing closes it. */
export function DropdownItem(props: ItemProps) {
  return createElement(useContext(ItemContext), props);
}
