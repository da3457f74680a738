import { type RefCallback, useLayoutEffect } from "react";

/** Stands in a Menu.Target or Popover.Target for an element that was on the page before Mantine was. */
export function PlacedTarget({ anchor, ref }: { anchor: HTMLElement; ref?: RefCallback<HTMLElement> }) {
  useLayoutEffect(() => {
    ref?.(anchor);
    return () => void ref?.(null);
  }, [anchor, ref]);
  return null;
}
