import type { GraphQLResolveInfo } from "graphql";
import {
  Arg,
  Ctx,
  FieldResolver,
  GraphQLISODateTime,
  ID,
  Info,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { PAGE_DEFAULT } from "../../../core/paging.ts";
import { fieldsBelow } from "../../../core/selection.ts";
import { Post } from "../../posts/post.entity.ts";
import { Thread } from "../../threads/thread.entity.ts";
import { User } from "../../users/user.entity.ts";
import { Watched } from "../../watches/watched.view.ts";
import { viewerLevelOf } from "../../watches/watch.service.ts";
import { Notice, NoticeEntry } from "./notice.entity.ts";
import { deleteNotifications, restoreNotifications } from "./notice.deletion.service.ts";
import {
  listNotices,
  markNotificationsRead,
  markNotificationsUnread,
  preloadNoticeNeighbours,
} from "./notice.service.ts";
import { NoticeConnection, NoticesChanged } from "./notice.view.ts";
import { NoticeTopic, topicOf } from "./preferences/preference.view.ts";
import { leverOf } from "./why.ts";
import { actorsOfNotice, excerptOfNotice, postOfNotice, textOfNotice, threadOfNotice } from "./wording.ts";

/** GraphQL's view of notices. */
@Resolver(() => Notice)
export class NoticeResolver {
  @Query(() => NoticeConnection, { description: "The viewer's notices of one list, newest first." })
  async notifications(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg("entry", () => NoticeEntry) entry: NoticeEntry,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    const page = await listNotices(ctx, entry, { first, after });
    await preloadNoticeNeighbours(ctx, page.nodes, fieldsBelow(info));
    return page;
  }

  @Mutation(() => NoticesChanged, { description: "Some by id, all of a list, or all if nothing is named." })
  markNotificationsRead(
    @Ctx() ctx: Context,
    @Arg("ids", () => [ID], { nullable: true }) ids?: string[],
    @Arg("entry", () => NoticeEntry, { nullable: true }) entry?: NoticeEntry,
  ) {
    return markNotificationsRead(ctx, { ids, entry });
  }

  @Mutation(() => NoticesChanged, { description: "Undoes marking: by id, or by the time of marking." })
  markNotificationsUnread(
    @Ctx() ctx: Context,
    @Arg("ids", () => [ID], { nullable: true }) ids?: string[],
    @Arg("markedAt", () => GraphQLISODateTime, { nullable: true }) markedAt?: Date,
  ) {
    return markNotificationsUnread(ctx, { ids, markedAt });
  }

  @Mutation(() => NoticesChanged, { description: "For some minutes they can be restored." })
  deleteNotifications(@Ctx() ctx: Context, @Arg("ids", () => [ID]) ids: string[]) {
    return deleteNotifications(ctx, ids);
  }

  @Mutation(() => NoticesChanged, {
    description: "Undoes deleting, for some minutes; unread ones are unread again.",
  })
  restoreNotifications(@Ctx() ctx: Context, @Arg("ids", () => [ID]) ids: string[]) {
    return restoreNotifications(ctx, ids);
  }

  @FieldResolver(() => Boolean)
  isRead(@Root() notice: Notice) {
    return notice.readAt !== null;
  }

  @FieldResolver(() => String, { description: "What it says, in the language of the viewer." })
  text(@Ctx() ctx: Context, @Root() notice: Notice) {
    return textOfNotice(ctx, notice);
  }

  @FieldResolver(() => String, {
    description: "What the reply says, shortened; empty if there is none to see.",
  })
  excerpt(@Ctx() ctx: Context, @Root() notice: Notice) {
    return excerptOfNotice(ctx, notice);
  }

  @FieldResolver(() => NoticeTopic, { description: "The choice of the viewer by which it came." })
  topic(@Root() { kind, why }: Notice) {
    return topicOf(kind, why);
  }

  @FieldResolver(() => [User], { description: "Who did it, at most three, the last one first." })
  actors(@Ctx() ctx: Context, @Root() notice: Notice) {
    return actorsOfNotice(ctx, notice);
  }

  @FieldResolver(() => Thread, { nullable: true, description: "Null if the viewer may not see it now." })
  thread(@Ctx() ctx: Context, @Root() notice: Notice) {
    return threadOfNotice(ctx, notice);
  }

  @FieldResolver(() => Watched, {
    nullable: true,
    description: "What the viewer watches or mutes to hear more or less of this; null for what always comes.",
  })
  async watched(@Ctx() ctx: Context, @Root() notice: Notice): Promise<Watched | null> {
    const lever = leverOf(notice);
    if (!lever) return null;
    const level = await viewerLevelOf(ctx, lever.target, lever.targetId);
    return { ...lever, level, changedAt: null };
  }

  @FieldResolver(() => Post, { nullable: true, description: "Null if the viewer may not see it now." })
  post(@Ctx() ctx: Context, @Root() notice: Notice) {
    return postOfNotice(ctx, notice);
  }
}
