import { lengthOf, nameKey } from "../../core/text.ts";
import { BODY_MAX } from "../../features/threads/thread.entity.ts";
import { type BodyReferences, FILE_SCHEME } from "../bodies/body.ts";
import type { SourceRun } from "./run.ts";
import { idOf, wholeOf } from "./values.ts";

/** Name of anonymous authors. */
export const ANONYMOUS = "匿名用户";
/** Files in a text: their names and ids. */
const FILES = new RegExp(`!?\\[((?:\\\\.|[^[\\]\\\\])*)\\]\\(${FILE_SCHEME}(\\d+)\\)`, "g");
const FILE_ADDRESSES = new RegExp(`${FILE_SCHEME}(\\d+)`, "g");

/** Answers what texts ask of other rows. */
export function referencesOf({ scratch, ghostId }: SourceRun): BodyReferences {
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

/** Writes the addresses of files here; of a file that is missing, the text keeps the name. */
export function withAddresses(run: SourceRun, markdown: string): string {
  if (!markdown.includes(FILE_SCHEME)) return markdown;
  const addressOf = (id: string): string | null => {
    const path = run.scratch.attachment(wholeOf(id))?.path ?? null;
    return path === null ? null : `/files/${path}`;
  };
  return markdown
    .replace(FILES, (link, name: string, id: string) => (addressOf(id) === null ? name : link))
    .replace(FILE_ADDRESSES, (_, id: string) => addressOf(id) ?? "");
}

/** Gives a text as long as bodies are; the report has the end of one that is longer. */
export function shortened(run: SourceRun, row: string, text: string): string {
  if (text.length <= BODY_MAX || lengthOf(text) <= BODY_MAX) return text;
  const characters = [...text];
  run.report.remark("shortened", row, characters.slice(BODY_MAX - 1).join(""));
  return `${characters.slice(0, BODY_MAX - 1).join("")}…`;
}
