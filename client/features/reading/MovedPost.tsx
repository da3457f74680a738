import { useBrowserClient } from "../../apollo/browserClient.ts";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { MovedPostDocument } from "../../gql/graphql.ts";
import { MOVED_FROM, namedNumber } from "./movedAddress.ts";
import { placeHref } from "./threadAddress.ts";

interface Props {
  threadId: string;
}

/**
 * Leads on to where a reply, or a whole thread, was moved that is not at the address any more. Stands on pages that lack
 * what their address names, and does nothing where that is there.
 */
export function MovedPost({ threadId }: Props) {
  const client = useBrowserClient();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  useEffect(() => {
    const parameters = new URLSearchParams(search);
    const from = parameters.get(MOVED_FROM);
    const named = namedNumber(parameters, hash);
    const isThere =
      from === null && document.getElementById(named === null ? "replies" : `p${named}`) !== null;
    if (isThere) return;
    let isLeft = false;
    const variables = { threadId: from ?? threadId, number: named ?? 0 };
    client.query({ query: MovedPostDocument, variables, fetchPolicy: "no-cache" }).then(
      ({ data }) => {
        const place = data?.movedPost;
        if (place && !isLeft) void navigate(placeHref(place), { replace: true });
      },
      // What failed to load is shown as it is.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [client, navigate, search, hash, threadId]);
  return null;
}
