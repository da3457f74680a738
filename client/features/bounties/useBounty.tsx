import { lazy, type ReactNode, Suspense, useState } from "react";
import { useBrowserClient } from "../../apollo/browserClient.ts";
import { graphql } from "../../gql/gql.ts";
import {
  MayGiveBounty_ThreadFragmentDoc,
  type MayGiveBounty_ThreadFragment,
  type PostFoot_PostFragment,
} from "../../gql/graphql.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { IconCoin } from "../../ui/icons.tsx";
import type { OfferedItem } from "../../ui/menuParts.tsx";
import { bountyTexts } from "./bounties.texts.ts";

const GiveDialog = lazy(() => import("./GiveDialog.tsx").then((m) => ({ default: m.GiveDialog })));

/** Fields of a thread that is shown already, by which its author may give replies a part of its bounty. */
graphql(`
  fragment MayGiveBounty_thread on Thread {
    hasBounty
    author {
      id
    }
  }
`);

type Row = Pick<PostFoot_PostFragment, "id" | "threadId" | "number" | "approval" | "author">;

/** Gives the line of the menu that gives a reply a part of the bounty of its thread, and the dialog behind it. */
export function useBounty(): { bountyItem(post: Row): OfferedItem; bountyDialog: ReactNode } {
  const t = useTexts(bountyTexts);
  const client = useBrowserClient();
  const { viewer } = useViewer();
  const [target, setTarget] = useState<Row | null>(null);
  return {
    bountyItem(post) {
      const { cache } = client;
      const thread = cache.readFragment<MayGiveBounty_ThreadFragment>({
        id: cache.identify({ __typename: "Thread", id: post.threadId }),
        fragment: MayGiveBounty_ThreadFragmentDoc,
      });
      const isOwn = viewer !== null && thread?.author?.id === viewer.id;
      const isForOther = post.author != null && post.author.id !== viewer?.id;
      return {
        key: "bounty",
        label: t.give,
        icon: <IconCoin size={16} />,
        run: () => setTarget(post),
        isOffered:
          thread?.hasBounty === true &&
          isOwn &&
          isForOther &&
          post.number != null &&
          post.approval === "APPROVED",
      };
    },
    bountyDialog: target && (
      <Suspense fallback={null}>
        <GiveDialog threadId={target.threadId} postId={target.id} onClose={() => setTarget(null)} />
      </Suspense>
    ),
  };
}
