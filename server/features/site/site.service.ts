import { access, constants } from "node:fs/promises";
import { arch, platform, release } from "node:os";
import { cached } from "../../core/cached.ts";
import type { Context } from "../../core/context.ts";
import { row, timeOf } from "../../core/sql.ts";
import { ADMIN_GROUP_ID, allow, MemberStatus, mustBeAdmin } from "../../core/viewer.ts";
import { passwordKinds } from "../auth/accounts/password.ts";
import { settingAt } from "../settings/catalogue/catalogue.ts";
import { getSettings } from "../settings/setting.service.ts";
import { ApprovalState } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";
import { agreementsShown } from "./agreement.service.ts";
import { databaseBytes } from "./databaseSize.sql.ts";
import type { Site } from "./site.view.ts";
import { switchedOff } from "./switches.ts";

/** Version that clients of the predecessor know (spec §1). */
export const CLIENT_VERSION = "v4.1.1";
/** Counts on the home page may be this old: counting is not worth a statement on every page. */
const COUNTS_MAX_AGE_MS = 10_000;

/** How much there is on the forum. */
export interface Counts {
  readonly threads: number;
  readonly posts: number;
  readonly users: number;
}

const cachedCounts = cached(async (ctx): Promise<Counts> => {
  const found = await row<Record<keyof Counts, number | null>>(
    ctx,
    `SELECT (SELECT SUM(c.threadCount) FROM categories c) AS threads,
            (SELECT SUM(u.postCount) FROM users u) AS posts,
            (SELECT COUNT(*) FROM users u) AS users`,
  );
  const { threads, posts, users } = found!;
  return { threads: Number(threads ?? 0), posts: Number(posts ?? 0), users: Number(users ?? 0) };
}, COUNTS_MAX_AGE_MS);

const cachedHasAdmin = cached((ctx) => ctx.db.existsBy(User, { groupId: ADMIN_GROUP_ID }));

/** Threads, replies and members of the forum, a few seconds old at most. */
export function countAll(ctx: Context): Promise<Counts> {
  return cachedCounts.get(ctx);
}

/** True until there is an administrator. */
export async function needsSetup(ctx: Context): Promise<boolean> {
  return !(await cachedHasAdmin.get(ctx));
}

interface Origin {
  /** The first administrator; null until there is one. */
  readonly ownerId: number | null;
  /** When the first member came; null in an empty forum. */
  readonly foundedAt: Date | null;
}

const cachedOrigin = cached(async (ctx): Promise<Origin> => {
  const found = await row<{ ownerId: number | null; foundedAt: string | Date | null }>(
    ctx,
    `SELECT (SELECT MIN(u.id) FROM users u WHERE u.groupId = ? AND u.status = 0) AS ownerId,
            (SELECT MIN(u.createdAt) FROM users u) AS foundedAt`,
    [ADMIN_GROUP_ID],
  );
  const { ownerId, foundedAt } = found!;
  return { ownerId: ownerId && Number(ownerId), foundedAt: foundedAt === null ? null : timeOf(foundedAt) };
}, COUNTS_MAX_AGE_MS);

/** Whose forum this is, and since when. */
export function siteOrigin(ctx: Context): Promise<Origin> {
  return cachedOrigin.get(ctx);
}

/** Whose forum this is: whom the setting names, or else the first administrator; null until there is one. */
export async function siteOwnerId(ctx: Context): Promise<number | null> {
  const { site_author: named } = await getSettings(ctx);
  const isNamed = named !== settingAt("default", "site_author")!.definition.initial;
  return isNamed ? Number(named) || null : (await siteOrigin(ctx)).ownerId;
}

const list = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

/** The site as its settings describe it. */
export async function getSite(ctx: Context): Promise<Site> {
  const settings = await getSettings(ctx);
  return {
    name: settings.site_name,
    title: settings.site_title,
    keywords: settings.site_keywords,
    introduction: settings.site_introduction,
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
    asksSignInFields: settings.open_ext_fields === "1",
    agreements: agreementsShown(settings),
    passwordLength: Number(settings.password_length),
    passwordKinds: passwordKinds(settings),
    // Joining costs nothing until there is a way to pay.
    price: "",
    switchedOff: switchedOff(settings),
    upload: {
      imageExtensions: list(settings.support_img_ext),
      fileExtensions: list(settings.support_file_ext),
      maxBytes: Math.round(Number(settings.support_max_size) * 1_048_576),
      maxPerThread: Number(settings.support_max_upload_attachment_num),
    },
  };
}

/**
 * What runs here and what waits for review, for the legacy administration page (legacy-facts 2.23).
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators.
 */
export async function readSiteInfo(ctx: Context): Promise<object> {
  allow(mustBeAdmin(ctx.viewer));
  const waiting = await row<{ users: number; threads: number; posts: number }>(
    ctx,
    `SELECT (SELECT COUNT(*) FROM users u WHERE u.status = ?) AS users,
            (SELECT COUNT(*) FROM threads t WHERE t.approval = ? AND t.deletedAt IS NULL) AS threads,
            (SELECT COUNT(*) FROM posts p WHERE p.approval = ? AND p.deletedAt IS NULL) AS posts`,
    [MemberStatus.UNDER_REVIEW, ApprovalState.PENDING, ApprovalState.PENDING],
  );
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
    unapproved: {
      unapprovedUsers: Number(waiting!.users),
      unapprovedThreads: Number(waiting!.threads),
      unapprovedPosts: Number(waiting!.posts),
      unapprovedMoneys: 0,
    },
  };
}
