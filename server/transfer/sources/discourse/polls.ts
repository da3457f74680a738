import { decodeHTML } from "entities";
import { literal } from "../../../core/markdown/literal.ts";
import { cleanLine } from "../../../core/text.ts";
import { outsideCode } from "../../bodies/markdownSource.ts";
import { canBePoll, type OldPoll, remarkLimit, wordsBeside, writePoll } from "../polls.ts";
import type { Row } from "../sqlSource.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import { type Run, timeOf } from "./run.ts";

const TAG = /<[^<>]{0,2000}>/g;
/** `results` of a poll: when everybody sees them; staff only sees those of others. */
const RESULTS = ["ALWAYS", "AFTER_VOTE", "AFTER_END"] as const;
/** `type` of a poll; others ask for a number. */
const KINDS = { 0: "SINGLE", 1: "MULTIPLE", 3: "RANKED" } as const;
/** `status` of a poll that is closed, and `visibility` of one that shows who voted. */
const [CLOSED, EVERYONE] = [1, 1];
const [BEGIN, END] = ["[poll", "[/poll]"];

/** A poll of a post, as the tables have it. */
export interface Poll extends Pick<OldPoll, "title" | "isSecret" | "endsAt" | "createdAt"> {
  readonly id: number;
  readonly name: string;
  /** Null for one that asks for a number. */
  readonly kind: OldPoll["kind"] | null;
  /** Choices of one member at most; 0 for all. */
  readonly mostVotes: number;
  /** Null for results that staff sees. */
  readonly resultsVisible: OldPoll["resultsVisible"] | null;
  readonly isClosed: boolean;
  /** Only members of some groups may vote. */
  readonly isOfGroups: boolean;
  /** Voters who have left. */
  readonly namelessVoters: number;
  readonly options: readonly { readonly id: number; readonly text: string; readonly voteCount: number }[];
}

const COLUMNS = [
  "id",
  "name",
  "title",
  "type",
  "status",
  "results",
  "visibility",
  "max",
  "groups",
  "close_at",
  "anonymous_voters",
  "created_at",
  "updated_at",
];

/** Gives the text of HTML. */
export function plainText(html: string): string {
  return cleanLine(decodeHTML(html.replace(TAG, "")));
}

/** Reads the polls of posts by the posts' ids. */
export async function pollsOf(run: Run, postIds: readonly number[]): Promise<Map<number, Poll[]>> {
  const { source } = run;
  const rows = await source.rowsOf("polls", "post_id", postIds, COLUMNS);
  const ids = [...rows.values()].flat().map((row) => wholeOf(row["id"]));
  const options = await source.rowsOf("poll_options", "poll_id", ids, ["id", "html", "anonymous_votes"]);
  const votes = await votesOf(run, ids);
  const optionsOf = (row: Row): Poll["options"] =>
    (options.get(wholeOf(row["id"])) ?? []).map((option) => {
      const id = wholeOf(option["id"]);
      const voteCount = (votes.get(id) ?? 0) + wholeOf(option["anonymous_votes"]);
      return { id, text: plainText(textOf(option["html"])), voteCount };
    });
  return new Map(
    [...rows].map(([postId, own]) => [postId, own.map((row) => pollOf(run, row, optionsOf(row)))]),
  );
}

function pollOf(run: Run, row: Row, options: Poll["options"]): Poll {
  const now = run.options.now.toISOString();
  const closing = run.times.utc(row["close_at"]);
  const isOver = closing !== null && closing <= now;
  const isClosed = wholeOf(row["status"]) === CLOSED || isOver;
  const kind = KINDS[wholeOf(row["type"]) as keyof typeof KINDS] ?? null;
  const mostVotes = wholeOf(row["max"]);
  return {
    id: wholeOf(row["id"]),
    name: textOf(row["name"]) || "poll",
    title: plainText(textOf(row["title"])),
    kind: kind === "MULTIPLE" && mostVotes === 1 ? "SINGLE" : kind,
    mostVotes: kind === "MULTIPLE" ? mostVotes : 0,
    resultsVisible: RESULTS[wholeOf(row["results"])] ?? null,
    isClosed,
    isOfGroups: textOf(row["groups"]) !== "",
    isSecret: wholeOf(row["visibility"]) !== EVERYONE,
    // Closed by hand, it has no time of its own.
    endsAt: isClosed && !isOver ? (run.times.utc(row["updated_at"]) ?? now) : closing,
    createdAt: timeOf(run, row["created_at"]),
    namelessVoters: wholeOf(row["anonymous_voters"]),
    options,
  };
}

async function votesOf({ source }: Run, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0 || !source.has("poll_votes", "poll_option_id")) return new Map();
  const rows = await source.rows(
    "SELECT v.poll_option_id AS id, COUNT(*) AS n FROM {poll_votes} v WHERE v.poll_id IN (?) GROUP BY v.poll_option_id",
    [ids],
  );
  return new Map(rows.map((row) => [wholeOf(row["id"]), wholeOf(row["n"])]));
}

/** A poll in the text of a post. */
interface Markup {
  readonly name: string;
  readonly heading: string;
  readonly whole: string;
}

/** Replaces the polls of a text, which has no code. */
function replacePolls(text: string, replace: (markup: Markup) => string): string {
  const parts: string[] = [];
  let reached = 0;
  for (;;) {
    const begin = text.indexOf(BEGIN, reached);
    const head = begin < 0 ? -1 : text.indexOf("]", begin);
    const end = head < 0 ? -1 : text.indexOf(END, head);
    if (end < 0) break;
    const name = /\sname="?([^\s"\]]+)/.exec(text.slice(begin, head))?.[1] ?? "poll";
    const whole = text.slice(begin, end + END.length);
    const heading = /\n#+ ([^\n]+)/.exec(whole)?.[1] ?? "";
    parts.push(text.slice(reached, begin), replace({ name, heading, whole }));
    reached = end + END.length;
  }
  return parts.join("") + text.slice(reached);
}

/** Finds the poll of a first post that becomes the poll of its thread: the first in its text that can be one. */
export function threadPollIn(raw: string, polls: readonly Poll[]): Poll | null {
  let result: Poll | null = null;
  const note = ({ name, heading, whole }: Markup): string => {
    const poll = polls.find((each) => each.name === name && fits(each));
    if (poll) result ??= { ...poll, title: poll.title || heading };
    return whole;
  };
  if (polls.some(fits)) outsideCode(raw, (part) => replacePolls(part, note));
  return result;
}

/** True if all can vote who may read it, in a way that polls here have. */
function fits({ kind, resultsVisible, isOfGroups, isClosed, options }: Poll): boolean {
  return kind !== null && resultsVisible !== null && (!isOfGroups || isClosed) && canBePoll(options);
}

/**
 * Replaces the polls of a text: by tables of their results where everybody sees these, and the one that becomes a poll by the
 * words for which that has no room.
 */
export function withoutPolls(
  run: Run,
  raw: string,
  polls: readonly Poll[],
  threadPoll: Poll | null = null,
): string {
  if (polls.length === 0) return raw;
  const replace = ({ name, heading, whole }: Markup): string => {
    const poll = polls.find((each) => each.name === name);
    if (!poll) return whole;
    if (poll.id === threadPoll?.id) return `\n\n${wordsBeside(threadPoll)}\n\n`;
    const isShown = poll.resultsVisible === "ALWAYS" || (poll.isClosed && poll.resultsVisible !== null);
    if (isShown) {
      run.report.addLosses({ poll: 1 });
      return tableOf(poll.title || heading, poll);
    }
    run.report.remark("polls", `polls ${poll.id}`, "Not everybody sees its results.");
    return whole;
  };
  return outsideCode(raw, (part) => replacePolls(part, replace));
}

function tableOf(title: string, { options }: Poll): string {
  const rows = options.map(({ text, voteCount }) => `| ${literal(text)} | ${voteCount} |`);
  const head = title === "" ? [] : [`**${literal(title)}**`, ""];
  return ["", ...head, "| 选项 | 票数 |", "| --- | --- |", ...rows, ""].join("\n");
}

/** Writes the poll of a thread with its votes. */
export async function writeThreadPoll(run: Run, threadId: number, poll: Poll): Promise<void> {
  const { id, options } = poll;
  const kind = poll.kind!;
  const columns = ["poll_option_id", "user_id", "rank", "created_at"];
  const rows = (await run.source.rowsOf("poll_votes", "poll_id", [id], columns)).get(id) ?? [];
  // Rank 0 says nothing about an option.
  const votes =
    kind === "RANKED"
      ? rows
          .filter((row) => wholeOf(row["rank"]) > 0)
          .sort((one, other) => wholeOf(one["rank"]) - wholeOf(other["rank"]))
      : rows;
  const voters = new Set(votes.map((row) => textOf(row["user_id"])));
  remarkLimit(run, `polls ${id}`, poll.mostVotes, options);
  await writePoll(run, {
    ...poll,
    threadId,
    kind,
    resultsVisible: poll.resultsVisible!,
    voterCount: voters.size + poll.namelessVoters,
    votes: votes.flatMap((row) => {
      const memberId = run.scratch.member(idOf(row["user_id"]))?.id;
      const option = options.findIndex((each) => each.id === wholeOf(row["poll_option_id"]));
      if (memberId === undefined || option < 0) return [];
      return [{ memberId, option, votedAt: run.times.utc(row["created_at"]) ?? poll.createdAt }];
    }),
  });
}
