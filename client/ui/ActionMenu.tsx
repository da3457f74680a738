import { Menu } from "@mantine/core";
import { Fragment, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { keyOf } from "../platform/inputMethod.ts";
import { PlacedMenu } from "./PlacedMenu.tsx";

/** One thing to do. */
export interface MenuItem {
  key: string;
  label: string;
  danger?: boolean;
  icon?: ReactNode;
  /** Heading of the part that begins with it; items after it belong there as well. */
  section?: string;
  /** One of several levels: whether it is the present one. */
  checked?: boolean;
  run(): void;
}

interface Props {
  anchor: HTMLElement;
  items: readonly MenuItem[];
  onClose(): void;
}

/** Room that a menu takes behind the start of its button, in CSS pixels. */
const MENU_PX = 260;

/** True if the menu can begin where its button does, in the direction of the page. */
function hasRoomBehind(anchor: HTMLElement): boolean {
  const { left, right } = anchor.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(anchor).direction === "rtl";
  return (isRightToLeft ? right : innerWidth - left) > MENU_PX;
}

/** A menu beside the button that opened it: one for a whole page of rows. Escape gives the focus back. */
export function ActionMenu({ anchor, items, onClose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const close = () => {
    anchor.focus({ preventScroll: true });
    onClose();
  };
  useFocusOnFirst(list);
  useLeave(list, anchor, onClose);

  const leaveWithTab = (event: KeyboardEvent): void => {
    if (keyOf(event) !== "Tab") return;
    event.preventDefault();
    close();
  };
  const choose = (item: MenuItem) => () => {
    close();
    item.run();
  };
  const levels = items.filter(({ checked }) => checked !== undefined);
  return (
    <PlacedMenu
      anchor={anchor}
      label={anchor.getAttribute("aria-label") ?? undefined}
      position={hasRoomBehind(anchor) ? "bottom-start" : "bottom-end"}
      onClose={close}
    >
      <div ref={list} onKeyDown={leaveWithTab}>
        <Menu.RadioGroup value={levels.find(({ checked }) => checked)?.key ?? ""}>
          {items.map((item, index) => (
            <Fragment key={item.key}>
              {item.section && index > 0 && <Menu.Divider />}
              {item.section && <Menu.Label>{item.section}</Menu.Label>}
              {item.checked === undefined ? (
                <Menu.Item
                  leftSection={item.icon}
                  data-danger={item.danger || undefined}
                  onClick={choose(item)}
                >
                  {item.label}
                </Menu.Item>
              ) : (
                <Menu.RadioItem value={item.key} onClick={choose(item)}>
                  {item.label}
                </Menu.RadioItem>
              )}
            </Fragment>
          ))}
        </Menu.RadioGroup>
      </div>
    </PlacedMenu>
  );
}

/** The present level, or the first item, has the focus once the menu stands. */
function useFocusOnFirst(list: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const focus = () => {
      const first = list.current?.querySelector<HTMLElement>("[role^=menuitem]");
      const current = list.current?.querySelector<HTMLElement>("[aria-checked=true]");
      (current ?? first)?.focus({ preventScroll: true });
    };
    focus();
    // A portal is filled in a pass of its own.
    const frame = requestAnimationFrame(focus);
    return () => cancelAnimationFrame(frame);
  }, [list]);
}

/** Closes on a press beside it, on scrolling and when the window changes. */
function useLeave(list: RefObject<HTMLDivElement | null>, anchor: HTMLElement, onClose: () => void): void {
  useEffect(() => {
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!list.current?.contains(target) && !anchor.contains(target)) onClose();
    };
    document.addEventListener("pointerdown", outside);
    window.addEventListener("scroll", onClose, { passive: true });
    window.addEventListener("resize", onClose);
    return () => {
      document.removeEventListener("pointerdown", outside);
      window.removeEventListener("scroll", onClose);
      window.removeEventListener("resize", onClose);
    };
  }, [list, anchor, onClose]);
}
