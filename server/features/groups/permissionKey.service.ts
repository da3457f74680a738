import type { Context } from "../../core/context.ts";
import { ALL_PERMISSIONS, isForVisitors, isOffered } from "../../core/permissions.ts";
import type { PermissionKeyView } from "./permissionKey.view.ts";

/** Lists everything that groups may be granted: the permissions of the program and those of plugins. */
export async function listPermissionKeys(ctx: Context): Promise<PermissionKeyView[]> {
  const further = await Promise.all(ctx.services.hooks.permissions.map((list) => list(ctx)));
  const all = [...ALL_PERMISSIONS.map((key) => ({ key, label: null })), ...further.flat()];
  return all.map(({ key, label }) => ({
    key,
    label,
    isOffered: isOffered(key),
    isForVisitors: isForVisitors(key),
  }));
}
