import { graphemesOf } from "../platform/graphemes.ts";
import { Link } from "./Link.tsx";

/** Characters of an address that show (spec §9). */
export const LINK_TEXT_MAX = 20;

interface Props {
  /** A path of this site, or a whole http(s) address. */
  href: string;
  /** Text instead of the address; cut as well. */
  text?: string;
  className?: string;
}

/** A link of which the first 20 characters show; the whole address is its title. */
export function TruncatedLink({ href, text = href, className }: Props) {
  const characters = graphemesOf(text);
  const shown = characters.length > LINK_TEXT_MAX ? `${characters.slice(0, LINK_TEXT_MAX).join("")}…` : text;
  if (href.startsWith("/") && !href.startsWith("//")) {
    return (
      <Link to={href} title={href} className={className}>
        {shown}
      </Link>
    );
  }
  // Addresses that people write may hold anything: what is no web address leads nowhere.
  const safe = /^https?:\/\//i.test(href) ? href : undefined;
  return (
    <a href={safe} title={href} className={className} target="_blank" rel="noopener noreferrer nofollow ugc">
      {shown}
    </a>
  );
}
