import { In } from "typeorm";
import { defineLoader } from "../../../core/loaders.ts";
import { UserRemark } from "./remark.entity.ts";

/** Most remarks that are read of one member. */
export const REMARKS_MAX = 100;

/** Remarks about members, newest first; absent for those without any. */
export const remarksAbout = defineLoader<number, UserRemark[]>("remarksAbout", async (ctx, userIds) => {
  const remarks = await ctx.db.find(UserRemark, { where: { userId: In(userIds) }, order: { id: "DESC" } });
  const byUser = new Map<number, UserRemark[]>();
  for (const remark of remarks) {
    const own = byUser.get(remark.userId) ?? [];
    if (own.length < REMARKS_MAX) own.push(remark);
    byUser.set(remark.userId, own);
  }
  return byUser;
});
