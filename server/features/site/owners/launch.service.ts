import { Not } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { ADMIN_GROUP_ID, allow, mustBeAdmin } from "../../../core/viewer.ts";
import { FIRST_CATEGORY } from "../../categories/presets.ts";
import { categoryTree } from "../../categories/category.service.ts";
import { Post } from "../../posts/post.entity.ts";
import { settingAt } from "../../settings/catalogue/catalogue.ts";
import { mailSettings } from "../../settings/mail/mailSettings.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { HOST_NAME, User } from "../../users/user.entity.ts";
import { type LaunchStep, LaunchStepKey } from "./owner.view.ts";

/**
 * Lists the steps before a forum is open, each read from what there is rather than from what was clicked.
 * @throws {DomainError} FORBIDDEN for all but administrators.
 */
export async function launchSteps(ctx: Context): Promise<LaunchStep[]> {
  allow(mustBeAdmin(ctx.viewer));
  const settings = await getSettings(ctx);
  const categories = (await categoryTree(ctx)).all;
  const done: Readonly<Record<LaunchStepKey, boolean>> = {
    NAME: settings.site_name !== settingAt("default", "site_name")!.definition.initial,
    LOOKS: settings.logo !== "" || settings.site_accent !== "",
    CATEGORIES: categories.length > 1 || categories.some(({ name }) => name !== FIRST_CATEGORY),
    MAIL: (await mailSettings(ctx)) !== null,
    THREAD: ((await ctx.db.maximum(User, "threadCount", { groupId: ADMIN_GROUP_ID })) ?? 0) > 0,
    MEMBER: await ctx.db.existsBy(User, { groupId: Not(ADMIN_GROUP_ID), nickname: Not(HOST_NAME) }),
    REPLY: await ctx.db.exists(Post),
  };
  return Object.values(LaunchStepKey).map((key) => ({ key, isDone: done[key] }));
}
