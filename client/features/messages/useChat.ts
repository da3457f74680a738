import { useCallback, useEffect, useRef, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { MessageChatDocument } from "../../gql/graphql.ts";
import { useMarkDialogReadMutation, useMessageChatQuery } from "../../gql/hooks.ts";
import { useBrowserClient } from "../../apollo/browserClient.ts";
import { askUnread, onServerEvent } from "../unread/serverEvents.ts";
import { rereader } from "../../apollo/rereader.ts";
import { useOutgoing } from "./useOutgoing.ts";

graphql(`
  query MessageChat($userId: ID!, $after: String, $since: ID) {
    dialog(userId: $userId) {
      id
      unread
      ...ChatView_dialog
      messages(first: 30, after: $after, since: $since) {
        nodes {
          id
          ...ChatView_message
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);
graphql(`
  mutation MarkDialogRead($userId: ID!, $upTo: ID) {
    markDialogRead(userId: $userId, upTo: $upTo) {
      id
      unread
    }
  }
`);

/**
 * Serves the chat with a member: reads, reads new messages after an event, sends, marks as read.
 * @param isReading the newest messages are in sight
 */
export function useChat(userId: string, isReading: boolean) {
  const client = useBrowserClient();
  const query = useMessageChatQuery({ variables: { userId }, fetchPolicy: "cache-and-network" });
  const dialog = query.data?.dialog;
  const newest = dialog?.messages.nodes[0]?.id;
  const look = useLook(userId, newest, query.refetch);

  // What was said before is another now, so all that is shown is read anew.
  const [reread] = useState(() =>
    rereader(client, {
      query: MessageChatDocument,
      variables: { userId },
      of: "dialog.messages",
    }),
  );
  useEffect(
    () =>
      onServerEvent(({ kind, peerId }) => {
        if (kind === "changed" && peerId === userId) reread().catch(() => undefined);
        else if (kind === "counts" || peerId === userId) look().catch(() => undefined);
      }),
    [look, reread, userId],
  );

  useReadMark(userId, { isReading, unread: dialog?.unread ?? 0, newest });
  return { query, ...useOutgoing(userId, look) };
}

/** Gives a function that reads what came after the newest message that is shown. */
function useLook(userId: string, newest: string | undefined, refetch: () => Promise<unknown>) {
  const client = useBrowserClient();
  /** Counts the looks: an answer that comes after the one to a later look has nothing to add. */
  const looks = useRef({ begun: 0, shown: 0 });
  return useCallback(async () => {
    if (!newest) return void (await refetch());
    const mine = ++looks.current.begun;
    const { data } = await client.query({
      query: MessageChatDocument,
      variables: { userId, since: newest },
      fetchPolicy: "no-cache",
    });
    if (!data || mine < looks.current.shown) return;
    looks.current.shown = mine;
    const { messages, ...rest } = data.dialog;
    // More than a page came: what lies between is not known.
    if (messages.pageInfo.hasNextPage) return void (await refetch());
    client.cache.updateQuery({ query: MessageChatDocument, variables: { userId } }, (cached) => {
      if (!cached) return cached;
      const have = new Set(cached.dialog.messages.nodes.map(({ id }) => id));
      const fresh = messages.nodes.filter(({ id }) => !have.has(id));
      const nodes = [...fresh, ...cached.dialog.messages.nodes];
      return { dialog: { ...rest, messages: { ...cached.dialog.messages, nodes } } };
    });
  }, [client, newest, refetch, userId]);
}

interface ReadMark {
  isReading: boolean;
  unread: number;
  newest: string | undefined;
}

/** Marks the dialog as read while somebody sees its newest messages. */
function useReadMark(userId: string, { newest, unread, isReading }: ReadMark): void {
  const [markRead] = useMarkDialogReadMutation();
  useEffect(() => {
    const read = () => {
      if (!isReading || document.hidden || unread === 0 || !newest) return;
      markRead({ variables: { userId, upTo: newest } }).then(askUnread, () => undefined);
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [isReading, markRead, newest, unread, userId]);
}
