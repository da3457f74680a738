import type { ApolloCache } from "@apollo/client";
import { useRef } from "react";
import { type Failure, mayPass } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import type { FollowUserMutation, Relation_UserFragment, UnfollowUserMutation } from "../../gql/graphql.ts";
import {
  useBlockUserMutation,
  useFollowUserMutation,
  useUnblockUserMutation,
  useUnfollowUserMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useRequireLogin } from "../../session/useStanding.ts";
import { useViewer } from "../../session/useViewer.ts";
import { act } from "../../ui/act.ts";
import { useConfirm } from "../../ui/confirm.tsx";
import { BLOCK_TOAST_MS, type Toast } from "../../ui/toast.tsx";
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

/** Fields of the relation between the viewer and a member; every change answers with it, so all places agree. */
export const Relation_user = graphql(`
  fragment Relation_user on User {
    id
    nickname
    followState
    isDeny
    fansCount
    viewerCanFollow
    viewerCanBlock
  }
`);

/** Tells whether the viewer follows a member. */
export function isFollowing({ followState }: Pick<Relation_UserFragment, "followState">): boolean {
  return followState === "FOLLOWED" || followState === "MUTUAL";
}

/** A refusal is no error of the page; that the server was not reached is told as one, and logged (spec §8). */
const refusal = {
  failed(failure: Failure, error: unknown): Toast | undefined {
    if (!mayPass(failure)) return { type: "info", message: failure.message };
    console.error(error);
    return undefined;
  },
};

/**
 * Follow and block with their questions, notices and the sign-in that they need. A follow shows at once and is taken
 * back if the server refuses; while one is under way further clicks do nothing.
 */
export function useRelations(user: Relation_UserFragment) {
  const t = useTexts(userTexts);
  const confirm = useConfirm();
  const requireLogin = useRequireLogin();
  const { viewer } = useViewer();
  const variables = { userId: user.id };
  const isUnderWay = useRef(false);
  const [follow, { loading: isFollowBusy }] = useFollowUserMutation();
  const [unfollow, { loading: isUnfollowBusy }] = useUnfollowUserMutation();
  const [block, { loading: isBlocking }] = useBlockUserMutation();
  const [unblock, { loading: isUnblocking }] = useUnblockUserMutation();

  /** One change at a time: the button is busy only after the next render, which a double click does not wait for. */
  const once = async (change: () => Promise<unknown>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await change();
    } finally {
      isUnderWay.current = false;
    }
  };
  const guess = (isFollowed: boolean) => ({
    __typename: "User" as const,
    ...user,
    followState: isFollowed ? ("FOLLOWED" as const) : ("NONE" as const),
    fansCount: Math.max(0, user.fansCount + (isFollowed ? 1 : -1)),
  });
  const countOwn = (by: number) => (cache: ApolloCache) => {
    const id = cache.identify({ __typename: "User", id: viewer?.id });
    cache.modify({ id, fields: { followCount: (count: number) => Math.max(0, count + by) } });
  };
  const setFollowed = async (isFollowed: boolean) => {
    await act(async () => {
      if (isFollowed) {
        const optimisticResponse = { followUser: guess(true) } as FollowUserMutation;
        await follow({ variables, optimisticResponse, update: countOwn(1) });
      } else {
        const optimisticResponse = { unfollowUser: guess(false) } as UnfollowUserMutation;
        await unfollow({ variables, optimisticResponse, update: countOwn(-1) });
      }
    }, refusal);
  };
  const setBlocked = async (isBlocked: boolean) => {
    const message = isBlocked ? t.blockedDone : t.unblockedDone;
    await act(async () => void (await (isBlocked ? block({ variables }) : unblock({ variables }))), {
      done: { type: "success", message, durationMs: BLOCK_TOAST_MS },
      ...refusal,
    });
  };

  return {
    isFollowBusy: isFollowBusy || isUnfollowBusy,
    isBlockBusy: isBlocking || isUnblocking,
    toggleFollow: () =>
      once(async () => void (requireLogin(`follow:${user.id}`) && (await setFollowed(!isFollowing(user))))),
    toggleBlock: () =>
      once(async () => {
        if (!requireLogin("block")) return;
        if (user.isDeny) return setBlocked(false);
        const question = {
          title: t.blockQuestion(user.nickname),
          text: t.blockText,
          action: t.block,
          danger: true,
        };
        if (await confirm(question)) await setBlocked(true);
      }),
  };
}
