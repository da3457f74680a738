import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import {
  useBlockUserMutation,
  useFollowUserMutation,
  useUnblockUserMutation,
  useUnfollowUserMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useRequireLogin } from "../../session/useViewer.ts";
import { useConfirm } from "../../ui/confirm.tsx";
import { showToast } from "../../ui/toast.tsx";
import { userTexts } from "./users.texts.ts";

graphql(`
  mutation FollowUser($userId: ID!) {
    followUser(userId: $userId) {
      ...Relation_user
    }
  }
`);
graphql(`
  mutation UnfollowUser($userId: ID!) {
    unfollowUser(userId: $userId) {
      ...Relation_user
    }
  }
`);
graphql(`
  mutation BlockUser($userId: ID!) {
    blockUser(userId: $userId) {
      ...Relation_user
    }
  }
`);
graphql(`
  mutation UnblockUser($userId: ID!) {
    unblockUser(userId: $userId) {
      ...Relation_user
    }
  }
`);

/** How the viewer and a member stand to each other; every change answers with it, so all places agree. */
export const Relation_user = graphql(`
  fragment Relation_user on User {
    id
    nickname
    follow
    isDeny
    fansCount
    viewerCanFollow
    viewerCanBlock
  }
`);

/** How long the result of a block shows. */
const BLOCK_TOAST_MS = 1_000;

interface Person {
  id: string;
  nickname: string;
  follow?: number | null;
  isDeny: boolean;
}

/** Follow and block with their questions, notices and the sign-in that they need. */
export function useRelations(user: Person) {
  const t = useTexts(userTexts);
  const confirm = useConfirm();
  const requireLogin = useRequireLogin();
  const variables = { userId: user.id };
  const [follow, { loading: isFollowing }] = useFollowUserMutation();
  const [unfollow, { loading: isUnfollowing }] = useUnfollowUserMutation();
  const [block, { loading: isBlocking }] = useBlockUserMutation();
  const [unblock, { loading: isUnblocking }] = useUnblockUserMutation();

  const run = async (change: () => Promise<unknown>, done?: string) => {
    try {
      await change();
      if (done) showToast({ type: "success", message: done, durationMs: BLOCK_TOAST_MS });
    } catch (error) {
      showToast({ type: "info", message: errorOf(error).message });
    }
  };

  return {
    isFollowBusy: isFollowing || isUnfollowing,
    isBlockBusy: isBlocking || isUnblocking,
    async toggleFollow() {
      if (requireLogin()) await run(() => (user.follow ? unfollow({ variables }) : follow({ variables })));
    },
    async toggleBlock() {
      if (!requireLogin()) return;
      if (user.isDeny) return run(() => unblock({ variables }), t.unblockedDone);
      const question = {
        title: t.blockQuestion(user.nickname),
        text: t.blockText,
        action: t.block,
        danger: true,
      };
      if (await confirm(question)) await run(() => block({ variables }), t.blockedDone);
    },
  };
}
