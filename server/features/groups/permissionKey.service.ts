import type { Context } from "../../core/context.ts";
import { ALL_PERMISSIONS, isForVisitors, isOffered, type Permission } from "../../core/permissions.ts";
import { findCodeSender } from "../sms/smsProvider.ts";
import type { PermissionKeyView } from "./permissionKey.view.ts";

/**
 * True if granting a permission has an effect on this site: the program has what it is about, and nobody is asked for a
 * phone while no text messages are sent by which one could be bound.
 */
export async function isOfferedHere(ctx: Context, permission: Permission): Promise<boolean> {
  if (permission === "publishNeedBindPhone") return (await findCodeSender(ctx)) !== null;
  return isOffered(permission);
}

/** Lists everything that groups may be granted: the permissions of the program and those of plugins. */
export async function listPermissionKeys(ctx: Context): Promise<PermissionKeyView[]> {
  const further = await Promise.all(ctx.services.hooks.permissions.map((list) => list(ctx)));
  const all = [...ALL_PERMISSIONS.map((key) => ({ key, label: null })), ...further.flat()];
  return Promise.all(
    all.map(async ({ key, label }) => ({
      key,
      label,
      isOffered: await isOfferedHere(ctx, key),
      isForVisitors: isForVisitors(key),
    })),
  );
}
