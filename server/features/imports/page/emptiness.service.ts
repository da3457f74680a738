import { Not } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { MoneyTransaction } from "../../money/ledger/transaction.entity.ts";
import { Post } from "../../posts/post.entity.ts";
import { Thread } from "../../threads/thread.entity.ts";
import { HOST_NAME, User } from "../../users/user.entity.ts";
import { Import, IMPORT_ID } from "../import.entity.ts";
import { ImportObstacle } from "./importPage.view.ts";

const TEXTS: Readonly<Record<ImportObstacle, { zh: string; en: string }>> = {
  [ImportObstacle.MOVED_IN]: {
    zh: "已经有社区迁入本论坛",
    en: "A community has moved into this forum already.",
  },
  [ImportObstacle.HAS_MEMBERS]: {
    zh: "除站长外论坛已有成员；社区只能迁入空论坛",
    en: "This forum has members besides its owner. A community moves into an empty forum.",
  },
  [ImportObstacle.HAS_CONTENT]: {
    zh: "论坛已有内容；社区只能迁入空论坛",
    en: "Somebody has written here already. A community moves into an empty forum.",
  },
};

/** Finds the reason why no community can move in: besides the welcome of a new forum it may hold its owner only. */
export async function findObstacle(ctx: Context): Promise<ImportObstacle | null> {
  if (await ctx.db.existsBy(Import, { id: IMPORT_ID })) return ImportObstacle.MOVED_IN;
  const host = await ctx.db.findOne(User, { where: { username: HOST_NAME }, select: { id: true } });
  if ((await ctx.db.countBy(User, { username: Not(HOST_NAME) })) > 1) return ImportObstacle.HAS_MEMBERS;
  const own = { authorId: Not(host?.id ?? 0) };
  const isUsed =
    (await ctx.db.existsBy(Thread, own)) ||
    (await ctx.db.existsBy(Post, own)) ||
    (await ctx.db.exists(MoneyTransaction));
  return isUsed ? ImportObstacle.HAS_CONTENT : null;
}

/** Refuses a forum that is not empty. @throws {DomainError} FORBIDDEN with the reason */
export async function refuseUnlessEmpty(ctx: Context): Promise<void> {
  const obstacle = await findObstacle(ctx);
  if (obstacle) throw new DomainError("FORBIDDEN", { text: TEXTS[obstacle] });
}
