import { useTexts } from "../../i18n/texts.ts";
import { Link } from "../../ui/Link.tsx";
import { threadTexts } from "../threads/threads.texts.ts";
import classes from "./PostStream.module.css";

/** Stands below the last known reply: grey lines of a reply's size while the next ones are read, and a link to them. */
export function StreamMore({ href }: { href: string }) {
  const t = useTexts(threadTexts);
  return (
    <div className={classes.more}>
      <span className={classes.ghost} aria-hidden="true" />
      <Link to={href} rel="next">
        {t.loadMore}
      </Link>
    </div>
  );
}
