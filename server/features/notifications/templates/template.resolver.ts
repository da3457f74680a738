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

/** GraphQL's view of what notifications say. */
@Resolver(() => NotificationTemplateView)
export class NotificationTemplateResolver {
  @Query(() => [NotificationTemplatesView], { description: "For administrators." })
  notificationTemplates(
    @Ctx() ctx: Context,
    @Arg("query", () => String, { nullable: true }) query?: string,
    @Arg("changedOnly", () => Boolean, { defaultValue: false }) changedOnly?: boolean,
  ) {
    return listNotificationTemplates(ctx, { query, changedOnly });
  }

  @Query(() => NotificationTemplatesView, { nullable: true, description: "For administrators." })
  notificationTemplate(@Ctx() ctx: Context, @Arg("kind", () => String) kind: string) {
    return findNotificationTemplate(ctx, kind);
  }

  @Query(() => NotificationPreviewView, { description: "For administrators; stores nothing." })
  previewNotification(
    @Ctx() ctx: Context,
    @Arg("kind", () => String) kind: string,
    @Arg("channel", () => NotificationChannel) channel: NotificationChannel,
    @Arg("locale", () => String, LOCALE) locale: string,
    @Arg("draft", () => NotificationDraftInput) draft: NotificationDraftInput,
  ) {
    return previewNotification(ctx, kind, channel, locale, draft);
  }

  @Query(() => NotificationTemplateSaveConnection)
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
    @Arg("input", () => [NotificationTemplateInput]) input: NotificationTemplateInput[],
  ) {
    return saved(ctx, await saveNotificationTemplates(ctx, input));
  }

  @Mutation(() => NotificationTemplateSaveView, {
    nullable: true,
    description: "All channels if none is named; null if nothing differed.",
  })
  async resetNotificationTemplate(
    @Ctx() ctx: Context,
    @Arg("kind", () => String) kind: string,
    @Arg("channel", () => NotificationChannel, { nullable: true }) channel?: NotificationChannel,
  ) {
    return saved(ctx, await resetNotificationTemplate(ctx, { kind, channel }));
  }

  @Mutation(() => NotificationTemplateSaveView, { nullable: true })
  async undoNotificationTemplates(@Ctx() ctx: Context, @Arg("saveId", () => ID) saveId: string) {
    return saved(ctx, await undoNotificationTemplates(ctx, parseId(saveId, "saveId")));
  }

  @FieldResolver(() => User, { nullable: true })
  changedBy(@Ctx() ctx: Context, @Root() { changedById }: NotificationTemplateView) {
    return changedById === null ? null : load(ctx, userById, changedById);
  }
}

/** Who saved templates. */
@Resolver(() => NotificationTemplateSaveView)
export class NotificationTemplateSaveResolver {
  @FieldResolver(() => User, { nullable: true })
  actor(@Ctx() ctx: Context, @Root() { actorId }: NotificationTemplateSaveView) {
    return load(ctx, userById, actorId);
  }
}

const saved = (ctx: Context, id: number | null): Promise<NotificationTemplateSaveView> | null =>
  id === null ? null : getTemplateSave(ctx, id);
