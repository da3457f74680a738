import { useEffect, useState } from "react";
import { graphql } from "../../../gql/gql.ts";
import { MessageNotificationsDocument, type NotificationEntry } from "../../../gql/graphql.ts";
import { useMessageNotificationsQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { IconBell, IconChecks, IconSettings } from "../../../ui/icons.tsx";
import { Link } from "../../../ui/Link.tsx";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { toast } from "../../../ui/toast.tsx";
import { NOTIFICATION_SETTINGS } from "../settings/notificationAnchors.ts";
import { useBrowserClient } from "../../../apollo/browserClient.ts";
import classes from "./NotificationList.module.css";
import { inboxTexts } from "./inbox.texts.ts";
import { onServerEvent } from "../../unread/serverEvents.ts";
import { NotificationRow } from "./NotificationRow.tsx";
import { rereader } from "../../../apollo/rereader.ts";
import { UndoBar, useUndo } from "./UndoBar.tsx";
import { useUnreadCounts } from "../../unread/unreadCounts.ts";
import { useNotificationActions } from "./useNotificationActions.ts";

graphql(`
  query MessageNotifications($entry: NotificationEntry!, $after: String) {
    notifications(entry: $entry, first: 20, after: $after) {
      nodes {
        id
        isRead
        ...NotificationRow_notification
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
/** Lists of notifications, as the server names them. */
export const NOTIFICATION_ENTRIES = {
  account: "ACCOUNT",
  financial: "FINANCIAL",
  thread: "THREAD",
} as const satisfies Record<string, NotificationEntry>;

interface Props {
  type: keyof typeof NOTIFICATION_ENTRIES;
  /** Its title is the heading of the page. */
  isHeading?: boolean;
}

/** One list of notifications, newest first: each can be marked and deleted, all can be marked, and both can be undone. */
export function NotificationList({ type, isHeading = true }: Props) {
  const t = useTexts(inboxTexts);
  const counts = useUnreadCounts();
  const entry = NOTIFICATION_ENTRIES[type];
  const query = useMessageNotificationsQuery({ variables: { entry }, fetchPolicy: "cache-and-network" });
  const reread = useReread(entry);
  const { mark, unmark, remove, restore } = useNotificationActions(reread);
  const undo = useUndo();
  const Heading = isHeading ? "h1" : "h2";

  const markAll = () =>
    mark({ entry }, (done) => {
      if (done.count > 0) undo.offer(t.markedAll(done.count), () => void unmark({ markedAt: done.markedAt }));
    });
  const drop = (ids: string[]) => remove(ids, () => undo.offer(t.deleted, () => void bringBack(ids)));
  const bringBack = (ids: string[]) =>
    restore(ids, (done) => {
      if (done.count === 0) toast.info(t.tooLate);
    });

  return (
    <section className="card">
      <div className={classes.head}>
        <Heading className={classes.heading}>{t[type]}</Heading>
        <div className={classes.tools}>
          <Button
            size="sm"
            variant="subtle"
            icon={<IconChecks size={18} />}
            disabled={counts[type] === 0}
            onClick={() => void markAll()}
          >
            {t.markAll}
          </Button>
          <Link to={NOTIFICATION_SETTINGS} className={classes.tool} aria-label={t.choices} title={t.choices}>
            <IconSettings size={18} />
          </Link>
        </div>
      </div>
      <QueryView query={query}>
        {({ notifications: { nodes } }) =>
          nodes.length === 0 ? (
            <EmptyState
              icon={<IconBell size={40} stroke={1.4} />}
              title={t.noNotifications}
              text={t.noNotificationsText}
            />
          ) : (
            <>
              <ul>
                {nodes.map((notification) => (
                  <NotificationRow
                    key={notification.id}
                    notification={notification}
                    onMark={() =>
                      void (notification.isRead
                        ? unmark({ ids: [notification.id] })
                        : mark({ ids: [notification.id] }))
                    }
                    onOpen={() => void (notification.isRead || mark({ ids: [notification.id] }))}
                    onDelete={() => void drop([notification.id])}
                  />
                ))}
              </ul>
              <LoadMore query={query} of="notifications" />
            </>
          )
        }
      </QueryView>
      <UndoBar undo={undo} />
    </section>
  );
}

/** Reads the list anew when the counts change. @returns a function that does so for another reason */
function useReread(entry: NotificationEntry): () => void {
  const client = useBrowserClient();
  const [reread] = useState(() => {
    const read = rereader(client, {
      query: MessageNotificationsDocument,
      variables: { entry },
      of: "notifications",
    });
    return () => void read().catch(() => undefined);
  });
  // What is unread here may have changed, so there is something to read.
  useEffect(() => onServerEvent(({ kind }) => kind === "counts" && reread()), [reread]);
  return reread;
}
