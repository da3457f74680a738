import { useCallback, useEffect, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { MessageChatDocument } from "../../gql/graphql.ts";
import {
  useMarkDialogReadMutation,
  useMessageChatQuery,
  useSendChatMessageMutation,
} from "../../gql/hooks.ts";
import { useBrowserClient } from "../../apollo/browserClient.ts";
import { onServerEvent } from "../unread/serverEvents.ts";
import { rereader } from "../../apollo/rereader.ts";
import { useLook, useReadMark } from "./useChatReading.ts";
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
graphql(`
  mutation SendChatMessage($input: SendMessageInput!) {
    sendMessage(input: $input) {
      id
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
  const look = useLook({
    query: MessageChatDocument,
    variables: { userId },
    of: "dialog",
    newest,
    refetch: query.refetch,
  });

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

  const [markRead] = useMarkDialogReadMutation();
  const mark = useCallback((upTo: string) => markRead({ variables: { userId, upTo } }), [markRead, userId]);
  useReadMark({ isReading, unread: dialog?.unread ?? 0, newest, mark });
  const [sendMessage] = useSendChatMessageMutation();
  const outgoing = useOutgoing(
    (content, context) => sendMessage({ variables: { input: { userId, ...content } }, context }),
    look,
  );
  return { query, ...outgoing };
}
