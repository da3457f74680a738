import { literal } from "../../../core/markdown/literal.ts";
import { convertBbcode } from "../../bodies/bbcode.ts";
import type { BodyReferences, ConvertedBody } from "../../bodies/body.ts";
import { phpbbAddresses } from "../../bodies/links.ts";
import { convertS9e, isS9e } from "../../bodies/s9e.ts";
import { referencesOf, shortened, withAddresses } from "../texts.ts";
import { textOf, wholeOf } from "../values.ts";
import { leaveOut } from "../run.ts";
import { lineOf, type Run } from "./run.ts";

/** Tags of extensions around what not everybody reads. */
const HIDDEN = /<(\/?)(?:HIDE|HIDDEN)\b[^<>]*>/g;
/** Marks that an author typed, as s9e keeps them. */
const TYPED = /<([sei])>[^<]*<\/\1>/g;

/** A text of the source. */
export interface StoredText {
  readonly text: string;
  /** `bbcode_uid`. */
  readonly uid: unknown;
  /** `enable_bbcode`; null where there is no such column. */
  readonly hasTags?: unknown;
  /** Ids of its files, in the order in which the text counts them. */
  readonly files?: readonly number[];
  /** Paragraphs before the text, in Markdown; empty ones are none. */
  readonly before?: readonly string[];
  /** Paragraphs behind the text, in Markdown; empty ones are none. */
  readonly behind?: readonly string[];
}

/** A text of the source as the format has it. */
export type Text = Pick<ConvertedBody, "markdown" | "replyToPostId">;

/** Answers what texts ask of other rows; they name files by their number within the post. */
function referencesTo(run: Run, files: readonly number[]): BodyReferences {
  const references = referencesOf(run);
  return {
    ...references,
    attachment: (place) => (typeof place === "number" ? references.attachment(files[place] ?? 0) : null),
  };
}

/**
 * Converts a text: XML of s9e, or BBCode of before 3.2. What not everybody could read is left out with its files: the report
 * keeps it. It counts what Markdown cannot express, and keeps the end of texts that are too long.
 */
export function convertText(run: Run, row: string, stored: StoredText): Text {
  const { before = [], behind = [], files = [] } = stored;
  const references = referencesTo(run, files);
  const { rest, parts } = withoutHidden(stored.text);
  const body = convert(run, { ...stored, text: rest }, references);
  const hidden = [
    ...body.hidden,
    ...parts.map((part) => convert(run, { ...stored, text: `<r>${part}</r>` }, references)),
  ];
  run.report.addLosses(body.losses);
  for (const { markdown, attachmentIds } of hidden) {
    run.report.remark("hiddenParts", row, markdown);
    for (const id of attachmentIds) if (!body.attachmentIds.includes(id)) leaveFileOut(run, id);
  }
  const markdown = [...before, body.markdown, ...behind].filter((part) => part !== "").join("\n\n");
  return { markdown: shortened(run, row, withAddresses(run, markdown)), replyToPostId: body.replyToPostId };
}

/** Gives a text without its marks, in one line: for columns here that have none. */
export function plainOf(stored: string, uid: unknown): string {
  if (isS9e(stored))
    return lineOf(
      withoutHidden(stored)
        .rest.replace(TYPED, "")
        .replace(/<br\/>\n?/g, "\n")
        .replace(/<[^<>]*>/g, ""),
    );
  const mark = textOf(uid).replace(/\W/g, "");
  const hidden = new RegExp(`\\[hide[^[\\]\\n]*\\].*?(?:\\[/hide[^[\\]\\n]*\\]|$)`, "gis");
  const tags = mark === "" ? /$^/ : new RegExp(`\\[/?[^[\\]\\n]*:${mark}\\]`, "g");
  return lineOf(
    stored
      .replace(hidden, "")
      .replace(tags, "")
      .replace(/<[^<>]*>/g, ""),
  );
}

/** Gives the words of an author who is no member, before their text; empty without a name. */
export function signedBy(run: Run, authorId: number, name: unknown): string {
  const line = lineOf(name);
  return authorId === run.ghostId && line !== "" ? `**${literal(line)}**:` : "";
}

function convert(run: Run, { text, uid, hasTags }: StoredText, references: BodyReferences): ConvertedBody {
  const site = run.options.address;
  if (isS9e(text)) return convertS9e(text, references, phpbbAddresses(references, site));
  const isPlain = wholeOf(hasTags ?? 1) === 0;
  return convertBbcode(text, references, { software: "phpbb", uid: textOf(uid), isPlain, site });
}

/** Takes the hidden parts out of XML, with those within them. One that has no end goes up to the end of the text. */
function withoutHidden(text: string): { rest: string; parts: string[] } {
  const parts: string[] = [];
  if (!isS9e(text)) return { rest: text, parts };
  let [rest, reached, depth, from] = ["", 0, 0, 0];
  for (const { 0: tag, 1: end, index } of text.matchAll(HIDDEN)) {
    if (end === "" && depth++ === 0) {
      rest += text.slice(reached, index);
      from = index + tag.length;
    } else if (end !== "" && depth > 0 && --depth === 0) {
      parts.push(text.slice(from, index));
      reached = index + tag.length;
    }
  }
  if (depth > 0) return { rest, parts: [...parts, text.slice(from)] };
  return { rest: rest + text.slice(reached), parts };
}

/** Leaves out a file of a hidden part, which would be listed with those of its post. */
function leaveFileOut(run: Run, id: number): void {
  const path = run.scratch.attachment(id)?.path;
  if (!path) return;
  leaveOut(run, `attachments ${id}`, "It belongs to a hidden part of a text.");
  run.scratch.run("DELETE FROM sorted WHERE kind = 'attachments' AND one = ?", id);
  run.scratch.run("DELETE FROM sorted WHERE kind = 'files' AND one = ?", path);
  run.scratch.run("UPDATE attachments SET path = NULL WHERE id = ?", id);
}
