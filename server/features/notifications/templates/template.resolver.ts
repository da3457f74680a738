import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { parseId } from "../../../core/ids.ts";
import { load } from "../../../core/loaders.ts";
import { connectionType } from "../../../core/paging.ts";
import { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { NoticeChannel } from "./channel.view.ts";
import { getTemplateSave, listTemplateSaves, undoNoticeTemplates } from "./history.service.ts";
import { findNoticeTemplate, listNoticeTemplates, previewNotice } from "./list.service.ts";
import { resetNoticeTemplate, saveNoticeTemplates } from "./save.service.ts";
import { NoticeDraftInput, NoticeTemplateInput } from "./template.input.ts";
import {
  NoticePreviewView,
  NoticeTemplateSaveView,
  NoticeTemplatesView,
  NoticeTemplateView,
} from "./template.view.ts";

/** Saves by pages. */
export const NoticeTemplateSaveConnection = connectionType(
  "NoticeTemplateSave",
  () => NoticeTemplateSaveView,
);

const LOCALE = { description: "zh-CN or en." };

/** GraphQL's view of what notices say. */
@Resolver(() => NoticeTemplateView)
export class NoticeTemplateResolver {
  @Query(() => [NoticeTemplatesView], { description: "For administrators." })
  noticeTemplates(
    @Ctx() ctx: Context,
    @Arg("query", () => String, { nullable: true }) query?: string,
    @Arg("changedOnly", () => Boolean, { defaultValue: false }) changedOnly?: boolean,
  ) {
    return listNoticeTemplates(ctx, { query, changedOnly });
  }

  @Query(() => NoticeTemplatesView, { nullable: true, description: "For administrators." })
  noticeTemplate(@Ctx() ctx: Context, @Arg("kind", () => String) kind: string) {
    return findNoticeTemplate(ctx, kind);
  }

  @Query(() => NoticePreviewView, { description: "For administrators; stores nothing." })
  previewNotice(
    @Ctx() ctx: Context,
    @Arg("kind", () => String) kind: string,
    @Arg("channel", () => NoticeChannel) channel: NoticeChannel,
    @Arg("locale", () => String, LOCALE) locale: string,
    @Arg("draft", () => NoticeDraftInput) draft: NoticeDraftInput,
  ) {
    return previewNotice(ctx, kind, channel, locale, draft);
  }

  @Query(() => NoticeTemplateSaveConnection)
  noticeTemplateSaves(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    return listTemplateSaves(ctx, { first, after });
  }

  @Mutation(() => NoticeTemplateSaveView, {
    nullable: true,
    description: "All or none; null if everything was so already.",
  })
  async saveNoticeTemplates(
    @Ctx() ctx: Context,
    @Arg("input", () => [NoticeTemplateInput]) input: NoticeTemplateInput[],
  ) {
    return saved(ctx, await saveNoticeTemplates(ctx, input));
  }

  @Mutation(() => NoticeTemplateSaveView, {
    nullable: true,
    description: "All channels if none is named; null if nothing differed.",
  })
  async resetNoticeTemplate(
    @Ctx() ctx: Context,
    @Arg("kind", () => String) kind: string,
    @Arg("channel", () => NoticeChannel, { nullable: true }) channel?: NoticeChannel,
  ) {
    return saved(ctx, await resetNoticeTemplate(ctx, { kind, channel }));
  }

  @Mutation(() => NoticeTemplateSaveView, { nullable: true })
  async undoNoticeTemplates(@Ctx() ctx: Context, @Arg("saveId", () => ID) saveId: string) {
    return saved(ctx, await undoNoticeTemplates(ctx, parseId(saveId, "saveId")));
  }

  @FieldResolver(() => User, { nullable: true })
  changedBy(@Ctx() ctx: Context, @Root() { changedById }: NoticeTemplateView) {
    return changedById === null ? null : load(ctx, userById, changedById);
  }
}

/** Who saved templates. */
@Resolver(() => NoticeTemplateSaveView)
export class NoticeTemplateSaveResolver {
  @FieldResolver(() => User, { nullable: true })
  actor(@Ctx() ctx: Context, @Root() { actorId }: NoticeTemplateSaveView) {
    return load(ctx, userById, actorId);
  }
}

const saved = (ctx: Context, id: number | null): Promise<NoticeTemplateSaveView> | null =>
  id === null ? null : getTemplateSave(ctx, id);
