import type { ConvertedBody } from "../../bodies/body.ts";
import { convertDiscuzQ, type DiscuzQParts } from "../../bodies/discuzQ.ts";
import { referencesOf, shortened, withAddresses } from "../texts.ts";
import type { Run } from "./run.ts";

/** A text of the source as the format has it. */
export type Text = Pick<ConvertedBody, "markdown" | "replyToPostId" | "attachmentIds">;

/**
 * Converts a text. The report counts what Markdown cannot express, and keeps the end of texts that are too long.
 * @param title precedes the text where it was cut, in Markdown
 */
export function convertText(
  run: Run,
  row: string,
  content: string,
  parts: DiscuzQParts = {},
  title = "",
): Text {
  const { markdown, replyToPostId, attachmentIds, losses, hidden } = convertDiscuzQ(
    content,
    referencesOf(run),
    parts,
  );
  run.report.addLosses(losses);
  for (const part of hidden) run.report.remark("hiddenParts", row, part.markdown);
  const text = withAddresses(run, title === "" ? markdown : `${title}\n\n${markdown}`);
  return { markdown: shortened(run, row, text), replyToPostId, attachmentIds };
}
