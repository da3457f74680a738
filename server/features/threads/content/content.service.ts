import type { Context } from "../../../core/context.ts";
import type { Pictures } from "../../../core/markdown/html.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { EXCERPT_MAX, shorten, textOfHtml } from "../../../core/markdown/excerpt.ts";
import { MARKDOWN_VERSION, readMarkdown, type MarkdownText } from "../../../core/markdown/markdown.ts";
import { mentionedIn } from "../../../core/markdown/mentions.ts";
import type { Topics } from "../../../core/markdown/names.ts";
import { slices } from "../../../core/slices.ts";
import { cleanLine, cleanText, lengthOf, showsNothing } from "../../../core/text.ts";
import { pictureSizesIn } from "../../attachments/pictures/pictureSize.service.ts";
import { censor } from "../../stop-words/filter/filter.service.ts";
import { CensoredField } from "../../stop-words/stopWord.view.ts";
import { ensureTopics, findTopics } from "../../topics/topic.service.ts";
import { namedText } from "../../users/mentionedUsers.service.ts";
import { BODY_MAX, TITLE_MAX, type Thread } from "../thread.entity.ts";
import { linkMentions } from "./mention.service.ts";

/** Renditions of a body, made once when it is written and stored beside it. */
export interface Rendition {
  readonly bodyHtml: string;
  readonly markdownVersion: number;
  /** The beginning as one line. */
  readonly excerpt: string;
  /** The text without marks, for snippets; null where the body is that already. */
  readonly plainText: string | null;
}

/** A stored text with its HTML. */
export type StoredText = Pick<Thread, "body" | "bodyHtml">;

/** A body that passed the rules, rendered. */
export interface Content extends Rendition {
  /** Markdown, in which names written by hand have become mentions. */
  readonly body: string;
  /** Members whom it mentions outside of quotes, each once, without those mentioned before the edit. */
  readonly mentionedIds: readonly number[];
  /** Topics that it names, in order, each once. */
  readonly topicIds: readonly number[];
  /** Stop words that hold it for approval. */
  readonly heldBackBy: readonly string[];
}

/** Options of preparing a body. */
export interface ContentOptions {
  /** The text before the edit, if it is one. */
  readonly before?: StoredText | null;
  /** Creates missing topics that it names: threads do, replies link existing ones only. */
  readonly newTopics?: boolean;
  /** Sizes of the pictures that it shows, where their rows are not stored yet. */
  readonly pictures?: Pictures;
}

/**
 * Checks a body and renders it. Slow work, so it happens before the transaction.
 * @throws {DomainError} INVALID_PARAMETER for an empty or too long body; STOP_WORD; TEXT_TOO_COMPLEX.
 */
export async function prepareContent(
  ctx: Context,
  source: string,
  { before, newTopics = false, pictures }: ContentOptions = {},
): Promise<Content> {
  const written = cleanText(source);
  if (showsNothing(written)) throw emptyBody();
  if (lengthOf(written) > BODY_MAX) {
    throw invalid("body", `内容不能超过 ${BODY_MAX} 个字符`, `The text has at most ${BODY_MAX} characters.`);
  }
  const { text, heldBackBy } = await censor(ctx, CensoredField.BODY, written);
  // Replacements may be longer than what they replace.
  const allowed =
    text.length > BODY_MAX && lengthOf(text) > BODY_MAX ? [...text].slice(0, BODY_MAX).join("") : text;
  const linked = await linkMentions(ctx, allowed, before);
  const { read, rendition, topics } = await render(ctx, linked, {
    newTopics,
    pictures,
    refuseComplex: true,
  });
  if (looksEmpty(rendition, read)) throw emptyBody();
  const mentionedBefore = new Set(mentionedIn(before?.bodyHtml ?? "").values());
  return {
    body: linked,
    ...rendition,
    mentionedIds: read.mentions().own.filter((id) => !mentionedBefore.has(id)),
    topicIds: [...new Set(topics.values())],
    heldBackBy,
  };
}

function emptyBody(): DomainError {
  return invalid("body", "内容不能为空", "The text must not be empty.");
}

/** Elements that show something without any text. */
const SHOWING = ["<img ", "<hr>", "<input "];

/** True if a rendered text shows nothing: marks without words, definitions alone, blanks as entities. */
function looksEmpty({ bodyHtml }: Rendition, read: MarkdownText): boolean {
  if (!showsNothing(read.plain())) return false;
  return (
    showsNothing(textOfHtml(bodyHtml, bodyHtml.length)) && !SHOWING.some((tag) => bodyHtml.includes(tag))
  );
}

/**
 * Renders a stored body by the current rules; it was checked when it was written. Names behind @ that are no mentions yet
 * become those that they were in the HTML that is stored with it.
 */
export async function renderStored(
  ctx: Context,
  stored: StoredText,
  { newTopics = false }: Pick<ContentOptions, "newTopics"> = {},
): Promise<Rendition & { readonly body: string }> {
  const linked = await linkMentions(ctx, stored.body, stored);
  return { body: linked, ...(await render(ctx, linked, { newTopics, refuseComplex: false })).rendition };
}

/** Renders a body, yielding to other requests after each step of a long one. */
async function render(
  ctx: Context,
  body: string,
  { newTopics = false, pictures, refuseComplex }: Omit<ContentOptions, "before"> & { refuseComplex: boolean },
) {
  const pause = slices(1);
  const written = readMarkdown(body);
  if (written.isTooComplex && refuseComplex) throw new DomainError("TEXT_TOO_COMPLEX", { field: "body" });
  await pause();
  const read = await namedText(ctx, written);
  await pause();
  const topics = await resolveTopics(ctx, read.topics(), newTopics);
  const sizes = pictures ?? (await pictureSizesIn(ctx, body));
  await pause();
  const bodyHtml = read.html({ topics, pictures: sizes });
  await pause();
  const plain = read.plain();
  const rendition: Rendition = {
    bodyHtml,
    markdownVersion: MARKDOWN_VERSION,
    // The row of a thread may stand without one; who is told of a reply wants to read something.
    excerpt: shorten(read.summary() || (newTopics ? "" : plain), EXCERPT_MAX),
    plainText: plain === body ? null : plain,
  };
  await pause();
  return { read, rendition, topics };
}

/** A title that passed the rules. */
export interface Title {
  readonly title: string;
  readonly heldBackBy: readonly string[];
}

/**
 * Checks a title.
 * @throws {DomainError} INVALID_PARAMETER for an empty or too long title; STOP_WORD.
 */
export async function prepareTitle(ctx: Context, source: string): Promise<Title> {
  const title = cleanLine(source);
  if (showsNothing(title)) throw invalid("title", "标题不能为空", "The title must not be empty.");
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

/** The topics whose names a text gives as `#name#`, by the name as it is written there. */
async function resolveTopics(ctx: Context, names: readonly string[], newTopics: boolean): Promise<Topics> {
  if (names.length === 0) return new Map();
  return newTopics ? ensureTopics(ctx, names) : findTopics(ctx, names);
}
