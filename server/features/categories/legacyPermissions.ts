import type { Context } from "../../core/context.ts";
import type { Permission } from "../../core/permissions.ts";
import { legacyAddress, legacyTime } from "../../core/rest.ts";
import { allow, mustBeMember } from "../../core/viewer.ts";
import { listCategories, listChildren } from "./category.service.ts";
import { actingGroupOf } from "../users/paid-groups/actingGroup.service.ts";
import { getUser } from "../users/user.service.ts";

/** Permissions that old clients show for the whole site. */
const GENERAL = [
  "thread.sticky",
  "thread.poster",
  "thread.favorite",
  "thread.likePosts",
  "user.view",
  "userFollow.create",
  "dialog.create",
  "other.canInviteUserScale",
  "createThreadWithCaptcha",
  "publishNeedBindPhone",
  "cash.create",
  "order.create",
  "trade.pay.order",
] as const satisfies readonly Permission[];

/** Permissions that they show for each category, by the names that they know. */
const OF_CATEGORIES = {
  "thread.insertImage": "thread.insertImage",
  "thread.insertVideo": "thread.insertVideo",
  "thread.insertAudio": "thread.insertAudio",
  "thread.insertAttachment": "thread.insertAttachment",
  "thread.insertGoods": "thread.insertGoods",
  "thread.insertPay": "thread.insertPay",
  "thread.insertReward": "thread.insertReward",
  "thread.insertRedPacket": "thread.insertRedPacket",
  "thread.insertPosition": "thread.insertPosition",
  "thread.allowAnonymous": "thread.allowAnonymous",
  "thread.viewThreads": "viewThreads",
  "thread.viewPosts": "thread.viewPosts",
  "thread.freeViewPosts": "thread.freeViewPosts",
  "thread.reply": "thread.reply",
  "thread.essence": "thread.essence",
  "thread.poster": "thread.poster",
  "thread.edit": "thread.edit",
  "thread.hide": "thread.hide",
  "thread.hidePosts": "thread.hidePosts",
  "thread.editOwnThread": "thread.editOwnThreadOrPost",
  "thread.hideOwnThreadOrPost": "thread.hideOwnThreadOrPost",
} as const satisfies Readonly<Record<string, Permission>>;

/** Tells the viewer their group and what it may, everywhere and in each category that they see (legacy-facts 3.2). */
export async function listPermissionsForLegacy(ctx: Context): Promise<object> {
  const { viewer } = ctx;
  allow(mustBeMember(viewer));
  const user = await getUser(ctx, viewer.id);
  const parents = await listCategories(ctx);
  const children = await Promise.all(parents.map(({ id }) => listChildren(ctx, id)));
  const categories = [...parents, ...children.flat()];
  const inEach = (permission: Permission): object =>
    Object.fromEntries(categories.map(({ id }) => [id, viewer.may(permission, id)]));
  return {
    myGroup: {
      nickname: user.nickname,
      avatar: legacyAddress(ctx, user.avatarUrl),
      groupName: (await actingGroupOf(ctx, user)).name,
      createdAt: legacyTime(user.createdAt),
    },
    // Their spelling.
    myPermissons: {
      general: Object.fromEntries(GENERAL.map((name) => [name, viewer.may(name)])),
      ...Object.fromEntries(
        Object.entries(OF_CATEGORIES).map(([name, permission]) => [name, inEach(permission)]),
      ),
    },
  };
}
