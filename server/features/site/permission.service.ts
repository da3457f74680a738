import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { CATEGORY_PERMISSIONS, permissionNamed } from "../../core/permissions.ts";
import { row } from "../../core/sql.ts";
import { MemberStatus, type Viewer } from "../../core/viewer.ts";
import { getGroup } from "../groups/group.service.ts";
import { viewerFor, type MemberRow } from "../session/viewer.service.ts";
import type { PermissionAnswer } from "./permission.view.ts";

/** Of whom and what to explain. */
export interface PermissionQuestion {
  readonly permission: string;
  readonly categoryId?: number;
  /** Somebody else, for administrators. */
  readonly userId?: number;
}

/**
 * Explains why the viewer, or a member whom an administrator asks about, may or may not do something.
 * @throws {DomainError} INVALID_PARAMETER for an unknown permission; FORBIDDEN about others; NOT_FOUND.
 */
export async function explainPermission(
  ctx: Context,
  question: PermissionQuestion,
): Promise<PermissionAnswer> {
  const permission = permissionNamed(question.permission);
  if (!permission) {
    const { permission: key } = question;
    throw invalid("permission", `未知的权限：${key}`, `There is no permission ${key}.`);
  }
  const subject = await subjectOf(ctx, question.userId);
  const scoped = (CATEGORY_PERMISSIONS as readonly string[]).includes(permission);
  const categoryId = scoped ? question.categoryId : undefined;
  const standing = subject.status === MemberStatus.NORMAL;
  const allowed = standing && subject.may(permission, categoryId);
  const group = (await getGroup(ctx, subject.groupId)).name;
  return {
    permission,
    allowed,
    reason: reasonFor(ctx.locale === "en", subject, { permission, categoryId, group, allowed }),
  };
}

async function subjectOf(ctx: Context, userId: number | undefined): Promise<Viewer> {
  if (userId === undefined || userId === ctx.viewer.id) return ctx.viewer;
  if (!ctx.viewer.isAdmin) throw new DomainError(ctx.viewer.isMember ? "FORBIDDEN" : "LOGIN_REQUIRED");
  const member = await row<MemberRow>(
    ctx,
    "SELECT u.id AS userId, u.groupId, u.groupExpiresAt, u.status FROM users u WHERE u.id = ?",
    [userId],
  );
  if (!member) throw new DomainError("NOT_FOUND");
  return viewerFor(ctx, member);
}

interface Facts {
  readonly permission: string;
  readonly categoryId: number | undefined;
  readonly group: string;
  readonly allowed: boolean;
}

function reasonFor(
  english: boolean,
  subject: Viewer,
  { permission, categoryId, group, allowed }: Facts,
): string {
  const say = (zh: string, en: string): string => (english ? en : zh);
  if (subject.status !== MemberStatus.NORMAL) {
    return say("账号当前不可用（封禁或审核中）。", "The account is banned or under review.");
  }
  if (subject.isAdmin) return say("管理员拥有全部权限。", "Administrators have every permission.");
  if (allowed && subject.grants.has(permission)) {
    return say(
      `用户组“${group}”在所有分类拥有 ${permission}。`,
      `The group “${group}” has ${permission} in all categories.`,
    );
  }
  if (allowed) {
    return say(
      `用户组“${group}”在分类 ${categoryId} 拥有 ${permission}。`,
      `The group “${group}” has ${permission} in category ${categoryId}.`,
    );
  }
  const place = categoryId === undefined ? "" : say(`（分类 ${categoryId}）`, ` in category ${categoryId}`);
  return say(
    `用户组“${group}”没有 ${permission}${place}。`,
    `The group “${group}” lacks ${permission}${place}.`,
  );
}
