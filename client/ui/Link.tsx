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
 * A link within the site: a plain anchor, which `useLinkClicks` leads through the router. Pages have a hundred links,
 * and the router's own component asks its contexts for each of them.
 */
export function Link({ to, keepScroll, replace, ...rest }: Props) {
  return (
    <a {...rest} href={to} data-keep-scroll={keepScroll || undefined} data-replace={replace || undefined} />
  );
}
