import type { Context } from "../../../../core/context.ts";
import type { Locale } from "../../../../core/locale.ts";
import { lockById } from "../../../../core/write.ts";
import { User } from "../../../users/user.entity.ts";
import { NotificationPreference } from "./preference.entity.ts";
import { selectChoices } from "./preference.sql.ts";
import type { NotificationChoices } from "./preference.view.ts";

const NOTHING: NotificationChoices = Object.freeze({});

/** Reads the choices of members, in one statement; those who have chosen nothing are absent. */
export async function choicesOf(
  ctx: Context,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, NotificationChoices>> {
  if (userIds.length === 0) return new Map();
  const preferences = await selectChoices(ctx, userIds);
  return new Map(
    preferences.map(({ userId, choices }) => [userId, JSON.parse(choices) as NotificationChoices]),
  );
}

/** Reads the choices of one member. */
export async function choicesOfMember(ctx: Context, userId: number): Promise<NotificationChoices> {
  return (await choicesOf(ctx, [userId])).get(userId) ?? NOTHING;
}

/** Reads and locks the choices of a member, to change them. Inside a transaction. */
export async function choicesToChange(ctx: Context, userId: number): Promise<NotificationChoices> {
  // The member's row, since there may be none of choices yet.
  await lockById(ctx, User, userId);
  return choicesOfMember(ctx, userId);
}

/** Replaces the choices of a member; inside a transaction. */
export async function storeChoices(
  ctx: Context,
  userId: number,
  choices: NotificationChoices,
): Promise<void> {
  const preference = { userId, choices: JSON.stringify(choices), changedAt: ctx.now };
  await ctx.db.upsert(NotificationPreference, preference, ["userId"]);
}

/**
 * Stores the language of a member's pages for messages to them, unless they have chosen one. Inside a transaction; called
 * where a member enters an address or adds a device.
 */
export async function storeLanguage(
  ctx: Context,
  userId: number = ctx.viewer.id,
  locale: Locale = ctx.locale,
): Promise<void> {
  const choices = await choicesToChange(ctx, userId);
  if (choices.locale) return;
  await storeChoices(ctx, userId, { ...choices, locale });
}
