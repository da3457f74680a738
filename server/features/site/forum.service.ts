import { hasPayPassword } from "../money/pay-password/payPassword.service.ts";
import type { Context } from "../../core/context.ts";
import { load } from "../../core/loaders.ts";
import { isOffered, type Permission } from "../../core/permissions.ts";
import { legacyTime, legacyAddress } from "../../core/rest.ts";
import { getGroup } from "../groups/group.service.ts";
import { isTencentCaptcha } from "../settings/catalogue/captchaSites.ts";
import { getSettings, MASK, type Settings } from "../settings/setting.service.ts";
import { areMessagesDisabled } from "../stop-words/filter/filter.service.ts";
import { userById } from "../users/user.loaders.ts";
import { getUser } from "../users/user.service.ts";
import {
  ABILITY_FIELDS,
  AGREEMENT_FIELDS,
  ATTACHMENT_FIELDS,
  CASH_ADMIN_FIELDS,
  CASH_FIELDS,
  CLOUD_FIELDS,
  fieldsOf,
  OTHER_FIELDS,
  PASSPORT_FIELDS,
  PAYMENT_FIELDS,
  PICTURE_FIELDS,
  POSITION_FIELDS,
  REGISTER_FIELDS,
  RESTRICTION_FIELDS,
  settingsAs,
  SITE_ADMIN_FIELDS,
  SITE_FIELDS,
  SITE_PRICE_FIELDS,
  UCENTER_FIELDS,
} from "./forumFields.ts";
import { CLIENT_VERSION, countAll, siteOwnerId } from "./site.service.ts";

/** Describes the site and the viewer's permissions on it, as legacy clients read them (legacy-facts 3.2). */
export async function readForum(ctx: Context): Promise<object> {
  const settings = await getSettings(ctx);
  const { viewer } = ctx;
  return {
    setSite: await describeSite(ctx, settings),
    // Where the specification has it, beside the name that the published clients read.
    isRegister: settings.register_close === "1",
    setReg: settingsAs(REGISTER_FIELDS, settings),
    passport: settingsAs(PASSPORT_FIELDS, settings),
    paycenter: {
      ...settingsAs(PAYMENT_FIELDS, settings),
      ...(viewer.isAdmin ? paymentSecrets(settings) : {}),
    },
    setAttach: settingsAs(ATTACHMENT_FIELDS, settings),
    qcloud: { ...settingsAs(CLOUD_FIELDS, settings), ...describeCaptcha(settings) },
    setCash: {
      ...settingsAs(CASH_FIELDS, settings),
      ...(viewer.isAdmin ? settingsAs(CASH_ADMIN_FIELDS, settings) : {}),
    },
    other: await describeAbilities(ctx, settings),
    lbs: settingsAs(POSITION_FIELDS, settings),
    ucenter: settingsAs(UCENTER_FIELDS, settings),
    agreement: settingsAs(AGREEMENT_FIELDS, settings),
    ...(viewer.isSignedIn ? { user: await describeViewer(ctx) } : {}),
  };
}

/** Tells whether to show Tencent's puzzle; its script needs the id of the app, which is no secret from browsers. */
function describeCaptcha(settings: Settings): object {
  const isAsked = isTencentCaptcha(settings);
  return {
    qcloudCaptcha: isAsked,
    qcloudCaptchaAppId: isAsked ? settings["qcloud.qcloud_captcha_app_id"] : "",
  };
}

async function describeSite(ctx: Context, settings: Settings): Promise<object> {
  return {
    ...settingsAs(SITE_FIELDS, settings),
    ...fieldsOf(PICTURE_FIELDS, (name) => legacyAddress(ctx, settings[name])),
    version: CLIENT_VERSION,
    siteUrl: ctx.services.publicUrl,
    siteAuthor: await describeOwner(ctx),
    ...(ctx.viewer.isAdmin ? settingsAs(SITE_ADMIN_FIELDS, settings) : {}),
    ...(settings.site_mode === "pay" ? settingsAs(SITE_PRICE_FIELDS, settings) : {}),
  };
}

async function describeOwner(ctx: Context): Promise<object | null> {
  const ownerId = await siteOwnerId(ctx);
  const owner = ownerId === null ? null : await load(ctx, userById, ownerId);
  if (!owner) return null;
  // User names are for signing in and stay private; the old field holds the nickname.
  const { id, nickname, avatarUrl } = owner;
  return { id, username: nickname, nickname, avatar: legacyAddress(ctx, avatarUrl) };
}

/** Shows secrets as administrators see them: saving the asterisks keeps the stored value. */
function paymentSecrets(settings: Settings): object {
  const masked = (secret: string): string => (secret === "" ? "" : MASK);
  return {
    mchId: settings["wxpay.mch_id"],
    appId: masked(settings["wxpay.app_id"]),
    apiKey: masked(settings["wxpay.api_key"]),
    appSecret: masked(settings["wxpay.app_secret"]),
  };
}

async function describeAbilities(ctx: Context, settings: Settings): Promise<object> {
  const { viewer } = ctx;
  const { threads, posts, users } = await countAll(ctx);
  const may = (permission: Permission): boolean =>
    viewer.isMember && isOffered(permission) && viewer.may(permission);
  const isRestricted = (permission: Permission): boolean =>
    isOffered(permission) && !viewer.isAdmin && viewer.grants.has(permission);
  return {
    countThreads: threads,
    countPosts: posts,
    countUsers: users,
    canViewThreads: viewer.mayAnywhere("viewThreads"),
    canEditUserGroup: viewer.isAdmin,
    canEditUserStatus: viewer.isAdmin,
    canCreateThreadInCategory: viewer.isMember && viewer.mayAnywhere("createThread"),
    canFreeViewPaidThreads: isOffered("thread.freeViewPosts") && viewer.mayAnywhere("thread.freeViewPosts"),
    ...fieldsOf(ABILITY_FIELDS, may),
    ...fieldsOf(RESTRICTION_FIELDS, isRestricted),
    ...settingsAs(OTHER_FIELDS, settings),
    initializedPayPassword: viewer.isMember && (await hasPayPassword(ctx)),
    disabledChat: await areMessagesDisabled(ctx),
  };
}

async function describeViewer(ctx: Context): Promise<object> {
  const { createdAt } = await getUser(ctx, ctx.viewer.accountId);
  const { id, name } = await getGroup(ctx, ctx.viewer.groupId);
  return {
    groups: [{ id, name }],
    registerTime: legacyTime(createdAt),
    userId: ctx.viewer.accountId,
  };
}
