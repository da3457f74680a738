import { useCallback, useEffect, useState } from "react";
import { useBrowserClient } from "../../../apollo/browserClient.ts";
import { errorOf } from "../../../apollo/errors.ts";
import { rereader } from "../../../apollo/rereader.ts";
import { graphql } from "../../../gql/gql.ts";
import { MessageRoomDocument } from "../../../gql/graphql.ts";
import {
  useMarkRoomReadMutation,
  useMessageRoomQuery,
  useSendRoomMessageMutation,
} from "../../../gql/hooks.ts";
import { onServerEvent } from "../../unread/serverEvents.ts";
import { useLook, useReadMark } from "../useChatReading.ts";
import { useOutgoing } from "../useOutgoing.ts";

graphql(`
  query MessageRoom($id: ID!, $after: String, $since: ID) {
    room(id: $id) {
      id
      state
      unread
      ...RoomView_room
      messages(first: 30, after: $after, since: $since) {
        nodes {
          id
          ...RoomView_message
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
  mutation MarkRoomRead($id: ID!, $messageId: ID!) {
    markRoomRead(id: $id, messageId: $messageId) {
      id
      unread
    }
  }
`);
graphql(`
  mutation SendRoomMessage($input: SendRoomMessageInput!) {
    sendRoomMessage(input: $input) {
      id
    }
  }
`);

/**
 * Serves a group chat: reads, reads new messages and changes after an event, sends, marks as read.
 * @param isReading the newest messages are in sight
 */
export function useRoom(roomId: string, isReading: boolean) {
  const client = useBrowserClient();
  const query = useMessageRoomQuery({ variables: { id: roomId }, fetchPolicy: "cache-and-network" });
  const room = query.data?.room;
  const newest = room?.messages.nodes[0]?.id;
  /** The viewer was removed, or has left in another window. */
  const [isGone, setGone] = useState(false);
  const look = useLook({
    query: MessageRoomDocument,
    variables: { id: roomId },
    of: "room",
    newest,
    refetch: query.refetch,
  });
  const [reread] = useState(() =>
    rereader(client, { query: MessageRoomDocument, variables: { id: roomId }, of: "room.messages" }),
  );
  useEffect(() => {
    const failed = (error: unknown) => {
      if (errorOf(error).code === "NOT_FOUND") setGone(true);
    };
    return onServerEvent((event) => {
      if (event.kind === "changed" && event.roomId === roomId) reread().catch(failed);
      else if (event.kind === "counts" || event.roomId === roomId) look().catch(failed);
    });
  }, [look, reread, roomId]);

  const [markRead] = useMarkRoomReadMutation();
  const mark = useCallback(
    (messageId: string) => markRead({ variables: { id: roomId, messageId } }),
    [markRead, roomId],
  );
  useReadMark({ isReading, unread: room?.unread ?? 0, newest, mark });
  const [sendMessage] = useSendRoomMessageMutation();
  const outgoing = useOutgoing(
    (content, context) => sendMessage({ variables: { input: { roomId, ...content } }, context }),
    look,
  );
  return { query, isGone, look, ...outgoing };
}
