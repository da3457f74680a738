import type { Context } from "../../../core/context.ts";
import { load, preload } from "../../../core/loaders.ts";
import { grantsBeforeJoining, grantsForVisitors, sumOfGrants } from "../../../core/permissions.ts";
import { timeOf } from "../../../core/sql.ts";
import { GUEST_GROUP_ID, UserStatus, Viewer } from "../../../core/viewer.ts";
import { siteRightOf } from "../../entitlements/entitlement.service.ts";
import { PresetGroup } from "../../groups/group.entity.ts";
import {
  fitsLevel,
  getDefaultGroup,
  getGroup,
  grantsOf,
  grantsOfMembers,
  groupsById,
} from "../../groups/group.service.ts";
import { isOffHere } from "../../settings/catalogue/deviceSwitches.ts";
import { getSettings } from "../../settings/setting.service.ts";
import {
  findActingGroup,
  isOver,
  preloadActingGroups,
  type GroupHolder,
} from "../../users/paid-groups/actingGroup.service.ts";
import { isStaff, silenceEndOf, standingOf } from "../../users/user.policy.ts";
import { lacksSecondFactor } from "../second-factor/code.service.ts";

/** The facts of a member that a viewer is made of: from a row of users, or of a session joined with it. */
export interface MemberRow extends GroupHolder {
  readonly status: UserStatus;
  /** End of a ban; null for none. */
  readonly bannedUntil: string | Date | null;
  /** End of a silence; null for none. */
  readonly silencedUntil: string | Date | null;
  /** The group that returns after what was bought; null for the default one. */
  readonly returnGroupId: number | null;
  readonly returnGroupExpiresAt: string | Date | null;
  /** Group of the level that the member has reached; null for none. */
  readonly levelGroupId: number | null;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Makes the viewer of a request: the member of its session with the grants of their group, or a visitor. Members who are
 * banned or not yet admitted have the grants of visitors; administrators without the second factor that the site asks of
 * them have those of the default group. A site that is closed, or not open for the device of the
 * request, grants nothing except to administrators. On a paid site, visitors and members who have not joined have of the
 * grants of the unpaid group what joining needs. Members of a bought group still have the grants of the one that returns after it.
 */
export async function viewerFor(ctx: Context, member: MemberRow | null): Promise<Viewer> {
  const closedMessage = await closedMessageFor(ctx);
  if (!member) {
    const mustJoin = await isPaidSite(ctx);
    const isShut = mustJoin || closedMessage !== undefined;
    const grants = isShut ? NOTHING : await grantsOfVisitors(ctx);
    return Viewer.visitor(grants, closedMessage, mustJoin);
  }
  const { userId: id } = member;
  // By the time of the request, not by what a job has done about it.
  const bannedUntil = member.bannedUntil === null ? null : timeOf(member.bannedUntil);
  const status = standingOf({ status: member.status, bannedUntil }, ctx.now);
  const silencedUntil = silenceEndOf(
    { silencedUntil: member.silencedUntil === null ? null : timeOf(member.silencedUntil) },
    ctx.now,
  );
  const acting = await findActingGroup(ctx, member);
  const isReduced = await lacksSecondFactor(ctx, { id, groupId: acting });
  const groupId = isReduced ? (await getDefaultGroup(ctx)).id : acting;
  const isNormal = status === UserStatus.NORMAL;
  const grants = isNormal ? await grantsOfMember(ctx, groupId, member) : await grantsOfVisitors(ctx);
  const viewer = new Viewer({ id, groupId, status, grants, silencedUntil });
  if (viewer.isAdmin) return viewer;
  const mustJoin = (await isPaidSite(ctx)) && !(await hasJoined(ctx, viewer));
  if (closedMessage === undefined && mustJoin) {
    const unpaid = grantsBeforeJoining(await grantsOf(ctx, PresetGroup.UNPAID));
    const own = status === UserStatus.NORMAL ? unpaid : NOTHING;
    return new Viewer({ id, groupId: PresetGroup.UNPAID, status, grants: own, mustJoin, silencedUntil });
  }
  if (closedMessage === undefined) return viewer;
  return new Viewer({ id, groupId, status, grants: NOTHING, closedMessage, mustJoin, silencedUntil });
}

/** Reads together what the viewers of many members depend on. */
export async function preloadViewers(ctx: Context, members: readonly GroupHolder[]): Promise<void> {
  await preloadActingGroups(ctx, members);
  if (!(await isPaidSite(ctx))) return;
  await preload(
    ctx,
    siteRightOf,
    members.map(({ userId }) => userId),
  );
}

/** True while joining the site costs something. */
async function isPaidSite(ctx: Context): Promise<boolean> {
  return (await getSettings(ctx)).site_mode === "pay";
}

/** True for staff, members of a group that is paid for, and who has paid for joining, by the time of the request. */
async function hasJoined(ctx: Context, viewer: Viewer): Promise<boolean> {
  if (viewer.status !== UserStatus.NORMAL) return false;
  if (isStaff(viewer) || (await getGroup(ctx, viewer.groupId)).isPaid) return true;
  return (await load(ctx, siteRightOf, viewer.id)) !== null;
}

async function grantsOfVisitors(ctx: Context): Promise<ReadonlySet<string>> {
  return grantsForVisitors(await grantsOf(ctx, GUEST_GROUP_ID));
}

async function grantsOfMember(
  ctx: Context,
  groupId: number,
  { returnGroupId, returnGroupExpiresAt, levelGroupId }: MemberRow,
): Promise<ReadonlySet<string>> {
  const isBought = (await getGroup(ctx, groupId)).isPaid;
  const grants = await withLevel(ctx, await grantsOfMembers(ctx, groupId), levelGroupId);
  if (!isBought || returnGroupId === null || isOver(returnGroupExpiresAt, ctx.now)) return grants;
  return sumOfGrants(grants, await grantsOfMembers(ctx, returnGroupId));
}

/** Adds what the group of a level allows; a group that no longer fits a level adds nothing. */
async function withLevel(
  ctx: Context,
  grants: ReadonlySet<string>,
  levelGroupId: number | null,
): Promise<ReadonlySet<string>> {
  if (levelGroupId === null) return grants;
  const group = (await groupsById(ctx)).get(levelGroupId);
  return group && fitsLevel(group) ? sumOfGrants(grants, await grantsOf(ctx, group.id)) : grants;
}

/** Gives the message of a site that is closed, for all or for the device of the request; undefined if it is open. */
async function closedMessageFor(ctx: Context): Promise<string | undefined> {
  const { site_close, site_close_msg } = await getSettings(ctx);
  if (site_close === "1") return site_close_msg;
  if (!(await isOffHere(ctx, "site_manage"))) return undefined;
  return ctx.locale === "en" ? "The site is not open for this kind of device." : "本站暂未对此类设备开放";
}
