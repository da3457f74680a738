import type { permissionTexts } from "./permission.texts.ts";

/** Name of a permission. */
export type PermissionKey = keyof (typeof permissionTexts)["en"];

/** Permission to use a plugin, with its name in the language of the viewer. */
export interface PluginKey {
  readonly key: string;
  readonly label: string;
}

/** Gives a permission as it is stored. */
export function keyOf(permission: PermissionKey | PluginKey): string {
  return typeof permission === "string" ? permission : permission.key;
}

/** Permissions under their headings, in the order of the page; the first lists hold per category as well. */
export const PERMISSION_SECTIONS = [
  {
    key: "reading",
    scoped: true,
    permissions: ["viewThreads", "thread.viewPosts", "thread.freeViewPosts"],
  },
  {
    key: "writing",
    scoped: true,
    permissions: ["createThread", "thread.reply", "thread.editOwnThreadOrPost", "thread.hideOwnThreadOrPost"],
  },
  {
    key: "moderating",
    scoped: true,
    permissions: ["thread.essence", "thread.edit", "thread.hide", "thread.hidePosts"],
  },
  {
    key: "editor",
    scoped: false,
    permissions: [
      "thread.insertImage",
      "thread.insertVideo",
      "thread.insertAudio",
      "thread.insertAttachment",
      "thread.insertGoods",
      "thread.insertPay",
      "thread.insertReward",
      "thread.insertRedPacket",
      "thread.insertPosition",
      "thread.insertVote",
      "thread.allowAnonymous",
    ],
  },
  {
    key: "everyday",
    scoped: false,
    permissions: [
      "thread.viewVideo",
      "thread.viewAttachment",
      "thread.downloadAttachment",
      "thread.favorite",
      "thread.likePosts",
      "report.trusted",
      "thread.sticky",
      "thread.poster",
      "user.view",
      "userFollow.create",
      "dialog.create",
      "other.canInviteUserScale",
    ],
  },
  {
    key: "money",
    scoped: false,
    permissions: [
      "cash.create",
      "order.create",
      "trade.pay.order",
      "wallet.viewList",
      "wallet.logs.viewList",
      "cash.viewList",
    ],
  },
  {
    key: "restrictions",
    scoped: false,
    permissions: ["createThreadWithCaptcha", "publishNeedBindPhone", "publishNeedBindWechat"],
  },
] as const satisfies readonly {
  key: string;
  scoped: boolean;
  permissions: readonly PermissionKey[];
}[];

/** Extent of a permission: everywhere, some categories (by id), or nowhere. */
export type Extent = "all" | readonly string[];

/** The grant of a permission within one category. */
export function grantIn(categoryId: string, permission: string): string {
  return `category${categoryId}.${permission}`;
}

/** Reads the extent of a permission from a set of grants. */
export function extentOf(grants: ReadonlySet<string>, permission: string): Extent {
  if (grants.has(permission)) return "all";
  const suffix = `.${permission}`;
  return [...grants].flatMap((grant) => {
    const id = /^category(\d+)\./.exec(grant)?.[1];
    return id && grant === `category${id}${suffix}` ? id : [];
  });
}

/** The same grants with a permission that holds elsewhere. */
export function withExtent(grants: ReadonlySet<string>, permission: string, extent: Extent): Set<string> {
  const next = new Set(grants);
  next.delete(permission);
  for (const id of extentOf(next, permission)) next.delete(grantIn(id, permission));
  if (extent === "all") next.add(permission);
  else for (const id of extent) next.add(grantIn(id, permission));
  return next;
}
