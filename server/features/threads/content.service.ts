import type { Context } from "../../core/context.ts";
import { invalid } from "../../core/errors.ts";
import {
  excerptOf,
  MARKDOWN_VERSION,
  mentionsIn,
  renderMarkdown,
  topicsIn,
} from "../../core/markdown/markdown.ts";
import type { Topics } from "../../core/markdown/topics.ts";
import { marks, rows } from "../../core/sql.ts";
import { cleanLine, cleanText, lengthOf, nameKey } from "../../core/text.ts";
import { pictureSizesIn } from "../attachments/pictureSize.service.ts";
import { censor } from "../stop-words/filter.service.ts";
import { CensoredField } from "../stop-words/stopWord.view.ts";
import { ensureTopics, findTopics } from "../topics/topic.service.ts";
import { BODY_MAX, TITLE_MAX } from "./thread.entity.ts";

/** Members whom one text names at most; further ones stay plain text. */
const MENTIONS_MAX = 20;

/** A body that passed the rules, rendered. */
export interface Content {
  readonly body: string;
  readonly bodyHtml: string;
  readonly markdownVersion: number;
  readonly excerpt: string;
  /** Members whom it names, each once; whom it named before an edit left out. */
  readonly mentionedIds: readonly number[];
  /** Topics that it names, in order, each once. */
  readonly topicIds: readonly number[];
  /** Stop words because of which it waits for approval. */
  readonly heldBackBy: readonly string[];
}

/** How a body is prepared. */
export interface ContentOptions {
  /** What it said before, if it is an edit. */
  readonly before?: string;
  /** Makes the topics that it names and that do not exist yet: threads do, replies name known ones. */
  readonly newTopics?: boolean;
}

/**
 * Checks a body and renders it. Slow work, so it happens before the transaction.
 * @throws {DomainError} INVALID_PARAMETER for an empty or too long body, NUL, control characters, lone surrogates;
 *   STOP_WORD.
 */
export async function prepareContent(
  ctx: Context,
  source: string,
  { before = "", newTopics = false }: ContentOptions = {},
): Promise<Content> {
  const written = cleanText(source, "body");
  if (written.trim() === "") throw invalid("body", "内容不能为空", "The text must not be empty.");
  if (lengthOf(written) > BODY_MAX) {
    throw invalid("body", `内容不能超过 ${BODY_MAX} 个字符`, `The text has at most ${BODY_MAX} characters.`);
  }
  const { text, heldBackBy } = await censor(ctx, CensoredField.BODY, written);
  // Replacements may be longer than what they replace.
  const body =
    text.length > BODY_MAX && lengthOf(text) > BODY_MAX ? [...text].slice(0, BODY_MAX).join("") : text;
  const mentions = await resolveMentions(ctx, body);
  const topics = await resolveTopics(ctx, body, newTopics);
  const pictures = await pictureSizesIn(ctx, body);
  const namedBefore = new Set(before.includes("@") ? mentionsIn(before).map(nameKey) : []);
  const named = [...mentions].filter(([nickname]) => !namedBefore.has(nameKey(nickname)));
  return {
    body,
    bodyHtml: renderMarkdown(body, { mentions, topics, pictures }),
    markdownVersion: MARKDOWN_VERSION,
    excerpt: excerptOf(body),
    mentionedIds: [...new Set(named.map(([, id]) => id))],
    topicIds: [...new Set(topics.values())],
    heldBackBy,
  };
}

/** Renders a stored body by the rules of today; what it says has been checked when it was written. */
export async function renderStored(
  ctx: Context,
  body: string,
  { newTopics = false }: Pick<ContentOptions, "newTopics"> = {},
): Promise<string> {
  const mentions = await resolveMentions(ctx, body);
  const topics = await resolveTopics(ctx, body, newTopics);
  return renderMarkdown(body, { mentions, topics, pictures: await pictureSizesIn(ctx, body) });
}

/** A title that passed the rules. */
export interface Title {
  readonly title: string;
  readonly heldBackBy: readonly string[];
}

/**
 * Checks a title.
 * @throws {DomainError} INVALID_PARAMETER for an empty or too long title, NUL, control characters, lone surrogates;
 *   STOP_WORD.
 */
export async function prepareTitle(ctx: Context, source: string): Promise<Title> {
  const title = cleanLine(source, "title");
  if (title === "") throw invalid("title", "标题不能为空", "The title must not be empty.");
  if (lengthOf(title) > TITLE_MAX) {
    throw invalid(
      "title",
      `标题不能超过 ${TITLE_MAX} 个字符`,
      `The title has at most ${TITLE_MAX} characters.`,
    );
  }
  const { text, heldBackBy } = await censor(ctx, CensoredField.TITLE, title);
  return { title: [...text].slice(0, TITLE_MAX).join(""), heldBackBy };
}

/** The members whom a text names with `@nickname`, by the nickname as it is written there. */
async function resolveMentions(ctx: Context, body: string): Promise<ReadonlyMap<string, number>> {
  const written = body.includes("@") ? [...new Set(mentionsIn(body))].slice(0, MENTIONS_MAX) : [];
  if (written.length === 0) return new Map();
  const keys = [...new Set(written.map(nameKey))];
  const found = await rows<{ id: number; nicknameKey: string }>(
    ctx,
    `SELECT u.id, u.nicknameKey FROM users u WHERE u.nicknameKey IN (${marks(keys)})`,
    keys,
  );
  const idOf = new Map(found.map(({ id, nicknameKey }) => [nicknameKey, id]));
  const mentions = new Map<string, number>();
  for (const nickname of written) {
    const id = idOf.get(nameKey(nickname));
    if (id !== undefined) mentions.set(nickname, id);
  }
  return mentions;
}

/** The topics whose names a text gives as `#name#`, by the name as it is written there. */
async function resolveTopics(ctx: Context, body: string, newTopics: boolean): Promise<Topics> {
  const names = topicsIn(body);
  if (names.length === 0) return new Map();
  return newTopics ? ensureTopics(ctx, names) : findTopics(ctx, names);
}
