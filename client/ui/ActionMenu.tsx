import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import classes from "./ActionMenu.module.css";

/** Distance from the button and from the window's edge, in CSS pixels. */
const GAP_PX = 6;

/** One thing to do. */
export interface MenuItem {
  key: string;
  label: string;
  danger?: boolean;
  /** One of several levels: whether it is the present one. */
  checked?: boolean;
  run(): void;
}

interface Props {
  anchor: HTMLElement;
  items: readonly MenuItem[];
  onClose(): void;
}

/** A menu beside the button that opened it: one for a whole page of rows. Escape gives the focus back. */
export function ActionMenu({ anchor, items, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ top: number; left: number } | null>(null);

  useLayoutEffect(() => {
    const { offsetWidth: width, offsetHeight: height } = menu.current!;
    const button = anchor.getBoundingClientRect();
    const left = Math.max(GAP_PX, Math.min(button.right - width, innerWidth - width - GAP_PX));
    const below = button.bottom + GAP_PX;
    const top = below + height > innerHeight ? Math.max(GAP_PX, button.top - height - GAP_PX) : below;
    setPlace({ top, left });
    const first = menu.current?.querySelector<HTMLElement>("[aria-checked=true]");
    (first ?? menu.current?.querySelector("button"))?.focus({ preventScroll: true });
  }, [anchor]);

  useEffect(() => {
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!menu.current?.contains(target) && !anchor.contains(target)) onClose();
    };
    document.addEventListener("pointerdown", outside);
    window.addEventListener("scroll", onClose, { passive: true });
    window.addEventListener("resize", onClose);
    return () => {
      document.removeEventListener("pointerdown", outside);
      window.removeEventListener("scroll", onClose);
      window.removeEventListener("resize", onClose);
    };
  }, [anchor, onClose]);

  function press(event: KeyboardEvent<HTMLDivElement>): void {
    const buttons = [...menu.current!.querySelectorAll("button")];
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const target = {
      ArrowDown: buttons[(index + 1) % buttons.length],
      ArrowUp: buttons[(index - 1 + buttons.length) % buttons.length],
      Home: buttons[0],
      End: buttons.at(-1),
    }[event.key];
    if (target) {
      event.preventDefault();
      target.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      anchor.focus();
      onClose();
    }
  }

  return (
    <div
      ref={menu}
      className={classes.menu}
      role="menu"
      tabIndex={-1}
      style={place ?? undefined}
      onKeyDown={press}
    >
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role={item.checked === undefined ? "menuitem" : "menuitemradio"}
          aria-checked={item.checked}
          className={item.danger ? classes.danger : classes.item}
          onClick={() => {
            anchor.focus({ preventScroll: true });
            onClose();
            item.run();
          }}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}
