import type { Context } from "../../core/context.ts";
import { timeOf } from "../../core/sql.ts";
import { GUEST_GROUP_ID, Viewer, type MemberStatus } from "../../core/viewer.ts";
import { getDefaultGroup, grantsOf } from "../groups/group.service.ts";

/** What makes a member a viewer: a row of users, or of a session joined with it. */
export interface MemberRow {
  readonly userId: number;
  readonly groupId: number;
  readonly groupExpiresAt: string | Date | null;
  readonly status: MemberStatus;
}

/** The viewer of a request: the member of its session with the grants of their group, or a visitor. */
export async function viewerFor(ctx: Context, member: MemberRow | null): Promise<Viewer> {
  if (!member) return Viewer.visitor(await grantsOf(ctx, GUEST_GROUP_ID));
  const { userId: id, status } = member;
  const ended = member.groupExpiresAt !== null && timeOf(member.groupExpiresAt) <= ctx.now;
  const groupId = ended ? (await getDefaultGroup(ctx)).id : member.groupId;
  return new Viewer({ id, groupId, status, grants: await grantsOf(ctx, groupId) });
}
