import type { Context } from "../../core/context.ts";
import { chain, load, preload } from "../../core/loaders.ts";
import type { MarkdownText } from "../../core/markdown/markdown.ts";
import {
  mentionedIn,
  withNamesInHtml,
  type MentionedUser,
  type MentionedUsers,
} from "../../core/markdown/mentions.ts";
import type { User } from "./user.entity.ts";
import { userById } from "./user.loaders.ts";
import { closedName } from "./user.policy.ts";

/** Gives a text with the names of the members whom it mentions, who are read in one statement. */
export async function namedText(ctx: Context, text: MarkdownText): Promise<MarkdownText> {
  const site = ctx.services.publicUrl;
  const { own, quoted } = text.mentions(site);
  const ids = [...own, ...quoted];
  if (ids.length === 0) return text;
  await preload(ctx, userById, ids);
  return text.named(usersOf(ids.map((id) => load(ctx, userById, id) as User | null)), site);
}

function usersOf(users: readonly (User | null)[]): MentionedUsers {
  const known = users.filter((user) => user !== null);
  return new Map(known.map((user): [number, MentionedUser] => [user.id, mentionedUser(user)]));
}

function mentionedUser({ id, nickname }: User): MentionedUser {
  return { nickname, isGone: nickname === closedName(id) };
}

/** Gives a stored text with the names that the mentioned members have now; the texts of a page share one statement. */
export function withCurrentNames(ctx: Context, html: string): string | Promise<string> {
  const ids = new Set(mentionedIn(html).values());
  if (ids.size === 0) return html;
  const users = [...ids].map((id) => load(ctx, userById, id));
  return chain(
    users.some((user) => user instanceof Promise)
      ? Promise.all(users.map((user) => Promise.resolve(user)))
      : (users as (User | null)[]),
    (known) => withNamesInHtml(html, usersOf(known)),
  );
}
