import type { Context } from "../../../core/context.ts";
import { DomainError } from "../../../core/errors.ts";
import { load, preload } from "../../../core/loaders.ts";
import { isOffHere, refuseIfOffHere } from "../../settings/catalogue/deviceSwitches.ts";
import { getSettingsOf } from "../../settings/setting.service.ts";
import type { Thread } from "../../threads/thread.entity.ts";
import { canSeeThread } from "../../threads/thread.policy.ts";
import type { User } from "../../users/user.entity.ts";
import { userById } from "../../users/user.loaders.ts";
import { canReceiveMoney } from "../../users/user.policy.ts";
import { tippersOf } from "./tip.loaders.ts";
import type { ThreadTips } from "./tip.view.ts";

/**
 * Refuses a tip that the author of a thread cannot get. Anonymous threads take none from anybody, since the books would
 * name their author (decision 0305); so nothing below tells whose such a thread is.
 * @throws {DomainError} NOT_FOUND; CANNOT_TIP; CANNOT_BUY_OWN; FORBIDDEN where tips are switched off.
 */
export async function checkTip(ctx: Context, thread: Thread): Promise<void> {
  if (!thread.visible) throw new DomainError("NOT_FOUND");
  await refuseIfOffHere(ctx, "site_rewards");
  if (!(await areTipsOn(ctx)))
    throw new DomainError("FORBIDDEN", {
      text: { zh: "本站没有开启打赏", en: "Tips are switched off on this site." },
    });
  if (thread.isAnonymous) throw new DomainError("CANNOT_TIP");
  if (ctx.viewer.owns(thread))
    throw new DomainError("CANNOT_BUY_OWN", {
      text: { zh: "不能打赏自己", en: "You cannot tip yourself." },
    });
  if (!(await canAuthorReceive(ctx, thread))) throw new DomainError("CANNOT_TIP");
}

/** Reads who tipped the author of a thread, and whether the viewer may; nobody for who cannot see the thread. */
export async function readTips(ctx: Context, thread: Thread): Promise<ThreadTips> {
  const { viewer } = ctx;
  if (!canSeeThread(viewer, thread).allowed)
    return { isOpen: false, viewerCanTip: false, memberCount: 0, members: [] };
  const isOpen =
    thread.visible &&
    !thread.isAnonymous &&
    (await areTipsOn(ctx)) &&
    !(await isOffHere(ctx, "site_rewards")) &&
    (await canAuthorReceive(ctx, thread));
  const mayPay = viewer.isMember && viewer.may("order.create") && viewer.may("trade.pay.order");
  const tippers = await load(ctx, tippersOf, thread.id);
  const memberIds = tippers?.newestIds ?? [];
  await preload(ctx, userById, memberIds);
  const members: User[] = [];
  for (const id of memberIds) {
    const member = await load(ctx, userById, id);
    if (member) members.push(member);
  }
  return {
    isOpen,
    viewerCanTip: isOpen && mayPay && !viewer.owns(thread),
    memberCount: tippers?.count ?? 0,
    members,
  };
}

async function areTipsOn(ctx: Context): Promise<boolean> {
  return (await getSettingsOf(ctx, ["site_can_reward"])).site_can_reward === "1";
}

async function canAuthorReceive(ctx: Context, { authorId }: Thread): Promise<boolean> {
  const author = await load(ctx, userById, authorId);
  return author !== null && canReceiveMoney(author, ctx.now);
}
