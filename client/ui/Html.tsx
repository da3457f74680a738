import { withRenditions } from "../platform/imageQuality.ts";
import classes from "./Html.module.css";

interface Props {
  /** Safe HTML of the server: a `bodyHtml`. */
  html: string;
  className?: string;
}

/** Rendered Markdown with the typography of the forum. */
export function Html({ html, className = "" }: Props) {
  return (
    <div
      data-prose
      className={`${classes.prose} ${className}`}
      dangerouslySetInnerHTML={{ __html: withRenditions(html) }}
    />
  );
}
