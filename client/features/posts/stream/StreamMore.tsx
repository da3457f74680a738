import { MoreControl } from "../../../ui/MoreControl.tsx";
import type { StreamTrouble } from "./useStreamWindow.ts";
import classes from "./PostStream.module.css";

interface Props {
  /** Address of the next page. */
  href: string;
  trouble: StreamTrouble | null;
  onRetry(): void;
}

/** Stands below the last known reply: grey lines of a reply's size while the next ones are read, and a link to them. */
export function StreamMore({ href, trouble, onRetry }: Props) {
  return (
    <div className={classes.more}>
      <span className={classes.ghost} aria-hidden="true" />
      <MoreControl
        href={href}
        isBusy={trouble?.isBusy ?? false}
        failure={trouble?.message ?? null}
        onMore={trouble ? onRetry : undefined}
      />
    </div>
  );
}
