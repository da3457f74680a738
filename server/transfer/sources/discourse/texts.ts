import { nameKey } from "../../../core/text.ts";
import type { BodyReferences } from "../../bodies/body.ts";
import { convertDiscourse } from "../../bodies/discourse.ts";
import { referencesOf, shortened, withAddresses } from "../texts.ts";
import { idOf } from "../values.ts";
import { fileNamed } from "./files.ts";
import { type Poll, withoutPolls } from "./polls.ts";
import type { Run } from "./run.ts";

/** A text of the source as the format has it. */
export interface Text {
  readonly markdown: string;
  /** The post that it answers, by its first quote. */
  readonly answeredId: number | null;
  readonly attachmentIds: readonly number[];
}

/** Answers what texts ask of other rows. */
function discourseReferences(run: Run): BodyReferences {
  const references = referencesOf(run);
  return {
    ...references,
    attachment: (sum) => references.attachment(fileNamed(run, String(sum)) ?? 0),
    // A name may be a number; texts never give the id of a member.
    member(name) {
      const id = idOfName(run, String(name));
      return id === null ? null : references.member(id);
    },
    floor: (threadId, number) => references.post(postAt(run, threadId, number) ?? 0),
  };
}

/** Gives the post with a number of Discourse in a topic. */
export function postAt({ scratch }: Run, threadId: number, number: number): number | null {
  if (number === 1) return scratch.thread(threadId)?.firstPostId ?? null;
  return scratch.name(`number:${threadId}:${number - 1}`)?.id ?? null;
}

function idOfName({ scratch }: Run, name: string): number | null {
  const key = nameKey(name);
  return idOf(scratch.name(`nickname:${key}`)?.id) ?? idOf(scratch.name(`username:${key}`)?.id);
}

/** Polls of a text, and what precedes it. */
interface Parts {
  readonly polls?: readonly Poll[];
  /** The one that becomes the poll of the thread. */
  readonly threadPoll?: Poll | null;
  /** Markdown. */
  readonly before?: string;
}

/** Converts a text. The report counts what Markdown cannot express, and keeps the end of texts that are too long. */
export function convertText(
  run: Run,
  row: string,
  raw: string,
  { polls = [], threadPoll = null, before = "" }: Parts = {},
): Text {
  const source = withoutPolls(run, raw, polls, threadPoll);
  const references = discourseReferences(run);
  const { markdown, replyToPostId, attachmentIds, losses } = convertDiscourse(
    source,
    references,
    run.options.address,
  );
  run.report.addLosses(losses);
  const parts = [before, markdown].filter((part) => part !== "");
  const text = withAddresses(run, parts.join("\n\n"));
  return { markdown: shortened(run, row, text), answeredId: replyToPostId, attachmentIds };
}
