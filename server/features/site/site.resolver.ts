import { Arg, Ctx, FieldResolver, GraphQLISODateTime, ID, Int, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { mayPublish } from "../../core/viewer.ts";
import { parseOptionalId } from "../../core/ids.ts";
import { load } from "../../core/loaders.ts";
import { Cents } from "../../core/money.ts";
import { Group } from "../groups/group.entity.ts";
import { getGroup } from "../groups/group.service.ts";
import { canReview } from "../moderation/queue/review.policy.ts";
import { onlookerPrice } from "../questions/question.service.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { canViewUser } from "../users/user.policy.ts";
import { findAgreement } from "./agreement.service.ts";
import { Agreement, AgreementKind } from "./agreement.view.ts";
import { explainPermission, listViewerPermissions } from "./permission.service.ts";
import { PermissionAnswer } from "./permission.view.ts";
import { countAll, getSite, needsSetup, siteOrigin, siteOwnerId } from "./site.service.ts";
import { Site } from "./site.view.ts";

/** GraphQL queries and fields of the site as a whole. */
@Resolver(() => Site)
export class SiteResolver {
  @Query(() => Site, { description: "The site as visitors see it, and what the viewer may do on it." })
  site(@Ctx() ctx: Context) {
    return getSite(ctx);
  }

  @Query(() => Agreement, { nullable: true, description: "Null where it is switched off." })
  agreement(
    @Ctx() ctx: Context,
    @Arg("kind", () => AgreementKind, { description: "Which text." }) kind: AgreementKind,
  ) {
    return findAgreement(ctx, kind);
  }

  @Query(() => PermissionAnswer, { description: "Whether the viewer has a permission, and why." })
  permissionAnswer(
    @Ctx() ctx: Context,
    @Arg("permission", () => String, { description: "Key of the permission, such as `createThread`." })
    permission: string,
    @Arg("categoryId", () => ID, {
      nullable: true,
      description: "In this category; on the whole site without it.",
    })
    categoryId?: string,
    @Arg("userId", () => ID, { nullable: true, description: "Somebody else, for administrators." })
    userId?: string,
  ) {
    return explainPermission(ctx, {
      permission,
      categoryId: parseOptionalId(categoryId, "categoryId"),
      userId: parseOptionalId(userId, "userId"),
    });
  }

  @FieldResolver(() => Int, { description: "Visible threads of the whole forum." })
  async countThreads(@Ctx() ctx: Context) {
    return (await countAll(ctx)).threads;
  }

  @FieldResolver(() => Int, { description: "Visible replies and comments of the whole forum." })
  async countPosts(@Ctx() ctx: Context) {
    return (await countAll(ctx)).posts;
  }

  @FieldResolver(() => Int, { description: "Members." })
  async countUsers(@Ctx() ctx: Context) {
    return (await countAll(ctx)).users;
  }

  @FieldResolver(() => Boolean, { description: "True until the first administrator is created." })
  needsSetup(@Ctx() ctx: Context) {
    return needsSetup(ctx);
  }

  @FieldResolver(() => Boolean, { description: "May view the thread list of at least one category." })
  canViewThreads(@Ctx() ctx: Context) {
    return ctx.viewer.mayAnywhere("viewThreads");
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "Whom the settings name, or the first administrator.",
  })
  async owner(@Ctx() ctx: Context) {
    const ownerId = await siteOwnerId(ctx);
    return ownerId === null || !canViewUser(ctx.viewer, ownerId).allowed
      ? null
      : load(ctx, userById, ownerId);
  }

  @FieldResolver(() => GraphQLISODateTime, { nullable: true, description: "When the first member came." })
  async foundedAt(@Ctx() ctx: Context) {
    return (await siteOrigin(ctx)).foundedAt;
  }

  @FieldResolver(() => Group, { description: "The group of the viewer." })
  viewerGroup(@Ctx() ctx: Context) {
    return getGroup(ctx, ctx.viewer.groupId);
  }

  @FieldResolver(() => [PermissionAnswer], { description: "What the viewer may and may not do, and why." })
  viewerPermissions(@Ctx() ctx: Context) {
    return listViewerPermissions(ctx);
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may start a thread somewhere." })
  viewerCanPublish(@Ctx() ctx: Context) {
    const { viewer } = ctx;
    return viewer.isMember && viewer.mayAnywhere("createThread") && mayPublish(viewer).allowed;
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may put pictures into a thread." })
  viewerCanInsertImage(@Ctx() ctx: Context) {
    return ctx.viewer.isMember && ctx.viewer.may("thread.insertImage");
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may put files into a thread." })
  viewerCanInsertAttachment(@Ctx() ctx: Context) {
    return ctx.viewer.isMember && ctx.viewer.may("thread.insertAttachment");
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may put videos into a thread." })
  viewerCanInsertVideo(@Ctx() ctx: Context) {
    return ctx.viewer.isMember && ctx.viewer.may("thread.insertVideo");
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may put audio into a thread." })
  viewerCanInsertAudio(@Ctx() ctx: Context) {
    return ctx.viewer.isMember && ctx.viewer.may("thread.insertAudio");
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may give a place with a thread." })
  viewerCanInsertPosition(@Ctx() ctx: Context) {
    return ctx.viewer.isMember && ctx.viewer.may("thread.insertPosition");
  }

  @FieldResolver(() => Boolean, { description: "May ask a price for what they write." })
  viewerCanInsertPay(@Ctx() ctx: Context) {
    return ctx.viewer.isMember && ctx.viewer.may("thread.insertPay");
  }

  @FieldResolver(() => Boolean, { description: "May give money to those who reply to a new thread." })
  viewerCanInsertRedPacket(@Ctx() ctx: Context) {
    return ctx.viewer.isMember && ctx.viewer.may("thread.insertRedPacket");
  }

  @FieldResolver(() => Boolean, { description: "May offer money for replies to a new thread." })
  viewerCanInsertReward(@Ctx() ctx: Context) {
    return ctx.viewer.isMember && ctx.viewer.may("thread.insertReward");
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may recommend goods in a thread." })
  viewerCanInsertGoods(@Ctx() ctx: Context) {
    return ctx.viewer.isMember && ctx.viewer.may("thread.insertGoods");
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may put a poll into a thread." })
  viewerCanInsertVote(@Ctx() ctx: Context) {
    return ctx.viewer.isMember && ctx.viewer.may("thread.insertVote");
  }

  @FieldResolver(() => Cents, {
    description: "Price of reading an answer where the asker allows onlookers, in cents; 0 if that is free.",
  })
  onlookerCents(@Ctx() ctx: Context) {
    return onlookerPrice(ctx);
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may write without the name." })
  viewerCanPostAnonymously(@Ctx() ctx: Context) {
    return ctx.viewer.isMember && ctx.viewer.may("thread.allowAnonymous");
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer may open the administration." })
  viewerCanAdminister(@Ctx() ctx: Context) {
    return ctx.viewer.isAdmin;
  }

  @FieldResolver(() => Boolean, { description: "May decide about threads, replies or reports somewhere." })
  viewerCanReview(@Ctx() ctx: Context) {
    return canReview(ctx.viewer);
  }
}
