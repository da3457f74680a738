import type { ApolloCache, Reference } from "@apollo/client";

interface List {
  edges: readonly { node: Reference }[];
}

/** Takes a group chat out of the list of chats, while its page may still be open. */
export function dropRoom(cache: ApolloCache, roomId: string): void {
  cache.modify({
    fields: {
      rooms: (list: unknown, { readField }) => ({
        ...(list as List),
        edges: (list as List).edges.filter(({ node }) => readField("id", node) !== roomId),
      }),
    },
  });
}
