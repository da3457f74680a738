import { In } from "typeorm";
import { defineLoader } from "../../../core/loaders.ts";
import { Follow, FollowState } from "./relation.entity.ts";
import { blockedAmong, followsAmong } from "./relation.sql.ts";

/** States of following others, for the viewer (spec §4). */
export const followStateOf = defineLoader<number, FollowState>("followStateOf", async (ctx, userIds) => {
  if (!ctx.viewer.isMember) return new Map();
  const follows = await followsAmong(ctx, ctx.viewer.id, userIds);
  return new Map(
    follows.map(({ toUserId, isMutual }) => [toUserId, isMutual ? FollowState.MUTUAL : FollowState.FOLLOWED]),
  );
});

/** Members whom the viewer blocks; absent for all others. */
export const blockedByViewer = defineLoader<number, boolean>("blockedByViewer", async (ctx, userIds) => {
  if (!ctx.viewer.isMember) return new Map();
  const blockedIds = await blockedAmong(ctx, ctx.viewer.id, userIds);
  return new Map(blockedIds.map((id) => [id, true]));
});

/** Members who follow the viewer, by id. */
export const followsViewer = defineLoader<number, boolean>("followsViewer", async (ctx, fromUserIds) => {
  const follows = await ctx.db.findBy(Follow, { fromUserId: In([...fromUserIds]), toUserId: ctx.viewer.id });
  return new Map(follows.map(({ fromUserId }) => [fromUserId, true]));
});
