import { type MouseEvent, type Ref } from "react";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { Link } from "./Link.tsx";
import classes from "./MoreControl.module.css";
import { Spinner } from "./Spinner.tsx";

interface Props {
  ref?: Ref<HTMLDivElement>;
  /** Address of the next page for readers without scripts, where there is one. */
  href?: string | undefined;
  /** Words on it; "load more" unless given. */
  label?: string | undefined;
  isBusy: boolean;
  /** Why the last try failed; null if it did not. */
  failure: string | null;
  className?: string | undefined;
  /** Absent where the link is simply followed. */
  onMore?: (() => void) | undefined;
}

/** The end of a list that goes on: loads more, shows that it is under way, says what failed and tries again. */
export function MoreControl({ ref, href, label, isBusy, failure, className, onMore }: Props) {
  const t = useTexts(commonTexts);
  const shared = {
    className: className ?? classes.control,
    "aria-busy": isBusy,
    onClick(event: MouseEvent) {
      if (!onMore || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      if (!isBusy) onMore();
    },
  };
  const words = isBusy ? t.loading : failure ? t.retry : (label ?? t.loadMore);
  const content = (
    <>
      {isBusy && <Spinner size="sm" />}
      {words}
    </>
  );
  // The control stays one element whatever it says, so that who pressed it by keyboard keeps their place.
  return (
    <div ref={ref} className={classes.more}>
      <p role="alert">{failure}</p>
      {href === undefined ? (
        <button type="button" {...shared}>
          {content}
        </button>
      ) : (
        <Link to={href} rel="next" {...shared}>
          {content}
        </Link>
      )}
    </div>
  );
}
