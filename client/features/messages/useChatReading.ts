import type { OperationVariables, TypedDocumentNode } from "@apollo/client";
import { useCallback, useEffect, useRef } from "react";
import { useBrowserClient } from "../../apollo/browserClient.ts";
import { askUnread } from "../unread/serverEvents.ts";

/** Messages of a chat as its query gives them, from the newest to the oldest. */
interface Messages {
  nodes: readonly { id: string }[];
  pageInfo: { hasNextPage: boolean };
}

type ChatData<K extends string> = Record<K, { messages: Messages }>;

/** Query of a chat, and the place of the chat in its answer. */
export interface ChatSource<T, V, K extends string> {
  query: TypedDocumentNode<T, V & { since?: string | null }>;
  variables: V;
  of: K;
  /** Id of the newest message that is shown. */
  newest: string | undefined;
  /** Reads the newest page from the start. */
  refetch: () => Promise<unknown>;
}

/** Gives a function that reads what came after the newest message that is shown. */
export function useLook<T extends ChatData<K>, V extends OperationVariables, K extends string>(
  source: ChatSource<T, V, K>,
): () => Promise<void> {
  const client = useBrowserClient();
  const latest = useRef(source);
  useEffect(() => {
    latest.current = source;
  });
  /** Counts the looks: an answer that comes after the one to a later look has nothing to add. */
  const looks = useRef({ begun: 0, shown: 0 });
  return useCallback(async () => {
    const { query, variables, of, newest, refetch } = latest.current;
    if (!newest) return void (await refetch());
    const mine = ++looks.current.begun;
    const { data } = await client.query({
      query,
      variables: { ...variables, since: newest },
      fetchPolicy: "no-cache",
    });
    if (!data || mine < looks.current.shown) return;
    looks.current.shown = mine;
    const { messages, ...rest } = (data as T)[of];
    // More than a page came: what lies between is not known.
    if (messages.pageInfo.hasNextPage) return void (await refetch());
    client.cache.updateQuery({ query, variables }, (cached) => {
      if (!cached) return cached;
      const shown = (cached as T)[of].messages;
      const have = new Set(shown.nodes.map(({ id }) => id));
      const fresh = messages.nodes.filter(({ id }) => !have.has(id));
      const chat = { ...rest, messages: { ...shown, nodes: [...fresh, ...shown.nodes] } };
      return { [of]: chat as ChatData<K>[K] } as T;
    });
  }, [client]);
}

interface ReadMark {
  /** The newest messages are in sight. */
  isReading: boolean;
  unread: number;
  newest: string | undefined;
  /** Marks everything up to a message as read; the same function each time. */
  mark: (upTo: string) => Promise<unknown>;
}

/** Marks a chat as read while somebody sees its newest messages. */
export function useReadMark({ newest, unread, isReading, mark }: ReadMark): void {
  useEffect(() => {
    const read = () => {
      if (!isReading || document.hidden || unread === 0 || !newest) return;
      mark(newest).then(askUnread, () => undefined);
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [isReading, mark, newest, unread]);
}
