import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import {
  CATEGORY_PERMISSIONS,
  GLOBAL_PERMISSIONS,
  isOffered,
  permissionNamed,
  type CategoryPermission,
  type Permission,
} from "../../core/permissions.ts";
import { allow, UserStatus, mustBeAdmin, type Viewer } from "../../core/viewer.ts";
import { canListThreads } from "../categories/category.policy.ts";
import { categoryTree } from "../categories/category.service.ts";
import { getGroup } from "../groups/group.service.ts";
import { viewerFor } from "../auth/sessions/viewer.service.ts";
import { getUser } from "../users/user.service.ts";
import type { PermissionAnswer } from "./permission.view.ts";

/** A permission to explain. */
export interface PermissionQuestion {
  readonly permission: string;
  readonly categoryId?: number;
  /** Another member; for administrators. */
  readonly userId?: number;
}

/**
 * Explains why the viewer, or another member for administrators, has a permission or not.
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
  const standing = subject.status === UserStatus.NORMAL;
  const allowed = isOffered(permission) && standing && subject.may(permission, categoryId);
  const group = (await getGroup(ctx, subject.groupId)).name;
  return {
    permission,
    allowed,
    reason: reasonFor(ctx.locale === "en", subject, { permission, categoryId, group, allowed }),
  };
}

/**
 * Lists all permissions with the reason why the viewer has them or not; those granted for some categories only are
 * allowed, and the reason names the categories that the viewer may see.
 */
export async function listViewerPermissions(ctx: Context): Promise<PermissionAnswer[]> {
  const { viewer } = ctx;
  const english = ctx.locale === "en";
  const standing = viewer.status === UserStatus.NORMAL;
  const group = (await getGroup(ctx, viewer.groupId)).name;
  const { byId } = await categoryTree(ctx);
  const keys = [...CATEGORY_PERMISSIONS, ...GLOBAL_PERMISSIONS].filter(isOffered);
  return keys.map((permission) => {
    const everywhere = standing && viewer.may(permission);
    const some = everywhere || !standing ? [] : categoriesOf(viewer, permission);
    const names = some.flatMap((id) => {
      const category = byId.get(id);
      return category && (canListThreads(viewer, id).allowed || permission === "createThread")
        ? category.name
        : [];
    });
    if (names.length > 0) {
      const list = names.join(english ? ", " : "、");
      const reason = english
        ? `The group “${group}” has it in these categories: ${list}.`
        : `用户组“${group}”在这些板块拥有：${list}。`;
      return { permission, allowed: true, reason };
    }
    const facts = { permission, categoryId: undefined, group, allowed: everywhere };
    return { permission, allowed: everywhere, reason: reasonFor(english, viewer, facts) };
  });
}

function categoriesOf(viewer: Viewer, permission: Permission): number[] {
  if (!(CATEGORY_PERMISSIONS as readonly string[]).includes(permission)) return [];
  const ids = viewer.categoriesWith(permission as CategoryPermission);
  return ids === "all" ? [] : ids;
}

async function subjectOf(ctx: Context, userId: number | undefined): Promise<Viewer> {
  if (userId === undefined || userId === ctx.viewer.accountId) return ctx.viewer;
  allow(mustBeAdmin(ctx.viewer));
  const user = await getUser(ctx, userId);
  return viewerFor(ctx, { ...user, userId });
}

interface Facts {
  readonly permission: Permission;
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
  if (subject.status !== UserStatus.NORMAL) {
    return say("账号当前不可用（封禁或审核中）。", "The account is banned or under review.");
  }
  if (!isOffered(permission)) return say("站点尚未提供此功能。", "The site does not have this feature yet.");
  if (subject.isAdmin) return say("管理员拥有全部权限。", "Administrators have every permission.");
  if (allowed && subject.grants.has(permission)) {
    return say(
      `用户组“${group}”在所有板块拥有 ${permission}。`,
      `The group “${group}” has ${permission} in all categories.`,
    );
  }
  if (allowed) {
    return say(
      `用户组“${group}”在板块 ${categoryId} 拥有 ${permission}。`,
      `The group “${group}” has ${permission} in category ${categoryId}.`,
    );
  }
  const place = categoryId === undefined ? "" : say(`（板块 ${categoryId}）`, ` in category ${categoryId}`);
  return say(
    `用户组“${group}”没有 ${permission}${place}。`,
    `The group “${group}” lacks ${permission}${place}.`,
  );
}
