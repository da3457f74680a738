import { lazy, Suspense, useCallback, useState } from "react";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import type { NotificationWhy_NotificationFragment } from "../../../gql/graphql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Link } from "../../../ui/Link.tsx";
import { notificationSettingsHref } from "../settings/notificationAnchors.ts";
import { inboxTexts } from "./inbox.texts.ts";
import classes from "./NotificationRow.module.css";

const NotificationWhy_notification = graphql(`
  fragment NotificationWhy_notification on Notification {
    id
    why
    topic
    watched {
      id
      target
      targetId
      level
      thread {
        id
        title
      }
      category {
        id
        name
      }
      member {
        id
        nickname
      }
      topic {
        id
        name
      }
    }
  }
`);

const WatchMenu = lazy(() =>
  import("../../watches/WatchMenu.tsx").then((module) => ({ default: module.WatchMenu })),
);

/** Gives the name and the address of what is watched; undefined if nothing is or if it may no longer be seen. */
function watchedBy({
  why,
  watched,
}: NotificationWhy_NotificationFragment): { name: string; to: string } | undefined {
  const { thread, category, member, topic } = watched ?? {};
  if (why === "WATCHED_CATEGORY" && category) return { name: category.name, to: `/category/${category.id}` };
  if (why === "WATCHED_MEMBER" && member) return { name: member.nickname, to: `/user/${member.id}` };
  if (why === "WATCHED_THREAD" && thread) return { name: thread.title, to: `/thread/${thread.id}` };
  if (why === "WATCHED_TOPIC" && topic) return { name: `#${topic.name}`, to: `/topic/${topic.id}` };
  return undefined;
}

interface Props {
  notification: FragmentType<typeof NotificationWhy_notification>;
}

/** Why a notification came, what is watched by its name, and where that is changed: here, or in the settings (landscape E33). */
export function NotificationWhy({ notification: masked }: Props) {
  const notification = readFragment(NotificationWhy_notification, masked);
  const t = useTexts(inboxTexts);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = useCallback(() => setAnchor(null), []);
  const { why, watched } = notification;
  const place = watchedBy(notification);
  const isSeen = Boolean(watched && (watched.thread ?? watched.category ?? watched.member ?? watched.topic));
  return (
    <span className={classes.why}>
      <span>
        <span className={classes.whyLabel}>{t.whyLabel}</span>
        {t[why]}
        {place && (
          <>
            {t.colon}
            <Link to={place.to}>{place.name}</Link>
          </>
        )}
      </span>
      {watched && isSeen ? (
        <button
          type="button"
          className={classes.change}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
        >
          {t.change}
        </button>
      ) : (
        <Link className={classes.change} to={notificationSettingsHref(notification.topic)}>
          {t.change}
        </Link>
      )}
      {watched && anchor && (
        <Suspense fallback={null}>
          <WatchMenu
            anchor={anchor}
            target={watched.target}
            targetId={watched.targetId}
            level={watched.level}
            onClose={close}
          />
        </Suspense>
      )}
    </span>
  );
}
