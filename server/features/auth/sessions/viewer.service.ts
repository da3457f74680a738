import type { Context } from "../../../core/context.ts";
import { grantsForVisitors } from "../../../core/permissions.ts";
import { timeOf } from "../../../core/sql.ts";
import { GUEST_GROUP_ID, UserStatus, Viewer } from "../../../core/viewer.ts";
import { getDefaultGroup, grantsOf } from "../../groups/group.service.ts";
import { isOffHere } from "../../settings/catalogue/deviceSwitches.ts";
import { getSettings } from "../../settings/setting.service.ts";
import { standingOf } from "../../users/user.policy.ts";
import { lacksSecondFactor } from "../second-factor/code.service.ts";
import { hasPassed } from "./session.sql.ts";

/** The facts of a member that a viewer is made of: from a row of users, or of a session joined with it. */
export interface MemberRow {
  readonly userId: number;
  readonly groupId: number;
  readonly groupExpiresAt: string | Date | null;
  readonly status: UserStatus;
  /** End of a ban; null for none. */
  readonly bannedUntil: string | Date | null;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Makes the viewer of a request: the member of its session with the grants of their group, or a visitor. Members who are
 * banned or not yet admitted have the grants of visitors; administrators without the second factor that the site asks of
 * them have those of the default group. A site that is closed, or not open for the device of the
 * request, grants nothing except to administrators.
 */
export async function viewerFor(ctx: Context, member: MemberRow | null): Promise<Viewer> {
  const closedMessage = await closedMessageFor(ctx);
  if (!member) {
    const closed = closedMessage !== undefined;
    return Viewer.visitor(closed ? NOTHING : await grantsOfViewers(ctx, GUEST_GROUP_ID), closedMessage);
  }
  const { userId: id } = member;
  // By the time of the request, not by what a job has done about it.
  const bannedUntil = member.bannedUntil === null ? null : timeOf(member.bannedUntil);
  const status = standingOf({ status: member.status, bannedUntil }, ctx.now);
  const isReduced =
    hasPassed(member.groupExpiresAt, ctx.now) ||
    (await lacksSecondFactor(ctx, { id, groupId: member.groupId }));
  const groupId = isReduced ? (await getDefaultGroup(ctx)).id : member.groupId;
  const grants = await grantsOfViewers(ctx, status === UserStatus.NORMAL ? groupId : GUEST_GROUP_ID);
  const viewer = new Viewer({ id, groupId, status, grants });
  if (closedMessage === undefined || viewer.isAdmin) return viewer;
  return new Viewer({ id, groupId, status, grants: NOTHING, closedMessage });
}

async function grantsOfViewers(ctx: Context, groupId: number): Promise<ReadonlySet<string>> {
  const grants = await grantsOf(ctx, groupId);
  return groupId === GUEST_GROUP_ID ? grantsForVisitors(grants) : grants;
}

/** Gives the message of a site that is closed, for all or for the device of the request; undefined if it is open. */
async function closedMessageFor(ctx: Context): Promise<string | undefined> {
  const { site_close, site_close_msg } = await getSettings(ctx);
  if (site_close === "1") return site_close_msg;
  if (!(await isOffHere(ctx, "site_manage"))) return undefined;
  return ctx.locale === "en" ? "The site is not open for this kind of device." : "本站暂未对此类设备开放";
}
