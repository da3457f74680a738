import { decodeHTML } from "entities";
import { literal } from "../../../core/markdown/literal.ts";
import { cleanLine } from "../../../core/text.ts";
import type { Row } from "../sqlSource.ts";
import { textOf, wholeOf } from "../values.ts";
import type { Run } from "./run.ts";

const TAG = /<[^<>]{0,2000}>/g;
/** `results` of polls whose results everybody sees, or sees when they are closed; staff only sees the others. */
const Results = { ALWAYS: 0, ON_CLOSE: 2 } as const;
/** `status` of a poll that is closed. */
const CLOSED = 1;
const [BEGIN, END] = ["[poll", "[/poll]"];

/** A poll whose results everybody may see: its choices with their votes. */
export interface Poll {
  readonly name: string;
  readonly title: string;
  readonly choices: readonly (readonly [string, number])[];
}

/** Gives the text of HTML. */
export function plainText(html: string): string {
  return cleanLine(decodeHTML(html.replace(TAG, "")));
}

/** Reads the polls of posts by the posts' ids; those whose results are hidden are listed and left out. */
export async function pollsOf(run: Run, postIds: readonly number[]): Promise<Map<number, Poll[]>> {
  const { source } = run;
  const result = new Map<number, Poll[]>();
  const rows = await source.rowsOf("polls", "post_id", postIds, [
    "id",
    "name",
    "title",
    "status",
    "close_at",
    "results",
  ]);
  const ids = [...rows.values()].flat().map((row) => wholeOf(row["id"]));
  const options = await source.rowsOf("poll_options", "poll_id", ids, ["id", "html", "anonymous_votes"]);
  const votes = await votesOf(run, ids);
  for (const [postId, own] of rows) {
    const polls = own.flatMap((row) => pollOf(run, row, options.get(wholeOf(row["id"])) ?? [], votes) ?? []);
    if (polls.length > 0) result.set(postId, polls);
  }
  return result;
}

function pollOf(
  run: Run,
  row: Row,
  options: readonly Row[],
  votes: ReadonlyMap<number, number>,
): Poll | null {
  const results = wholeOf(row["results"]);
  const closing = run.times.utc(row["close_at"]);
  const isOver = closing !== null && closing <= run.options.now.toISOString();
  const isClosed = wholeOf(row["status"]) === CLOSED || isOver;
  if (results !== Results.ALWAYS && !(isClosed && results <= Results.ON_CLOSE)) {
    run.report.remark("polls", `polls ${wholeOf(row["id"])}`, "Not everybody sees its results.");
    return null;
  }
  const choices = options.map((option): [string, number] => {
    const own = votes.get(wholeOf(option["id"])) ?? 0;
    return [plainText(textOf(option["html"])), own + wholeOf(option["anonymous_votes"])];
  });
  return { name: textOf(row["name"]) || "poll", title: plainText(textOf(row["title"])), choices };
}

async function votesOf({ source }: Run, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0 || !source.has("poll_votes", "poll_option_id")) return new Map();
  const rows = await source.rows(
    "SELECT v.poll_option_id AS id, COUNT(*) AS n FROM {poll_votes} v WHERE v.poll_id IN (?) GROUP BY v.poll_option_id",
    [ids],
  );
  return new Map(rows.map((row) => [wholeOf(row["id"]), wholeOf(row["n"])]));
}

/** Replaces the polls of a text by tables of their results. */
export function withResults(raw: string, polls: readonly Poll[]): string {
  const parts: string[] = [];
  let reached = 0;
  for (;;) {
    const begin = raw.indexOf(BEGIN, reached);
    const head = begin < 0 ? -1 : raw.indexOf("]", begin);
    const end = head < 0 ? -1 : raw.indexOf(END, head);
    if (end < 0) break;
    const name = /\sname="?([^\s"\]]+)/.exec(raw.slice(begin, head))?.[1] ?? "poll";
    const poll = polls.find((each) => each.name === name);
    const whole = raw.slice(begin, end + END.length);
    const heading = /\n#+ ([^\n]+)/.exec(whole)?.[1] ?? "";
    parts.push(raw.slice(reached, begin), poll ? tableOf(poll.title || heading, poll) : whole);
    reached = end + END.length;
  }
  return parts.join("") + raw.slice(reached);
}

function tableOf(title: string, { choices }: Poll): string {
  const rows = choices.map(([choice, votes]) => `| ${literal(choice)} | ${votes} |`);
  const head = title === "" ? [] : [`**${literal(title)}**`, ""];
  return ["", ...head, "| 选项 | 票数 |", "| --- | --- |", ...rows, ""].join("\n");
}
