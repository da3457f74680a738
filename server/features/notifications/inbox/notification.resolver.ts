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
import { Notification, NotificationEntry, NotificationFilter } from "./notification.entity.ts";
import { deleteNotifications, restoreNotifications } from "./notification.deletion.service.ts";
import {
  listNotifications,
  markNotificationsRead,
  markNotificationsUnread,
  preloadNotificationNeighbours,
} from "./notification.service.ts";
import { NotificationConnection, NotificationsChanged } from "./notification.view.ts";
import { NotificationTopic, topicOf } from "./preferences/preference.view.ts";
import { watchControlOf } from "./watchControl.ts";
import {
  actorsOfNotification,
  dataOf,
  excerptOfNotification,
  postOfNotification,
  textOfNotification,
  threadOfNotification,
  timesOfNotification,
} from "./wording.ts";

/** GraphQL's view of notifications. */
@Resolver(() => Notification)
export class NotificationResolver {
  @Query(() => NotificationConnection, {
    description: "The viewer's notifications of one list, or of all of them, newest first.",
  })
  async notifications(
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("entry", () => NotificationEntry, { nullable: true, description: "All lists if it is left out." })
    entry?: NotificationEntry,
    @Arg("filter", () => NotificationFilter, { nullable: true, description: "Everything if it is left out." })
    filter?: NotificationFilter,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    const page = await listNotifications(ctx, { entry, filter }, { first, after });
    await preloadNotificationNeighbours(ctx, page.nodes, fieldsBelow(info));
    return page;
  }

  @Mutation(() => NotificationsChanged, {
    description: "Some by id, all of a list, or all if nothing is named.",
  })
  markNotificationsRead(
    @Ctx() ctx: Context,
    @Arg("ids", () => [ID], { nullable: true, description: "Ids of notifications." }) ids?: string[],
    @Arg("entry", () => NotificationEntry, {
      nullable: true,
      description: "All of this list; all lists without `entry` and `ids`.",
    })
    entry?: NotificationEntry,
  ) {
    return markNotificationsRead(ctx, { ids, entry });
  }

  @Mutation(() => NotificationsChanged, { description: "Undoes marking: by id, or by the time of marking." })
  markNotificationsUnread(
    @Ctx() ctx: Context,
    @Arg("ids", () => [ID], { nullable: true, description: "Ids of notifications." }) ids?: string[],
    @Arg("markedAt", () => GraphQLISODateTime, {
      nullable: true,
      description: "Takes back what was marked at this time, in place of `ids`.",
    })
    markedAt?: Date,
  ) {
    return markNotificationsUnread(ctx, { ids, markedAt });
  }

  @Mutation(() => NotificationsChanged, { description: "For some minutes they can be restored." })
  deleteNotifications(
    @Ctx() ctx: Context,
    @Arg("ids", () => [ID], { description: "Ids of notifications." }) ids: string[],
  ) {
    return deleteNotifications(ctx, ids);
  }

  @Mutation(() => NotificationsChanged, {
    description: "Undoes deleting, for some minutes; unread ones are unread again.",
  })
  restoreNotifications(
    @Ctx() ctx: Context,
    @Arg("ids", () => [ID], { description: "Ids of notifications." }) ids: string[],
  ) {
    return restoreNotifications(ctx, ids);
  }

  @FieldResolver(() => Boolean, { description: "Whether the viewer has read it." })
  isRead(@Root() notification: Notification) {
    return notification.readAt !== null;
  }

  @FieldResolver(() => String, { description: "What it says, in the language of the viewer." })
  text(@Ctx() ctx: Context, @Root() notification: Notification) {
    return textOfNotification(ctx, notification);
  }

  @FieldResolver(() => String, {
    description: "What the reply says, shortened; empty if there is none to see.",
  })
  excerpt(@Ctx() ctx: Context, @Root() notification: Notification) {
    return excerptOfNotification(ctx, notification);
  }

  @FieldResolver(() => Int, { description: "How often it happened." })
  times(@Ctx() ctx: Context, @Root() notification: Notification) {
    return timesOfNotification(ctx, notification);
  }

  @FieldResolver(() => NotificationTopic, { description: "The choice of the viewer by which it came." })
  topic(@Root() { kind, why }: Notification) {
    return topicOf(kind, why);
  }

  @FieldResolver(() => [User], { description: "Who did it, at most three, the last one first." })
  actors(@Ctx() ctx: Context, @Root() notification: Notification) {
    return actorsOfNotification(ctx, notification);
  }

  @FieldResolver(() => Thread, { nullable: true, description: "Null if the viewer may not see it now." })
  thread(@Ctx() ctx: Context, @Root() notification: Notification) {
    return threadOfNotification(ctx, notification);
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description: "The draft that was not published at its time; null for all else.",
  })
  draftId(@Root() notification: Notification) {
    return dataOf(notification).draftId ?? null;
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description: "The saved search that has new results; null for all else.",
  })
  savedSearchId(@Root() notification: Notification) {
    return dataOf(notification).savedSearchId ?? null;
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description: "The group chat that the viewer was invited to; it may be gone since.",
  })
  roomId(@Root() notification: Notification) {
    return dataOf(notification).roomId ?? null;
  }

  @FieldResolver(() => Watched, {
    nullable: true,
    description: "What the viewer watches or mutes to hear more or less of this; null for what always comes.",
  })
  async watched(@Ctx() ctx: Context, @Root() notification: Notification): Promise<Watched | null> {
    const lever = watchControlOf(notification);
    if (!lever) return null;
    const level = await viewerLevelOf(ctx, lever.target, lever.targetId);
    return { ...lever, level, changedAt: null };
  }

  @FieldResolver(() => Post, { nullable: true, description: "Null if the viewer may not see it now." })
  post(@Ctx() ctx: Context, @Root() notification: Notification) {
    return postOfNotification(ctx, notification);
  }
}
