import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { withEmojiCharacters } from "../../../core/legacyEmoji.ts";
import { isHtml, markdownOfHtml } from "../../../core/markdown/fromHtml.ts";
import { readMarkdown } from "../../../core/markdown/markdown.ts";
import { showsNothing } from "../../../core/text.ts";
import { FILES_PATH } from "../../attachments/attachment.entity.ts";
import { renderStored } from "../content/content.service.ts";
import type { ReadableText } from "../paid/paid.service.ts";

/** Stands for a picture in excerpts, and is the title of a thread that is nothing else. */
export const PICTURE_NAME = "图片";

/** First posts are no rows here: their ids begin beyond those of replies and of drafts, and stay whole numbers. */
const FIRST_POSTS_FROM = 2_000_000_000_000;

/** Id of the first post of a thread, as old clients name it when they like or delete the thread. */
export function firstPostIdOf(threadId: number): number {
  return FIRST_POSTS_FROM + threadId;
}

/** The thread whose first post an id means; null for ids of replies. */
export function threadOfFirstPost(postId: number): number | null {
  return postId > FIRST_POSTS_FROM ? postId - FIRST_POSTS_FROM : null;
}

/** Description that the editor for large screens gives a picture: the number of its file, which tells readers nothing. */
const NUMBER_OF_FILE = / alt="attachmentId-\d+"/g;

/** Reads a text as old clients write it: HTML of their editors, Markdown of other programs (legacy-facts 3.5). */
export function bodyOfLegacy(ctx: Context, text: string): string {
  if (!isHtml(text)) return text;
  return markdownOfHtml(
    withEmojiCharacters(text).replace(NUMBER_OF_FILE, ` alt="${PICTURE_NAME}"`),
    ctx.services.publicUrl,
  );
}

/**
 * Reads an edited text; undefined if it is the one that the client was given.
 * @param stored the text as it is, which old clients read as HTML
 * @throws {DomainError} INVALID_PARAMETER where HTML cannot hold all of the stored text, so that the edit would lose it.
 */
export async function editOfLegacy(
  ctx: Context,
  text: string,
  stored: ReadableText | null,
): Promise<string | undefined> {
  if (!stored || !isHtml(text)) return text;
  if (text.replaceAll(`="${ctx.services.publicUrl}${FILES_PATH}`, `="${FILES_PATH}`) === stored.bodyHtml)
    return undefined;
  const shown = async (html: string): Promise<string> =>
    (await renderStored(ctx, { body: bodyOfLegacy(ctx, html), bodyHtml: stored.bodyHtml })).bodyHtml;
  if ((await shown(stored.bodyHtml)) !== stored.bodyHtml)
    throw invalid(
      "content",
      "这篇内容包含旧客户端无法保存的格式，请在网页上编辑",
      "This text holds what old clients cannot keep. Please edit it on the site.",
    );
  return (await shown(text)) === stored.bodyHtml ? undefined : bodyOfLegacy(ctx, text);
}

/** Most characters of a title that is taken from the text. */
const TITLE_OF_TEXT_MAX = 40;

/** The title of a thread whose author gave none: the beginning of its text (legacy-facts 3.5: titles are optional). */
export function titleOf(title: string, body: string): string {
  if (!showsNothing(title)) return title;
  const line = readMarkdown(body).summary().split("\n", 1)[0]!.trim();
  const characters = [...line];
  return characters.length > TITLE_OF_TEXT_MAX
    ? `${characters.slice(0, TITLE_OF_TEXT_MAX - 1).join("")}…`
    : line;
}
