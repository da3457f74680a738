import type { ApolloClient } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";

/** Apollo's client for what happens after the first render; the server has none and runs nothing of that. */
export const useBrowserClient = (import.meta.env.SSR ? () => null : useApolloClient) as () => ApolloClient;
