import { useCallback, useEffect, useRef, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { uploadFile } from "../../apollo/upload.ts";
import { graphql } from "../../gql/gql.ts";
import { MessageChatDocument, type MessageChatQuery } from "../../gql/graphql.ts";
import {
  useMarkDialogReadMutation,
  useMessageChatQuery,
  useSendChatMessageMutation,
} from "../../gql/hooks.ts";
import { uniqueKey } from "../../platform/uniqueKey.ts";
import { useBrowserClient } from "../../apollo/browserClient.ts";
import { askUnread, onNews } from "../unread/serverEvents.ts";
import { rereader } from "../../apollo/rereader.ts";

graphql(`
  query MessageChat($userId: ID!, $after: String, $since: ID) {
    dialog(userId: $userId) {
      id
      unread
      refusal
      peerReadUpTo
      peer {
        id
        nickname
        avatarUrl
      }
      messages(first: 30, after: $after, since: $since) {
        nodes {
          id
          body
          isMine
          isRemoved
          createdAt
          picture {
            id
            url
            thumbUrl
            width
            height
          }
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
  mutation SendChatMessage($input: SendMessageInput!) {
    sendMessage(input: $input) {
      id
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

/** A dialog as the chat shows it. */
export type ChatDialog = MessageChatQuery["dialog"];
/** A message of it. */
export type ChatMessage = ChatDialog["messages"]["nodes"][number];

/** A message that is on its way, or has not arrived. */
export interface Outgoing {
  /** Sent along, so that trying again never sends twice. */
  key: string;
  body: string;
  file: File | null;
  /** Address of the local picture, shown until the server has it. */
  preview: string | null;
  /** The picture once it is uploaded. */
  attachmentId?: string;
  failure: string | null;
}

/**
 * Provides the chat with a member: reads it, looks for new messages upon events, sends, and marks as read.
 * @param isReading the newest messages are in sight
 */
export function useChat(userId: string, isReading: boolean) {
  const client = useBrowserClient();
  const query = useMessageChatQuery({ variables: { userId }, fetchPolicy: "cache-and-network" });
  const [sendMessage] = useSendChatMessageMutation();
  const [markRead] = useMarkDialogReadMutation();
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([]);
  const dialog = query.data?.dialog;
  const newest = dialog?.messages.nodes[0]?.id;
  const { refetch } = query;

  /** Counts the looks: an answer that comes after the one to a later look has nothing to add. */
  const looks = useRef({ begun: 0, shown: 0 });
  /** Reads what came after the newest message that is shown. */
  const look = useCallback(async () => {
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
    client.cache.updateQuery({ query: MessageChatDocument, variables: { userId } }, (known) => {
      if (!known) return known;
      const have = new Set(known.dialog.messages.nodes.map(({ id }) => id));
      const fresh = messages.nodes.filter(({ id }) => !have.has(id));
      const nodes = [...fresh, ...known.dialog.messages.nodes];
      return { dialog: { ...rest, messages: { ...known.dialog.messages, nodes } } };
    });
  }, [client, newest, refetch, userId]);

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
      onNews(({ kind, peerId }) => {
        if (kind === "changed" && peerId === userId) reread().catch(() => undefined);
        else if (kind === "counts" || peerId === userId) look().catch(() => undefined);
      }),
    [look, reread, userId],
  );

  const unread = dialog?.unread ?? 0;
  useEffect(() => {
    const read = () => {
      if (!isReading || document.hidden || unread === 0 || !newest) return;
      markRead({ variables: { userId, upTo: newest } }).then(askUnread, () => undefined);
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [isReading, markRead, newest, unread, userId]);

  const change = (key: string, values: Partial<Outgoing>) =>
    setOutgoing((all) => all.map((each) => (each.key === key ? { ...each, ...values } : each)));

  async function deliver(message: Outgoing): Promise<void> {
    try {
      let { attachmentId } = message;
      if (message.file && !attachmentId) {
        attachmentId = (await uploadFile(message.file, "image")).id;
        change(message.key, { attachmentId });
      }
      const input = { userId, body: message.body, attachmentId, clientKey: message.key };
      await sendMessage({ variables: { input } });
      await look();
      forget(message);
    } catch (error) {
      change(message.key, { failure: errorOf(error).message });
    }
  }

  const forget = ({ key, preview }: Outgoing) => {
    if (preview) URL.revokeObjectURL(preview);
    setOutgoing((all) => all.filter((each) => each.key !== key));
  };

  // Messages leave in the order in which they were written.
  const queue = useRef<Promise<void>>(Promise.resolve());
  const enqueue = (message: Outgoing) => {
    queue.current = queue.current.then(() => deliver(message));
  };

  return {
    query,
    outgoing,
    send(body: string, file: File | null) {
      const preview = file && URL.createObjectURL(file);
      const message: Outgoing = { key: uniqueKey(), body, file, preview, failure: null };
      setOutgoing((all) => [...all, message]);
      enqueue(message);
    },
    again(message: Outgoing) {
      change(message.key, { failure: null });
      enqueue({ ...message, failure: null });
    },
    forget,
  };
}
