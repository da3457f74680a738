import type { Context } from "../../../../core/context.ts";
import { lockById } from "../../../../core/write.ts";
import { User } from "../../../users/user.entity.ts";
import { NotificationPreference } from "./preference.entity.ts";
import { selectChoices } from "./preference.sql.ts";
import type { NotificationChoices } from "./preference.view.ts";

const NOTHING: NotificationChoices = Object.freeze({});

/** What each of these members has chosen, in one statement; those who have chosen nothing are absent. */
export async function choicesOf(
  ctx: Context,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, NotificationChoices>> {
  if (userIds.length === 0) return new Map();
  const found = await selectChoices(ctx, userIds);
  return new Map(found.map(({ userId, choices }) => [userId, JSON.parse(choices) as NotificationChoices]));
}

/** What one member has chosen. */
export async function choicesOfMember(ctx: Context, userId: number): Promise<NotificationChoices> {
  return (await choicesOf(ctx, [userId])).get(userId) ?? NOTHING;
}

/** Reads what a member has chosen to change it; whoever else wants to change it waits. Inside a transaction. */
export async function choicesToChange(ctx: Context, userId: number): Promise<NotificationChoices> {
  // The member's row, since there may be none of choices yet.
  await lockById(ctx, User, userId);
  return choicesOfMember(ctx, userId);
}

/** Stores what a member has chosen in place of what was; inside a transaction. */
export async function storeChoices(
  ctx: Context,
  userId: number,
  choices: NotificationChoices,
): Promise<void> {
  const preference = { userId, choices: JSON.stringify(choices), changedAt: ctx.now };
  await ctx.db.upsert(NotificationPreference, preference, ["userId"]);
}

/**
 * Remembers the language of the viewer's pages for their letters, unless they have chosen one; inside a transaction.
 * Called where a member asks for letters: gives an address, adds a device.
 */
export async function keepLanguage(ctx: Context): Promise<void> {
  const choices = await choicesToChange(ctx, ctx.viewer.id);
  if (choices.locale) return;
  await storeChoices(ctx, ctx.viewer.id, { ...choices, locale: ctx.locale });
}
