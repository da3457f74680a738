import { MoreControl } from "../../../ui/MoreControl.tsx";
import type { StreamTrouble } from "./useStreamWindow.ts";
import classes from "./PostStream.module.css";

interface Props {
  /** Address of the next page. */
  href: string;
  trouble: StreamTrouble | null;
  onRetry(): void;
}

/**
 * Stands below the last known reply: a link to the next ones, and a window full of grey lines in their place, so that
 * what follows the stream is not seen before its time and pushed away by them.
 */
export function StreamMore({ href, trouble, onRetry }: Props) {
  return (
    <div className={classes.more}>
      <MoreControl
        href={href}
        isBusy={trouble?.isBusy ?? false}
        failure={trouble?.message ?? null}
        onMore={trouble ? onRetry : undefined}
      />
      <span className={classes.ghost} aria-hidden="true" />
    </div>
  );
}
