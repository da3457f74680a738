import type { Context } from "../../core/context.ts";
import { inTransaction } from "../../core/transaction.ts";
import { insert, insertAll } from "../../core/write.ts";
import { Group, GroupPermission, PresetGroup } from "./group.entity.ts";
import { invalidateGroups } from "./group.service.ts";

const READER = ["viewThreads", "thread.viewPosts", "thread.viewAttachment", "thread.downloadAttachment"];

const MEMBER = [
  ...READER,
  "createThread",
  "thread.reply",
  "thread.insertImage",
  "thread.insertAttachment",
  "thread.insertGoods",
  "thread.insertPay",
  "thread.insertReward",
  "thread.insertRedPacket",
  "thread.insertPosition",
  "thread.allowAnonymous",
  "thread.editOwnThreadOrPost",
  "thread.hideOwnThreadOrPost",
  "thread.favorite",
  "thread.likePosts",
  "user.view",
  "userFollow.create",
  "dialog.create",
  "cash.create",
  "order.create",
  "trade.pay.order",
];

interface Preset {
  readonly id: PresetGroup;
  readonly name: string;
  readonly isDefault?: boolean;
  readonly grants: readonly string[];
}

/** Groups of a new forum and their grants (legacy seeds; visitors and trial members only read). */
export const PRESET_GROUPS: readonly Preset[] = [
  { id: PresetGroup.ADMIN, name: "管理员", grants: [] },
  { id: PresetGroup.BANNED, name: "禁止访问", grants: [] },
  {
    id: PresetGroup.UNPAID,
    name: "待付费",
    grants: ["order.create", "trade.pay.order", "thread.insertImage", "thread.insertAttachment"],
  },
  { id: PresetGroup.GUEST, name: "游客", grants: [...READER, "user.view"] },
  { id: PresetGroup.TRIAL, name: "免费体验", grants: [...READER, "user.view"] },
  { id: PresetGroup.MEMBER, name: "普通会员", isDefault: true, grants: MEMBER },
];

/** Creates the preset groups on a database that has none. */
export async function createPresetGroups(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (await ctx.db.exists(Group)) return;
    for (const { id, name, isDefault = false, grants } of PRESET_GROUPS) {
      const isDisplay = id === PresetGroup.ADMIN;
      await insert(ctx, Group, { id, name, color: "", icon: "", isDisplay, isDefault, createdAt: ctx.now });
      const rows = grants.map((permission) => ({ groupId: id, permission }));
      await insertAll(ctx, GroupPermission, rows);
    }
  });
  invalidateGroups(ctx);
}
