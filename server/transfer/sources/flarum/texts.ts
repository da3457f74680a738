import type { BodyReferences } from "../../bodies/body.ts";
import { flarumAddresses } from "../../bodies/links.ts";
import { isS9e, readS9e } from "../../bodies/s9e.ts";
import { BodyWriter } from "../../bodies/writer.ts";
import { referencesOf, shortened, withAddresses } from "../texts.ts";
import { idOf } from "../values.ts";
import { fileNamed } from "./files.ts";
import { type Poll, tableOf } from "./polls.ts";
import type { Run } from "./run.ts";

/** The post that a text names at its beginning. */
const ANSWER = /^<r>\s*(?:<p>\s*)?<POSTMENTION\b[^<>]*?\sid="(\d{1,15})"/;

/** A text of the source as the format has it. */
export interface Text {
  readonly markdown: string;
  /** The post that it answers. */
  readonly answeredId: number | null;
  readonly attachmentIds: readonly number[];
}

/** Answers what texts ask of other rows. */
function flarumReferences(run: Run): BodyReferences {
  const references = referencesOf(run);
  return {
    ...references,
    attachment: (id) => references.attachment(fileNamed(run, String(id)) ?? 0),
    floor(threadId, number) {
      const thread = run.scratch.thread(threadId);
      const id =
        number === 1 ? thread?.firstPostId : run.scratch.name(`number:${threadId}:${number - 1}`)?.id;
      return references.post(id ?? 0);
    },
  };
}

/** Parts around a text, in Markdown, and the polls that are a part of it. */
export interface Parts {
  readonly before?: string;
  readonly polls?: readonly Poll[];
  readonly behind?: string;
}

/** Converts a text. The report counts what Markdown cannot express, and keeps the end of texts that are too long. */
export function convertText(
  run: Run,
  row: string,
  content: string,
  { before = "", polls = [], behind = "" }: Parts = {},
): Text {
  const references = flarumReferences(run);
  const writer = new BodyWriter(references, flarumAddresses(references, run.options.address));
  if (isS9e(content)) readS9e(content, writer);
  else writer.lines(content);
  for (const poll of polls) {
    const { title, choices } = tableOf(run, poll);
    writer.poll(title, choices);
  }
  const { markdown, replyToPostId, attachmentIds, losses, hidden } = writer.finish();
  run.report.addLosses(losses);
  for (const part of hidden) run.report.remark("hiddenParts", row, part.markdown);
  const parts = [before, withAddresses(run, markdown), behind].filter((part) => part !== "");
  const answeredId = idOf(ANSWER.exec(content)?.[1]) ?? replyToPostId;
  return { markdown: shortened(run, row, parts.join("\n\n")), answeredId, attachmentIds };
}
