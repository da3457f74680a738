import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import type { MenuItem } from "./ActionMenu.tsx";

const ActionMenu = lazy(() => import("./ActionMenu.tsx").then((module) => ({ default: module.ActionMenu })));

/** Gives a menu that is loaded when it first opens, and the element to put on the page for it. */
export function useActionMenu(): {
  openMenu: (anchor: HTMLElement, items: MenuItem[]) => void;
  menu: ReactNode;
} {
  const [open, setOpen] = useState<{ anchor: HTMLElement; items: MenuItem[] } | null>(null);
  const openMenu = useCallback((anchor: HTMLElement, items: MenuItem[]) => setOpen({ anchor, items }), []);
  const close = useCallback(() => setOpen(null), []);
  const menu = open && (
    <Suspense fallback={null}>
      <ActionMenu anchor={open.anchor} items={open.items} onClose={close} />
    </Suspense>
  );
  return { openMenu, menu };
}
