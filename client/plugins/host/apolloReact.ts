/** Hooks of Apollo as plugins import them: they use the client and the cache of the page. */
export { useApolloClient, useMutation, useQuery } from "@apollo/client/react";
