import type { Context } from "../../core/context.ts";
import { load } from "../../core/loaders.ts";
import { splitByShares, WHOLE_BPS } from "../../core/money.ts";
import type { InvitationAcceptance } from "../invitations/invitation.entity.ts";
import { acceptanceOf } from "../invitations/invitation.loaders.ts";
import { getSettings } from "../settings/setting.service.ts";
import type { Thread } from "../threads/thread.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { canReceiveMoney } from "../users/user.policy.ts";
import { OrderKind, type Order } from "./order.entity.ts";

/** Shares of the settings are tenths. */
const BPS_PER_TENTH = WHOLE_BPS / 10;
const BPS_PER_PERCENT = WHOLE_BPS / 100;

/** The parts of an amount; they add up to it. */
export type Split = Pick<Order, "siteCents" | "payeeCents" | "inviterId" | "inviterCents">;

/** An inviter with their share. */
export type InviterShare = Pick<InvitationAcceptance, "inviterId" | "sharePercent">;

/**
 * Computes the parts of what is paid to a member: the site's tenths are rounded down; of what is left the inviter's
 * percent, rounded down as well; the payee gets the rest (decision 0308).
 */
export function splitIncome(amountCents: number, siteTenths: number, inviter: InviterShare | null): Split {
  const [siteCents, left] = splitByShares(amountCents, [siteTenths * BPS_PER_TENTH]) as [number, number];
  const [inviterCents, payeeCents] = shareOf(left, inviter);
  return { siteCents, payeeCents, inviterId: inviterCents > 0 ? inviter!.inviterId : null, inviterCents };
}

/** Computes the parts of what is paid to the site: the inviter's percent, rounded down; the site gets the rest. */
export function splitJoining(amountCents: number, inviter: InviterShare | null): Split {
  const [inviterCents, siteCents] = shareOf(amountCents, inviter);
  return { siteCents, payeeCents: 0, inviterId: inviterCents > 0 ? inviter!.inviterId : null, inviterCents };
}

function shareOf(amountCents: number, inviter: InviterShare | null): [share: number, rest: number] {
  return splitByShares(amountCents, [(inviter?.sharePercent ?? 0) * BPS_PER_PERCENT]) as [number, number];
}

/** Splits the amount of an order of the viewer by the settings, and by the terms on which payee or buyer were invited. */
export async function splitOrder(
  ctx: Context,
  kind: OrderKind,
  thread: Thread | null,
  amountCents: number,
): Promise<Split> {
  if (thread) {
    const siteTenths = Number((await getSettings(ctx)).site_master_scale);
    return splitIncome(amountCents, siteTenths, await findInviterOfAuthor(ctx, thread));
  }
  const joining = kind === OrderKind.REGISTRATION ? await findAcceptance(ctx, ctx.viewer.id) : null;
  return splitJoining(amountCents, joining?.isSubordinate ? joining : null);
}

/** Nobody shares in what an anonymous thread earns, since the share would tell whose it is. */
async function findInviterOfAuthor(ctx: Context, thread: Thread): Promise<InviterShare | null> {
  if (thread.isAnonymous) return null;
  const acceptance = await findAcceptance(ctx, thread.authorId);
  return acceptance?.isCommission ? acceptance : null;
}

/** Finds how a member came, if the inviter may be given money now and is not the buyer. */
async function findAcceptance(ctx: Context, userId: number): Promise<InvitationAcceptance | null> {
  const acceptance = await load(ctx, acceptanceOf, userId);
  if (!acceptance || acceptance.inviterId === ctx.viewer.id) return null;
  return (await canInviterReceive(ctx, acceptance.inviterId)) ? acceptance : null;
}

async function canInviterReceive(ctx: Context, inviterId: number): Promise<boolean> {
  const inviter = await load(ctx, userById, inviterId);
  return inviter !== null && canReceiveMoney(inviter, ctx.now);
}

/**
 * Gives the parts of an order as they are paid: the share of an inviter who has been shut out since goes to whom it was
 * taken of.
 */
export async function splitToPay(ctx: Context, order: Order): Promise<Split> {
  const { siteCents, payeeCents, payeeId, inviterId, inviterCents } = order;
  if (inviterId === null || (await canInviterReceive(ctx, inviterId)))
    return { siteCents, payeeCents, inviterId, inviterCents };
  const nobody = { inviterId: null, inviterCents: 0 };
  return payeeId === null
    ? { siteCents: siteCents + inviterCents, payeeCents, ...nobody }
    : { siteCents, payeeCents: payeeCents + inviterCents, ...nobody };
}
