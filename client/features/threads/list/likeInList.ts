import { textsOfPage } from "../../../i18n/texts.ts";
import { mayNotTexts } from "../../../session/mayNot.texts.ts";
import type { ApolloClient } from "@apollo/client";
import { graphql } from "../../../gql/gql.ts";
import { LikeInListDocument, LikedThreadFragmentDoc } from "../../../gql/graphql.ts";
import { act } from "../../../ui/act.ts";
import { showToast } from "../../../ui/toast.tsx";

graphql(`
  fragment LikedThread on Thread {
    id
    likeCount
    viewerHasLiked
    viewerCanLike
  }
`);
graphql(`
  mutation LikeInList($threadId: ID!, $liked: Boolean!) {
    setThreadLiked(threadId: $threadId, liked: $liked) {
      id
      likeCount
      viewerHasLiked
    }
  }
`);

/**
 * Likes a thread of a list, or no longer; shows at once and is rolled back if it is refused.
 * @param mayNotLike what is said to members whose group may not like
 */
export async function likeInList(client: ApolloClient, threadId: string): Promise<void> {
  const id = client.cache.identify({ __typename: "Thread", id: threadId });
  const thread = client.readFragment({ id, fragment: LikedThreadFragmentDoc });
  if (!thread) return;
  if (!thread.viewerCanLike) return void showToast({ type: "info", message: textsOfPage(mayNotTexts).like });
  const liked = !thread.viewerHasLiked;
  const likeCount = thread.likeCount + (liked ? 1 : -1);
  await act(() =>
    client.mutate({
      mutation: LikeInListDocument,
      variables: { threadId, liked },
      optimisticResponse: {
        setThreadLiked: { __typename: "Thread", id: threadId, likeCount, viewerHasLiked: liked },
      },
    }),
  );
}
