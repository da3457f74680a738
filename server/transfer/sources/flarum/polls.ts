import { canBePoll, remarkLimit, wordsBeside, writePoll } from "../polls.ts";
import { leaveOut } from "../run.ts";
import type { Row } from "../sqlSource.ts";
import { idOf, jsonOf, textOf, wholeOf } from "../values.ts";
import { FlarumGroup, type Tag } from "./access.ts";
import { type Run, timeOf } from "./run.ts";

/** A choice of a poll with its votes. */
interface Choice {
  readonly id: number;
  readonly text: string;
  readonly voteCount: number;
}

/** A poll of fof/polls. */
export interface Poll {
  readonly id: number;
  readonly question: string;
  readonly subtitle: string;
  readonly isPublic: boolean;
  readonly isMultiple: boolean;
  /** Choices of one member at most; 0 for all. */
  readonly mostVotes: number;
  /** Nobody is to see the results until it ends. */
  readonly hidesVotes: boolean;
  readonly endsAt: string | null;
  readonly createdAt: string;
  readonly choices: readonly Choice[];
}

const COLUMNS = [
  "id",
  "question",
  "subtitle",
  "public_poll",
  "allow_multiple_votes",
  "max_votes",
  "end_date",
  "created_at",
  "settings",
];
/** Permissions to see results without a vote, of newer and older versions. */
const SEEING_RESULTS = ["discussion.polls.viewResultsWithoutVoting", "viewPollResultsWithoutVoting"];

/** Reads the polls of posts by the posts' ids; older ones belong to discussions, whose first posts are given. */
export async function pollsOf(
  run: Run,
  postIds: readonly number[],
  firstIds: ReadonlyMap<number, number> = new Map(),
): Promise<Map<number, Poll[]>> {
  const { source } = run;
  const result = new Map<number, Poll[]>();
  if (!source.has("polls", "question") || !source.has("poll_options", "poll_id")) return result;
  const isOfPosts = source.has("polls", "post_id");
  // Those without a time have not been published.
  const where = source.has("polls", "published_at") ? "published_at IS NOT NULL" : "";
  const rows = isOfPosts
    ? await source.rowsOf("polls", "post_id", postIds, COLUMNS, where)
    : await source.rowsOf("polls", "discussion_id", firstIds.keys(), COLUMNS, where);
  const ids = [...rows.values()].flat().map((row) => wholeOf(row["id"]));
  const options = await source.rowsOf("poll_options", "poll_id", ids, ["id", "answer", "vote_count"]);
  const votes = source.has("poll_options", "vote_count") ? null : await votesOf(run, ids);
  for (const [owner, own] of rows) {
    const postId = isOfPosts ? owner : firstIds.get(owner)!;
    const polls = own.map((row) => pollOf(run, row, options.get(wholeOf(row["id"])) ?? [], votes));
    result.set(postId, polls);
  }
  return result;
}

function pollOf(
  run: Run,
  row: Row,
  options: readonly Row[],
  votes: ReadonlyMap<number, number> | null,
): Poll {
  const settings = settingsOf(row);
  return {
    id: wholeOf(row["id"]),
    question: textOf(row["question"]),
    subtitle: textOf(row["subtitle"]),
    isPublic: Boolean(settings["public_poll"]),
    isMultiple: Boolean(settings["allow_multiple_votes"]),
    mostVotes: wholeOf(settings["max_votes"]),
    hidesVotes: Boolean(settings["hide_votes"]),
    endsAt: run.times.utc(row["end_date"]),
    createdAt: timeOf(run, row["created_at"]),
    choices: options.map((option) => {
      const id = wholeOf(option["id"]);
      return {
        id,
        text: textOf(option["answer"]),
        voteCount: votes ? (votes.get(id) ?? 0) : wholeOf(option["vote_count"]),
      };
    }),
  };
}

/** Gives the settings of a poll: older versions have a column for each. MySQL gives those of newer ones as an object. */
function settingsOf(row: Row): Row {
  const settings = row["settings"];
  const value = typeof settings === "object" ? settings : jsonOf(textOf(settings));
  return value !== null && typeof value === "object" ? (value as Row) : row;
}

async function votesOf({ source }: Run, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0 || !source.has("poll_votes", "option_id")) return new Map();
  const rows = await source.rows(
    "SELECT v.option_id AS id, COUNT(*) AS n FROM {poll_votes} v WHERE v.poll_id IN (?) GROUP BY v.option_id",
    [ids],
  );
  return new Map(rows.map((row) => [wholeOf(row["id"]), wholeOf(row["n"])]));
}

/** Gives a poll that stays in the text: its question, and a table of its choices with the results that everybody may see. */
export function tableOf(run: Run, poll: Poll): { title: string; choices: string[][] } {
  const { id, question, choices, hidesVotes, endsAt } = poll;
  const isOver = endsAt !== null && endsAt <= run.options.now.toISOString();
  const hasResults = !hidesVotes || isOver;
  if (!hasResults) run.report.remark("polls", `polls ${id}`, "Its results are hidden until it ends.");
  return {
    title: question,
    choices: choices.map(({ text, voteCount }) => (hasResults ? [text, String(voteCount)] : [text])),
  };
}

/** Finds the poll of a first post that becomes the poll of its thread: the first that can be one. */
export function threadPollIn(polls: readonly Poll[]): Poll | null {
  return polls.find(({ choices }) => canBePoll(choices)) ?? null;
}

/** Gives the words of a poll for which the one here has no room. */
export function wordsOf({ question, subtitle, choices }: Poll): string {
  return wordsBeside({ title: question, options: choices }, subtitle);
}

/** Writes the poll of a thread with its votes. @param tag the category of the thread */
export async function writeThreadPoll(
  run: Run,
  threadId: number,
  poll: Poll,
  tag: Tag | null,
): Promise<void> {
  const { id, choices, isMultiple } = poll;
  const columns = ["option_id", "user_id", "created_at"];
  const rows = (await run.source.rowsOf("poll_votes", "poll_id", [id], columns)).get(id) ?? [];
  const votes = rows.flatMap((row) => {
    const memberId = run.scratch.member(idOf(row["user_id"]))?.id;
    const option = choices.findIndex((choice) => choice.id === wholeOf(row["option_id"]));
    if (memberId === undefined || option < 0) return [];
    return [{ memberId, option, votedAt: run.times.utc(row["created_at"]) ?? poll.createdAt }];
  });
  if (isMultiple) remarkLimit(run, `polls ${id}`, poll.mostVotes, choices);
  await writePoll(run, {
    threadId,
    title: poll.question,
    kind: isMultiple ? "MULTIPLE" : "SINGLE",
    isSecret: !poll.isPublic,
    resultsVisible: resultsVisible(run, poll, tag),
    endsAt: poll.endsAt,
    createdAt: poll.createdAt,
    voterCount: null,
    options: choices,
    votes,
  });
}

/** Results are for those who voted, unless all who read the thread may see them. */
function resultsVisible({ access }: Run, { hidesVotes }: Poll, tag: Tag | null) {
  if (hidesVotes) return "AFTER_END";
  const reader = access.may(FlarumGroup.GUEST, "viewForum", tag) ? FlarumGroup.GUEST : FlarumGroup.MEMBER;
  return SEEING_RESULTS.some((permission) => access.may(reader, permission, tag)) ? "ALWAYS" : "AFTER_VOTE";
}

/** Lists polls that no post shows: those of the whole forum, and those that were never published. */
export async function listOtherPolls(run: Run): Promise<void> {
  const columns = ["id", "question", "post_id", "published_at"];
  for await (const slice of run.source.slices("polls", { columns }))
    for (const { id, question, post_id: postId, published_at: publishedAt } of slice) {
      const reason = postId === null ? "It belongs to no post" : "It has not been published";
      if (postId === null || publishedAt === null)
        leaveOut(run, `polls ${textOf(id)}`, `${reason}: ${textOf(question)}`);
    }
}
