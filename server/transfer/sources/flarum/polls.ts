import type { Row } from "../sqlSource.ts";
import { jsonOf, textOf, wholeOf } from "../values.ts";
import type { Run } from "./run.ts";

/** A poll of fof/polls: its choices with their results. */
export interface Poll {
  readonly question: string;
  readonly choices: readonly (readonly string[])[];
}

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
  const columns = ["id", "question", "end_date", "settings"];
  const rows = isOfPosts
    ? await source.rowsOf("polls", "post_id", postIds, columns)
    : await source.rowsOf("polls", "discussion_id", firstIds.keys(), columns);
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
  const hasResults = !hidesResults(run, row);
  const choices = options.map((option) => {
    const count = votes ? (votes.get(wholeOf(option["id"])) ?? 0) : wholeOf(option["vote_count"]);
    return hasResults ? [textOf(option["answer"]), String(count)] : [textOf(option["answer"])];
  });
  if (!hasResults)
    run.report.remark("polls", `polls ${wholeOf(row["id"])}`, "Its results are hidden until it ends.");
  return { question: textOf(row["question"]), choices };
}

/** True for a poll whose results nobody sees while it goes on. */
function hidesResults(run: Run, row: Row): boolean {
  const settings = jsonOf(textOf(row["settings"]));
  const isHidden =
    settings !== null && typeof settings === "object" && Boolean((settings as Row)["hide_votes"]);
  const end = run.times.utc(row["end_date"]);
  return isHidden && (end === null || end > run.options.now.toISOString());
}

async function votesOf({ source }: Run, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0 || !source.has("poll_votes", "option_id")) return new Map();
  const rows = await source.rows(
    "SELECT v.option_id AS id, COUNT(*) AS n FROM {poll_votes} v WHERE v.poll_id IN (?) GROUP BY v.option_id",
    [ids],
  );
  return new Map(rows.map((row) => [wholeOf(row["id"]), wholeOf(row["n"])]));
}
