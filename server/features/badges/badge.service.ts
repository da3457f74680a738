import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { cleanLine, limited, showsNothing } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { lockById } from "../../core/write.ts";
import { Badge, BADGE_NAME_MAX, BadgeCounter } from "./badge.entity.ts";
import { badgesChanged } from "./badge.events.ts";
import { invalidateBadges } from "./badge.loaders.ts";
import type { SaveBadgeInput } from "./badge.input.ts";

/** All badges with their rules. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export function listBadges(ctx: Context): Promise<Badge[]> {
  allow(mustBeAdmin(ctx.viewer));
  return ctx.db.find(Badge, { order: { id: "ASC" } });
}

function nameOf(text: string, field: "nameZh" | "nameEn"): string {
  const name = cleanLine(text);
  if (showsNothing(name)) throw invalid(field, "名称不能为空", "The name must not be empty.");
  return limited(name, field, BADGE_NAME_MAX);
}

/** One emoji, with what belongs to it, such as a tone of skin. */
const EMOJI =
  /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2})[\p{Emoji}\p{Emoji_Component}]{0,15}$/u;

function iconOf(text: string): string {
  const icon = cleanLine(text);
  if (EMOJI.test(icon)) return icon;
  throw invalid("icon", "图标须为一个表情符号", "The icon must be one emoji.");
}

/**
 * Changes the names, the icon, the threshold or the switch of a badge. Who has it keeps it whatever the threshold becomes; one that
 * is switched off is not shown until it is on again.
 * @emits badgesChanged
 * @throws {DomainError} NOT_FOUND; INVALID_PARAMETER for an empty name, an icon that is no emoji, and a threshold that nothing can reach.
 */
export const saveBadge = verb({
  name: "saveBadge",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, input: SaveBadgeInput): Promise<Badge> {
    const id = parseId(input.badgeId, "badgeId");
    const [nameZh, nameEn] = [nameOf(input.nameZh, "nameZh"), nameOf(input.nameEn, "nameEn")];
    const { threshold, isEnabled } = input;
    const newIcon = input.icon == null ? null : iconOf(input.icon);
    const badge = await inTransaction(ctx, async (ctx) => {
      const before = await lockById(ctx, Badge, id);
      if (!before) throw new DomainError("NOT_FOUND");
      if (before.counter === BadgeCounter.PROFILE && threshold !== 1)
        throw invalid("threshold", "资料只能完善一次", "A profile is complete once.");
      const icon = newIcon ?? before.icon;
      const after = { nameZh, nameEn, icon, threshold, isEnabled };
      await ctx.db.update(Badge, { id }, after);
      noteChange(ctx, {
        target: `badge:${id}`,
        before: {
          nameZh: before.nameZh,
          nameEn: before.nameEn,
          icon: before.icon,
          threshold: before.threshold,
          isEnabled: before.isEnabled,
        },
        after,
      });
      ctx.emit(badgesChanged({ badgeId: id }));
      return { ...before, ...after };
    });
    invalidateBadges(ctx);
    return badge;
  },
});
