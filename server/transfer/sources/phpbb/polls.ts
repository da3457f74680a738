import { BodyWriter } from "../../bodies/writer.ts";
import { canBePoll, type OldPoll, remarkLimit, wordsBeside, writePoll } from "../polls.ts";
import type { Row } from "../sqlSource.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import { type Run, secondsOf, timeOf } from "./run.ts";
import { plainOf } from "./texts.ts";

/** Columns of topics about their polls. */
export const POLL_COLUMNS = ["poll_title", "poll_start", "poll_length", "poll_max_options"];

/** The poll of a topic. */
export interface Poll extends Pick<OldPoll, "title" | "kind" | "endsAt" | "createdAt"> {
  readonly topicId: number;
  /** Choices of one member at most. */
  readonly mostVotes: number;
  readonly options: readonly { readonly id: number; readonly text: string; readonly voteCount: number }[];
}

/** Reads the choices of polls by their topics. */
export function choicesOf(run: Run, topicIds: readonly number[]): Promise<Map<number, Row[]>> {
  const columns = ["poll_option_id", "poll_option_text", "poll_option_total"];
  return run.source.rowsOf("poll_options", "topic_id", topicIds, { columns, order: "poll_option_id" });
}

/** Gives the poll of a topic; null without one. @param uid of its first post */
export function pollOf(run: Run, row: Row, uid: unknown, choices: readonly Row[]): Poll | null {
  const title = plainOf(textOf(row["poll_title"]), uid);
  if (title === "") return null;
  const start = wholeOf(row["poll_start"]);
  const length = wholeOf(row["poll_length"]);
  const mostVotes = wholeOf(row["poll_max_options"]);
  return {
    topicId: wholeOf(row["topic_id"]),
    title,
    mostVotes,
    kind: mostVotes > 1 ? "MULTIPLE" : "SINGLE",
    endsAt: length > 0 ? secondsOf(start + length) : null,
    createdAt: timeOf(run, row, "poll_start", "topic_time"),
    options: choices.map((choice) => ({
      id: wholeOf(choice["poll_option_id"]),
      text: plainOf(textOf(choice["poll_option_text"]), uid),
      voteCount: Math.max(0, wholeOf(choice["poll_option_total"])),
    })),
  };
}

/** Gives what the text of a topic has of its poll: what a poll here has no room for, or all of it as a table with its results. */
export function wordsOf(run: Run, poll: Poll | null): string {
  if (!poll) return "";
  if (canBePoll(poll.options)) return wordsBeside(poll);
  const nothing = { attachment: () => null, member: () => null, post: () => null, thread: () => null };
  const writer = new BodyWriter(nothing);
  writer.poll(
    poll.title,
    poll.options.map(({ text, voteCount }) => [text, String(voteCount)]),
  );
  const { markdown, losses } = writer.finish();
  run.report.addLosses(losses);
  return markdown;
}

/** Writes the poll of a topic with its votes. Everybody saw its results, and nobody who had voted. */
export async function writeTopicPoll(run: Run, poll: Poll): Promise<void> {
  const { topicId, kind, options } = poll;
  const reading = { columns: ["poll_option_id", "vote_user_id"], order: "poll_option_id, vote_user_id" };
  const rows = (await run.source.rowsOf("poll_votes", "topic_id", [topicId], reading)).get(topicId) ?? [];
  const votes = rows.flatMap((row) => {
    const memberId = run.scratch.member(idOf(row["vote_user_id"]))?.id;
    const option = options.findIndex(({ id }) => id === wholeOf(row["poll_option_id"]));
    return memberId === undefined || option < 0 ? [] : [{ memberId, option, votedAt: poll.createdAt }];
  });
  if (kind === "MULTIPLE") remarkLimit(run, `topics ${topicId}`, poll.mostVotes, options);
  await writePoll(run, {
    threadId: topicId,
    title: poll.title,
    kind,
    isSecret: true,
    resultsVisible: "ALWAYS",
    endsAt: poll.endsAt,
    createdAt: poll.createdAt,
    voterCount: null,
    options,
    votes,
  });
}
