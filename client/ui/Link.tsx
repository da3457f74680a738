import type { ComponentPropsWithRef } from "react";

interface Props extends Omit<ComponentPropsWithRef<"a">, "href"> {
  /** Address within the site: a path, or "?…" for another state of the same page. */
  to: string;
  /** The page stays where it is scrolled to: what changes lies below the link. */
  keepScroll?: boolean;
  /** Takes the place of the present page in the history. */
  replace?: boolean;
}

/**
 * A link of rows, cards and the frame: a plain anchor, which `useLinkClicks` leads through the router as it does the
 * links that members write. A list has 160 of them, and the router's own `Link`, which forms and the administration
 * use, doubles what a page costs to render (docs/decisions/0172).
 */
export function Link({ to, keepScroll, replace, ...rest }: Props) {
  return (
    <a {...rest} href={to} data-keep-scroll={keepScroll || undefined} data-replace={replace || undefined} />
  );
}
