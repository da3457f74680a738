import { useBrowserClient } from "../../../apollo/browserClient.ts";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import {
  type NotificationEntry,
  type NotificationsChange_ChangedFragment,
  UnreadCountsDocument,
} from "../../../gql/graphql.ts";
import {
  useDeleteNotificationsMutation,
  useMarkNotificationsReadMutation,
  useMarkNotificationsUnreadMutation,
  useRestoreNotificationsMutation,
} from "../../../gql/hooks.ts";
import { act } from "../../../ui/act.ts";

const NotificationsChange_changed = graphql(`
  fragment NotificationsChange_changed on NotificationsChanged {
    count
    markedAt
    unreadCounts {
      total
      dialogMessage
      account
      financial
      thread
    }
  }
`);
graphql(`
  mutation MarkNotificationsRead($ids: [ID!], $entry: NotificationEntry) {
    markNotificationsRead(ids: $ids, entry: $entry) {
      ...NotificationsChange_changed
    }
  }
`);
graphql(`
  mutation MarkNotificationsUnread($ids: [ID!], $markedAt: DateTimeISO) {
    markNotificationsUnread(ids: $ids, markedAt: $markedAt) {
      ...NotificationsChange_changed
    }
  }
`);
graphql(`
  mutation DeleteNotifications($ids: [ID!]!) {
    deleteNotifications(ids: $ids) {
      ...NotificationsChange_changed
    }
  }
`);
graphql(`
  mutation RestoreNotifications($ids: [ID!]!) {
    restoreNotifications(ids: $ids) {
      ...NotificationsChange_changed
    }
  }
`);

/** Marks and deletes; the numbers of the answer are those of badge, title and entries. */
export function useNotificationActions(changed: () => void) {
  const client = useBrowserClient();
  const [markRead] = useMarkNotificationsReadMutation();
  const [markUnread] = useMarkNotificationsUnreadMutation();
  const [deleteNotifications] = useDeleteNotificationsMutation();
  const [restoreNotifications] = useRestoreNotificationsMutation();

  type Done = NotificationsChange_ChangedFragment;
  const run = (
    key: string,
    work: () => Promise<FragmentType<typeof NotificationsChange_changed> | undefined>,
    then?: (done: Done) => void,
  ) =>
    act(
      async () => {
        const done = readFragment(NotificationsChange_changed, await work());
        if (!done) return;
        client.writeQuery({ query: UnreadCountsDocument, data: { unreadCounts: done.unreadCounts } });
        changed();
        then?.(done);
      },
      { key },
    );
  // A row is marked and deleted once, however often its button is pressed while the answer is slow.
  const ofRows = (ids: string[]): string => `notifications ${ids.join(" ")}`;

  return {
    mark: (variables: { ids?: string[]; entry?: NotificationEntry }, then?: (done: Done) => void) =>
      run(
        variables.ids ? ofRows(variables.ids) : "mark all notifications",
        async () => (await markRead({ variables })).data?.markNotificationsRead,
        then,
      ),
    unmark: (variables: { ids?: string[]; markedAt?: string | null }) =>
      run(
        variables.ids ? ofRows(variables.ids) : "mark all notifications",
        async () => (await markUnread({ variables })).data?.markNotificationsUnread,
      ),
    remove: (ids: string[], then: (done: Done) => void) =>
      run(
        ofRows(ids),
        async () => (await deleteNotifications({ variables: { ids } })).data?.deleteNotifications,
        then,
      ),
    restore: (ids: string[], then: (done: Done) => void) =>
      run(
        ofRows(ids),
        async () => (await restoreNotifications({ variables: { ids } })).data?.restoreNotifications,
        then,
      ),
  };
}
