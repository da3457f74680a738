import "@mantine/core/styles/Menu.layer.css";
import { Menu, type MenuProps } from "@mantine/core";
import type { ReactNode } from "react";
import { MantineScope } from "./MantineScope.tsx";
import classes from "./PlacedMenu.module.css";
import { PlacedTarget } from "./PlacedTarget.tsx";

/** Distance from the button, in CSS pixels. */
const GAP_PX = 6;

interface Props extends Pick<MenuProps, "position" | "withinPortal" | "closeOnItemClick" | "zIndex"> {
  /** The button that opened it, which stands in the page already. */
  anchor: HTMLElement;
  label?: string | undefined;
  id?: string;
  onClose: () => void;
  /** Items of Mantine's Menu. */
  children: ReactNode;
}

/**
 * Mantine's Menu, open beside a button that was there before its code was. Arrow keys, letters, Home and End move; where
 * the focus starts and returns to is the caller's.
 */
export function PlacedMenu({ anchor, label, id, onClose, children, ...place }: Props) {
  return (
    <MantineScope>
      <Menu
        {...place}
        opened
        onClose={onClose}
        offset={GAP_PX}
        trapFocus={false}
        returnFocus={false}
        closeOnClickOutside={false}
        hideDetached={false}
        withInitialFocusPlaceholder={false}
        // A long menu near the edge scrolls within the room that there is.
        middlewares={{ flip: true, shift: true, size: { padding: GAP_PX } }}
        transitionProps={{ duration: 0 }}
        classNames={{ dropdown: classes.menu, item: classes.item }}
      >
        <Menu.Target>
          <PlacedTarget anchor={anchor} />
        </Menu.Target>
        <Menu.Dropdown id={id} aria-label={label} aria-labelledby={undefined}>
          {children}
        </Menu.Dropdown>
      </Menu>
    </MantineScope>
  );
}
