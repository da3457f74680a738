import { In } from "typeorm";
import type { Context } from "../../../core/context.ts";
import { mentionedIn } from "../../../core/markdown/mentions.ts";
import { linkedName, writtenMentions, type WrittenMention } from "../../../core/markdown/writtenMentions.ts";
import { lengthOf } from "../../../core/text.ts";
import { NAME_MAX, User } from "../../users/user.entity.ts";
import { BODY_MAX, type Thread } from "../thread.entity.ts";

/**
 * Makes mentions of the names that a text gives behind @ by hand, where a name is that of a member: from then on it means
 * this member, whatever anybody is called later.
 * @param before the text before an edit: a name that it gave means whom it meant there, and nobody if it meant nobody, also
 *   where an older version of it comes back
 */
export async function linkMentions(
  ctx: Context,
  source: string,
  before?: Pick<Thread, "body" | "bodyHtml"> | null,
): Promise<string> {
  const written = writtenMentions(source, NAME_MAX);
  if (written.length === 0) return source;
  const keysBefore = keysOf(before ? writtenMentions(before.body, NAME_MAX) : []);
  const meant = mentionedIn(before?.bodyHtml ?? "");
  const newKeys = [...keysOf(written)].filter((key) => !keysBefore.has(key));
  const members = await membersByKey(ctx, newKeys);
  const parts: string[] = [];
  let reached = 0;
  for (const each of written) {
    const chosen = each.names.find(({ key }) => meant.has(key) || members.has(key));
    if (!chosen) continue;
    // A mark of exclamation in front would make a picture of the link.
    const isMarked = source[each.from - 1] === "!" && source[each.from - 2] !== "\\";
    parts.push(source.slice(reached, isMarked ? each.from - 1 : each.from), isMarked ? "\\!" : "");
    parts.push(linkedName((meant.get(chosen.key) ?? members.get(chosen.key))!, chosen));
    reached = chosen.to;
  }
  const linked = parts.join("") + source.slice(reached);
  return lengthOf(linked) > BODY_MAX ? source : linked;
}

function keysOf(written: readonly WrittenMention[]): ReadonlySet<string> {
  return new Set(written.flatMap(({ names }) => names.map(({ key }) => key)));
}

async function membersByKey(ctx: Context, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const members = await ctx.db.find(User, {
    select: { id: true, nicknameKey: true },
    where: { nicknameKey: In(keys) },
  });
  return new Map(members.map(({ id, nicknameKey }) => [nicknameKey, id]));
}
