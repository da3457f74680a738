import { useBrowserClient } from "../../apollo/browserClient.ts";
import { graphql } from "../../gql/gql.ts";
import { MayAccept_ThreadFragmentDoc, type MayAccept_ThreadFragment } from "../../gql/graphql.ts";
import type { PostFoot_PostFragment } from "../../gql/graphql.ts";
import { useSetSolutionMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { IconChecks } from "../../ui/icons.tsx";
import type { OfferedItem } from "../../ui/menuParts.tsx";
import { solutionTexts } from "./solution.texts.ts";

/** Fields of a thread that is shown already, by which a reply may be accepted as its answer or not. */
graphql(`
  fragment MayAccept_thread on Thread {
    solutionNumber
    viewerCanAcceptAnswer
  }
`);
graphql(`
  mutation SetSolution($postId: ID!, $accepted: Boolean!) {
    setSolution(postId: $postId, accepted: $accepted) {
      id
      solutionNumber
    }
  }
`);

/** Gives the line of the menu that accepts a reply as the answer to its thread, or takes that back. */
export function useSolution(): (post: PostFoot_PostFragment) => OfferedItem {
  const t = useTexts(solutionTexts);
  const client = useBrowserClient();
  const [setSolution] = useSetSolutionMutation();
  return ({ id: postId, threadId, number, approval }) => {
    const { cache } = client;
    const thread = cache.readFragment<MayAccept_ThreadFragment>({
      id: cache.identify({ __typename: "Thread", id: threadId }),
      fragment: MayAccept_ThreadFragmentDoc,
    });
    const accepted = number == null || thread?.solutionNumber !== number;
    const store = async (): Promise<void> => void (await setSolution({ variables: { postId, accepted } }));
    return {
      key: "solution",
      label: accepted ? t.accept : t.takeBack,
      icon: <IconChecks size={16} />,
      run: () => void act(store, { done: accepted ? t.accepted : t.takenBack, key: `setSolution ${postId}` }),
      isOffered: number != null && approval === "APPROVED" && thread?.viewerCanAcceptAnswer === true,
    };
  };
}
