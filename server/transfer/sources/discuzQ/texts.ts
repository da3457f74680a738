import { lengthOf, nameKey } from "../../../core/text.ts";
import { BODY_MAX } from "../../../features/threads/thread.entity.ts";
import { type BodyReferences, type ConvertedBody, FILE_SCHEME } from "../../bodies/body.ts";
import { convertDiscuzQ, type DiscuzQParts } from "../../bodies/discuzQ.ts";
import { idOf, wholeOf } from "../values.ts";
import type { Run } from "./run.ts";

/** Name of anonymous authors. */
const ANONYMOUS = "匿名用户";
/** Files in a text: their names and ids. */
const FILES = new RegExp(`!?\\[((?:\\\\.|[^\\]\\\\])*)\\]\\(${FILE_SCHEME}(\\d+)\\)`, "g");
const FILE_ADDRESSES = new RegExp(`${FILE_SCHEME}(\\d+)`, "g");

/** A text of the source as the format has it. */
export type Text = Pick<ConvertedBody, "markdown" | "replyToPostId" | "attachmentIds">;

/** Answers what texts ask of other rows. */
export function referencesOf({ scratch, ghostId }: Run): BodyReferences {
  const named = (name: string): number | null =>
    idOf(scratch.name(`nickname:${nameKey(name)}`)?.id) ??
    idOf(scratch.name(`username:${nameKey(name)}`)?.id);
  return {
    attachment(id) {
      const file = scratch.attachment(idOf(id));
      return file ? { id: file.id, name: file.name, isImage: file.isImage === 1 } : null;
    },
    member(idOrName) {
      const isId = typeof idOrName === "number" || /^\d+$/.test(idOrName);
      const member = scratch.member((isId ? idOf(idOrName) : null) ?? named(String(idOrName)));
      return member && member.id !== ghostId ? member : null;
    },
    post(id) {
      const post = scratch.post(idOf(id));
      const thread = scratch.thread(post?.threadId ?? null);
      if (!post || !thread || thread.isDraft) return null;
      const isHidden = thread.isAnonymous === 1 && post.authorId === thread.authorId;
      const authorName = isHidden ? ANONYMOUS : scratch.member(post.authorId)!.name;
      const isText = post.number === 0;
      const { threadId } = post;
      return isText
        ? { threadId, postId: null, number: null, authorName }
        : { threadId, postId: post.id, number: post.number, authorName };
    },
    thread(id) {
      const thread = scratch.thread(idOf(id));
      return thread && !thread.isDraft ? { id: thread.id, title: thread.title } : null;
    },
    topic: (id) => scratch.topic(idOf(id))?.name ?? null,
  };
}

/**
 * Converts a text. The report counts what Markdown cannot express, and keeps the end of texts that are too long.
 * @param title precedes the text where it was cut, in Markdown
 */
export function convertText(
  run: Run,
  row: string,
  content: string,
  parts: Omit<DiscuzQParts, "site"> = {},
  title = "",
): Text {
  const { markdown, replyToPostId, attachmentIds, losses, hidden } = convertDiscuzQ(
    content,
    referencesOf(run),
    { ...parts, site: run.options.address },
  );
  run.report.addLosses(losses);
  for (const part of hidden) run.report.remark("hiddenParts", row, part.markdown);
  const text = withAddresses(run, title === "" ? markdown : `${title}\n\n${markdown}`);
  return { markdown: shortened(run, row, text), replyToPostId, attachmentIds };
}

/** Writes the addresses of files here; of a file that is missing, the text keeps the name. */
function withAddresses(run: Run, markdown: string): string {
  if (!markdown.includes(FILE_SCHEME)) return markdown;
  const addressOf = (id: string): string | null => {
    const path = run.scratch.attachment(wholeOf(id))?.path ?? null;
    return path === null ? null : `/files/${path}`;
  };
  return markdown
    .replace(FILES, (link, name: string, id: string) => (addressOf(id) === null ? name : link))
    .replace(FILE_ADDRESSES, (_, id: string) => addressOf(id) ?? "");
}

function shortened(run: Run, row: string, text: string): string {
  if (text.length <= BODY_MAX || lengthOf(text) <= BODY_MAX) return text;
  const characters = [...text];
  run.report.remark("shortened", row, characters.slice(BODY_MAX - 1).join(""));
  return `${characters.slice(0, BODY_MAX - 1).join("")}…`;
}
