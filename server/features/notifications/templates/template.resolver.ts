import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { load } from "../../../core/loaders.ts";
import { connectionType } from "../../../core/paging.ts";
import { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { NotificationChannel } from "./channel.view.ts";
import { getTemplateSave, listTemplateSaves, undoNotificationTemplates } from "./history.service.ts";
import { findNotificationTemplate, listNotificationTemplates, previewNotification } from "./list.service.ts";
import { resetNotificationTemplate, saveNotificationTemplates } from "./save.service.ts";
import { NotificationDraftInput, NotificationTemplateInput } from "./template.input.ts";
import {
  NotificationPreviewView,
  NotificationTemplateSaveView,
  NotificationTemplatesView,
  NotificationTemplateView,
} from "./template.view.ts";

/** Saves by pages. */
export const NotificationTemplateSaveConnection = connectionType(
  "NotificationTemplateSave",
  () => NotificationTemplateSaveView,
);

const LOCALE = { description: "zh-CN or en." };

/** GraphQL queries and mutations of templates. */
@Resolver(() => NotificationTemplateView)
export class NotificationTemplateResolver {
  @Query(() => [NotificationTemplatesView], { description: "For administrators." })
  notificationTemplates(
    @Ctx() ctx: Context,
    @Arg("query", () => String, {
      nullable: true,
      description: "Part of the text to look for; all without it.",
    })
    query?: string,
    @Arg("changedOnly", () => Boolean, {
      defaultValue: false,
      description: "Leaves out what still has its default.",
    })
    changedOnly?: boolean,
  ) {
    return listNotificationTemplates(ctx, { query, changedOnly });
  }

  @Query(() => NotificationTemplatesView, { nullable: true, description: "For administrators." })
  notificationTemplate(
    @Ctx() ctx: Context,
    @Arg("kind", () => String, { description: "Kind of notification, such as post.replied." }) kind: string,
  ) {
    return findNotificationTemplate(ctx, kind);
  }

  @Query(() => NotificationPreviewView, { description: "For administrators; stores nothing." })
  previewNotification(
    @Ctx() ctx: Context,
    @Arg("kind", () => String, { description: "Kind of notification, such as post.replied." }) kind: string,
    @Arg("channel", () => NotificationChannel, { description: "The channel whose layout is shown." })
    channel: NotificationChannel,
    @Arg("locale", () => String, LOCALE) locale: string,
    @Arg("draft", () => NotificationDraftInput, { description: "The words to be tried." })
    draft: NotificationDraftInput,
  ) {
    return previewNotification(ctx, kind, channel, locale, draft);
  }

  @Query(() => NotificationTemplateSaveConnection, {
    description: "Changes of templates, newest first; each can be taken back.",
  })
  notificationTemplateSaves(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    return listTemplateSaves(ctx, { first, after });
  }

  @Mutation(() => NotificationTemplateSaveView, {
    nullable: true,
    description: "All or none; null if everything was so already.",
  })
  async saveNotificationTemplates(
    @Ctx() ctx: Context,
    @Arg("input", () => [NotificationTemplateInput], {
      description: "The templates that change; the others stay.",
    })
    input: NotificationTemplateInput[],
  ) {
    return saveOf(ctx, await saveNotificationTemplates(ctx, input));
  }

  @Mutation(() => NotificationTemplateSaveView, {
    nullable: true,
    description: "All channels if none is named; null if nothing differed.",
  })
  async resetNotificationTemplate(
    @Ctx() ctx: Context,
    @Arg("kind", () => String, { description: "Kind of notification, such as post.replied." }) kind: string,
    @Arg("channel", () => NotificationChannel, {
      nullable: true,
      description: "Only this channel; all without it.",
    })
    channel?: NotificationChannel,
  ) {
    return saveOf(ctx, await resetNotificationTemplate(ctx, { kind, channel }));
  }

  @Mutation(() => NotificationTemplateSaveView, {
    nullable: true,
    description: "Takes a save back; null if nothing of it was left.",
  })
  async undoNotificationTemplates(
    @Ctx() ctx: Context,
    @Arg("saveId", () => ID, { description: "Id of the save that is taken back." }) saveId: string,
  ) {
    return saveOf(ctx, await undoNotificationTemplates(ctx, parseId(saveId, "saveId")));
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "Who changed it last; null for the default, or if the member is gone.",
  })
  changedBy(@Ctx() ctx: Context, @Root() { changedById }: NotificationTemplateView) {
    return changedById === null ? null : load(ctx, userById, changedById);
  }
}

/** Fields of a save of templates that are no columns. */
@Resolver(() => NotificationTemplateSaveView)
export class NotificationTemplateSaveResolver {
  @FieldResolver(() => User, { nullable: true, description: "Who saved it; null if the member is gone." })
  actor(@Ctx() ctx: Context, @Root() { actorId }: NotificationTemplateSaveView) {
    return load(ctx, userById, actorId);
  }
}

const saveOf = (ctx: Context, id: number | null): Promise<NotificationTemplateSaveView> | null =>
  id === null ? null : getTemplateSave(ctx, id);
