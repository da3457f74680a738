import { access, constants } from "node:fs/promises";
import { arch, platform, release } from "node:os";
import { IsNull } from "typeorm";
import { cached } from "../../core/cached.ts";
import type { Context } from "../../core/context.ts";
import { ADMIN_GROUP_ID, allow, UserStatus, mustBeAdmin } from "../../core/viewer.ts";
import { registerEmailOf } from "../auth/accounts/registerEmail.ts";
import { signInModesOf } from "../auth/accounts/signInModes.ts";
import { passwordKinds } from "../auth/passwords/password.ts";
import { settingAt } from "../settings/catalogue/catalogue.ts";
import { reactionsOf } from "../settings/catalogue/reactions.ts";
import { getSettings } from "../settings/setting.service.ts";
import { mailSettings } from "../settings/mail/mailSettings.ts";
import { Post } from "../posts/post.entity.ts";
import { ApprovalState, Thread } from "../threads/thread.entity.ts";
import { Withdrawal, WithdrawalState } from "../withdrawals/withdrawal.entity.ts";
import { User } from "../users/user.entity.ts";
import { agreementsShown } from "./agreement.service.ts";
import { databaseBytes } from "./databaseSize.sql.ts";
import { readCounts, readOrigin, type Counts, type Origin } from "./site.sql.ts";
import type { Site } from "./site.view.ts";
import { switchedOff } from "./switches.ts";

/** Version that clients of the predecessor expect (spec §1). */
export const CLIENT_VERSION = "v4.1.1";
/** Maximum age of counts on the home page: counting is not worth a statement on every page. */
const COUNTS_MAX_AGE_MS = 10_000;

const cachedCounts = cached(readCounts, COUNTS_MAX_AGE_MS);
const cachedHasAdmin = cached((ctx) => ctx.db.existsBy(User, { groupId: ADMIN_GROUP_ID }));
const cachedOrigin = cached(readOrigin, COUNTS_MAX_AGE_MS);

/** Counts threads, replies and members of the forum; a few seconds old at most. */
export function countAll(ctx: Context): Promise<Counts> {
  return cachedCounts.get(ctx);
}

/** True until there is an administrator. */
export async function needsSetup(ctx: Context): Promise<boolean> {
  return !(await cachedHasAdmin.get(ctx));
}

/** Reads the first administrator and the first registration; a few seconds old at most. */
export function siteOrigin(ctx: Context): Promise<Origin> {
  return cachedOrigin.get(ctx);
}

/** Finds the owner: the member whom the setting names, or else the first administrator; null until there is one. */
export async function siteOwnerId(ctx: Context): Promise<number | null> {
  const { site_author: authorId } = await getSettings(ctx);
  const isChosen = authorId !== settingAt("default", "site_author")!.definition.initial;
  return isChosen ? Number(authorId) || null : (await siteOrigin(ctx)).ownerId;
}

const list = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

/** Gives the site as its settings describe it. */
export async function getSite(ctx: Context): Promise<Site> {
  const settings = await getSettings(ctx);
  return {
    name: settings.site_name,
    title: settings.site_title,
    keywords: settings.site_keywords,
    introduction: settings.site_introduction,
    reactions: reactionsOf(settings.site_reactions),
    favicon: settings.favicon || null,
    logo: settings.logo || null,
    headerLogo: settings.header_logo || null,
    backgroundImage: settings.background_image || null,
    stat: settings.site_stat,
    record: settings.site_record,
    recordCode: settings.site_record_code,
    version: CLIENT_VERSION,
    isRegister: settings.register_close === "1",
    closed: settings.site_close === "1",
    closeMessage: settings.site_close_msg,
    mode: settings.site_mode,
    registerNeedsReview: settings.register_validate === "1",
    registerNeedsInvitation: settings.register_invitation === "1",
    asksSignInFields: settings.open_ext_fields === "1",
    agreements: agreementsShown(settings),
    passwordLength: Number(settings.password_length),
    passwordKinds: passwordKinds(settings),
    sendsMail: (await mailSettings(ctx)) !== null,
    signInModes: await signInModesOf(ctx),
    registerEmail: await registerEmailOf(ctx),
    // Joining costs nothing until there is a way to pay.
    price: "",
    switchedOff: switchedOff(settings),
    upload: {
      imageExtensions: list(settings.support_img_ext),
      fileExtensions: list(settings.support_file_ext),
      maxBytes: Math.round(Number(settings.support_max_size) * 1_048_576),
      mediaExtensions: list(settings.support_media_ext),
      maxMediaBytes: Math.round(Number(settings.support_max_media_size) * 1_048_576),
      maxPerThread: Number(settings.support_max_upload_attachment_num),
    },
  };
}

/**
 * Describes the running program and counts what waits for review, for the legacy administration page (legacy-facts 2.23).
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators.
 */
export async function readSiteInfo(ctx: Context): Promise<object> {
  allow(mustBeAdmin(ctx.viewer));
  const waiting = { approval: ApprovalState.PENDING, deletedAt: IsNull() };
  const unapprovedUsers = await ctx.db.countBy(User, { status: UserStatus.UNDER_REVIEW });
  const unapprovedThreads = await ctx.db.countBy(Thread, waiting);
  const unapprovedPosts = await ctx.db.countBy(Post, waiting);
  const unapprovedMoneys = await ctx.db.countBy(Withdrawal, { state: WithdrawalState.PENDING });
  const { database, filesDir } = ctx.services;
  // Uploads are all that is written beside the database; there is no cache folder of its own.
  const isWritable = await access(filesDir, constants.W_OK).then(
    () => true,
    () => false,
  );
  return {
    siteinfo: {
      version: CLIENT_VERSION,
      phpVersion: "",
      serverSoftware: `Node.js ${process.version}`,
      serverOs: `${platform()} ${release()} ${arch()}`,
      db: await database.version(),
      databaseConnectionName: database.engine,
      sslInstalled: ctx.services.publicUrl.startsWith("https:"),
      cacheDriver: "memory",
      uploadSize: `${(await getSite(ctx)).upload.maxBytes / 1_048_576}M`,
      dbSize: `${((await databaseBytes(ctx)) / 1_048_576).toFixed(1)} MB`,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      debugMode: false,
      storageDirWritable: isWritable,
      cacheDirWritable: isWritable,
      appSize: "",
      packages: [],
    },
    unapproved: { unapprovedUsers, unapprovedThreads, unapprovedPosts, unapprovedMoneys },
  };
}
