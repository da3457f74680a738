import {
  Arg,
  Ctx,
  FieldResolver,
  GraphQLISODateTime,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { load } from "../../../core/loaders.ts";
import { connectionType, PAGE_DEFAULT } from "../../../core/paging.ts";
import { NotificationChannel } from "../templates/channel.view.ts";
import { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { Dispatch, DispatchState } from "./queue/dispatch.entity.ts";
import { ownEmail, removeEmail, setEmail, verifyEmail } from "./addresses/email.service.ts";
import { addressOf, listDispatches, maskAddress, retryNotificationDispatch } from "./queue/log.service.ts";
import { ownPreferences, saveNotificationPreferences } from "./addresses/preferences.service.ts";
import {
  NotificationPreferences,
  NotificationPreferencesInput,
  TestNotificationResult,
} from "./addresses/preferences.view.ts";
import { sendTestNotification } from "./messages/testMessage.service.ts";

/** The delivery log by pages. */
export const NotificationDispatchConnection = connectionType("NotificationDispatch", () => Dispatch);

/** GraphQL's view of where notifications go. */
@Resolver()
export class ChannelsResolver {
  @Query(() => NotificationDispatchConnection, {
    description: "The delivery log, newest first; for administrators.",
  })
  notificationDispatches(
    @Ctx() ctx: Context,
    @Arg("state", () => DispatchState, { nullable: true, description: "Only messages in this state." })
    state: DispatchState | null,
    @Arg("channel", () => NotificationChannel, {
      nullable: true,
      description: "Only messages of this channel.",
    })
    channel: NotificationChannel | null,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    return listDispatches(ctx, { state, channel }, { first, after });
  }

  @Mutation(() => Dispatch, { description: "Tries again what was given up." })
  retryNotificationDispatch(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Id of the message that failed." }) id: string,
  ) {
    return retryNotificationDispatch(ctx, parseId(id));
  }

  @Mutation(() => TestNotificationResult, {
    description: "Sends a notification with made-up values to oneself.",
  })
  sendTestNotification(
    @Ctx() ctx: Context,
    @Arg("kind", () => String, { description: "Kind of notification, such as post.replied." }) kind: string,
    @Arg("channel", () => NotificationChannel, { description: "The channel to be tried." })
    channel: NotificationChannel,
    @Arg("locale", () => String, { description: "Language: zh-CN or en." }) locale: string,
  ) {
    return sendTestNotification(ctx, { kind, channel, locale });
  }

  @Mutation(() => NotificationPreferences, {
    description: "Changes what reaches the viewer by which channel; absent parts stay.",
  })
  saveNotificationPreferences(
    @Ctx() ctx: Context,
    @Arg("input", () => NotificationPreferencesInput, { description: "All that is written, in one object." })
    input: NotificationPreferencesInput,
  ) {
    return saveNotificationPreferences(ctx, input);
  }

  @Mutation(() => User, {
    description: "Mails a link that proves the address; the one before stays until then.",
  })
  setEmail(
    @Ctx() ctx: Context,
    @Arg("email", () => String, { description: "The new address; it counts when its link was opened." })
    email: string,
  ) {
    return setEmail(ctx, email);
  }

  @Mutation(() => Boolean, { description: "With the token of the mailed link; nobody need be signed in." })
  verifyEmail(
    @Ctx() ctx: Context,
    @Arg("token", () => String, { description: "What the link in the mail carries." }) token: string,
  ) {
    return verifyEmail(ctx, token);
  }

  @Mutation(() => User, { description: "Forgets the viewer's mail address." })
  removeEmail(@Ctx() ctx: Context) {
    return removeEmail(ctx, undefined);
  }
}

/** Fields of a user that only they themselves may read. */
@Resolver(() => User)
export class OwnChannelsResolver {
  @FieldResolver(() => String, { nullable: true, description: "Only for oneself." })
  async email(@Ctx() ctx: Context, @Root() user: User) {
    return isOwn(ctx, user) ? ((await ownEmail(ctx))?.email ?? null) : null;
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: "Only for oneself; null until proven.",
  })
  async emailVerifiedAt(@Ctx() ctx: Context, @Root() user: User) {
    return isOwn(ctx, user) ? ((await ownEmail(ctx))?.verifiedAt ?? null) : null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "An address that waits to be proven; only for oneself.",
  })
  async pendingEmail(@Ctx() ctx: Context, @Root() user: User) {
    return isOwn(ctx, user) ? (await ownEmail(ctx))?.pending || null : null;
  }

  @FieldResolver(() => GraphQLISODateTime, {
    nullable: true,
    description: "Since when nothing is mailed, because the address takes nothing; only for oneself.",
  })
  async emailSuppressedAt(@Ctx() ctx: Context, @Root() user: User) {
    return isOwn(ctx, user) ? ((await ownEmail(ctx))?.suppressedAt ?? null) : null;
  }

  @FieldResolver(() => NotificationPreferences, { nullable: true, description: "Only for oneself." })
  notificationPreferences(@Ctx() ctx: Context, @Root() user: User) {
    return isOwn(ctx, user) ? ownPreferences(ctx) : null;
  }
}

const isOwn = ({ viewer }: Context, { id }: User): boolean => viewer.isMember && viewer.id === id;

/** Fields of a dispatch that are no columns. */
@Resolver(() => Dispatch)
export class DispatchFieldsResolver {
  @FieldResolver(() => User, { nullable: true, description: "Who gets it; null if the member is gone." })
  recipient(@Ctx() ctx: Context, @Root() { userId }: Dispatch) {
    return load(ctx, userById, userId);
  }

  @FieldResolver(() => String, { description: "Where it goes, with most of it hidden." })
  async address(@Ctx() ctx: Context, @Root() { userId, channel }: Dispatch) {
    return maskAddress((await load(ctx, addressOf, `${userId} ${channel}`)) ?? "");
  }
}
