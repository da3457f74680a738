import { useApolloClient } from "@apollo/client/react";
import { type ReactNode, useEffect } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { setTitleCount } from "../../platform/title.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Badge } from "../../ui/Badge.tsx";
import classes from "./UnreadBadge.module.css";
import { unreadTexts } from "./unread.texts.ts";
import { useUnreadCounts } from "./unreadCounts.ts";

interface Props {
  /** Everything unless given. */
  of?: "chats" | "notifications";
  children: ReactNode;
}

/** Puts the number of what is unread on an icon: nothing at 0, "99+" above 99. */
export function UnreadBadge({ of, children }: Props) {
  const t = useTexts(unreadTexts);
  const { total, dialogMessage } = useUnreadCounts();
  const count = of === "chats" ? dialogMessage : of ? total - dialogMessage : total;
  return (
    <Badge count={count} label={t.unread(count)} className={classes.icon}>
      {children}
    </Badge>
  );
}

/** Asks for what is unread while somebody is signed in, and says it in the title of the window. Shows nothing. */
export function UnreadWatch() {
  const { viewer, isShared } = useViewer();
  return viewer && !isShared && !import.meta.env.SSR ? <Watch viewerId={viewer.id} /> : null;
}

function Watch({ viewerId }: { viewerId: string }) {
  const client = useApolloClient();
  const { total } = useUnreadCounts();

  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    // Nobody waits for it, so it is no part of what every page loads first.
    void import("./unreadPoll.ts").then(({ watchUnread }) => {
      if (!isOver) stop = watchUnread(client, viewerId);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [client, viewerId]);

  useEffect(() => {
    setTitleCount(total);
    return () => setTitleCount(0);
  }, [total]);

  return null;
}
