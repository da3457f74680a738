import { cut, idOf, textOf, wholeOf } from "../values.ts";
import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut, putAddress } from "../run.ts";
import { lineOf, type Run, splitTables, together } from "./run.ts";

/** Value of `displayorder` of drafts. */
const DRAFT = -4;
/** Kind of threads whose price is a reward. */
const REWARD = 3;

/** Notes who wrote which thread and post, so that texts and files find them. */
export async function noteThreads(run: Run): Promise<void> {
  const columns = ["authorid", "subject", "displayorder", "closed", "isgroup"];
  for await (const slice of together(run, splitTables(run, "forum_thread"), "tid", { columns }))
    for (const row of slice) {
      const id = wholeOf(row["tid"]);
      const label = `forum_thread ${id}`;
      if (movedTo(row) !== null) {
        const target = `/thread/${movedTo(row)!}`;
        for (const address of [`/forum.php?mod=viewthread&tid=${id}`, `/thread-${id}-1-1.html`])
          putAddress(run, address, target);
      } else if (wholeOf(row["isgroup"]) === 1) leaveOut(run, label, "It is in a group of members.");
      else {
        const isDraft = wholeOf(row["displayorder"]) === DRAFT ? 1 : 0;
        const title = cut(lineOf(row["subject"]), 100);
        const authorId = authorOf(run, idOf(row["authorid"]));
        run.scratch.addThread({ id, title, authorId, isDraft });
      }
    }
  for (const table of splitTables(run, "forum_post")) await notePosts(run, table);
}

/** Gives the thread to which a row of a moved one leads; null for others. */
function movedTo(row: Row): number | null {
  return wholeOf(row["closed"]) > 1 ? wholeOf(row["closed"]) : null;
}

/** True for threads that a rank or credits open. */
export function isClosed(row: Row): boolean {
  const isSold = wholeOf(row["price"]) > 0 && wholeOf(row["special"]) !== REWARD;
  return isSold || wholeOf(row["readperm"]) > 0;
}

/** Notes the posts of a table in the order in which their threads show them, which gives replies their numbers. */
async function notePosts(run: Run, table: string): Promise<void> {
  const by = run.source.has(table, "position") ? ["tid", "position", "pid"] : ["tid", "dateline", "pid"];
  const columns = ["authorid", "author", "first", "anonymous"];
  for await (const slice of run.source.slices(table, { columns, by }))
    for (const row of slice) notePost(run, row);
}

function notePost(run: Run, row: Row): void {
  const id = wholeOf(row["pid"]);
  const thread = run.scratch.thread(idOf(row["tid"]));
  if (!thread) {
    leaveOut(run, `forum_post ${id}`, `Thread ${textOf(row["tid"])} is not here.`);
    return;
  }
  const isText = wholeOf(row["first"]) === 1 && thread.firstPostId === null;
  const authorId = authorOf(run, idOf(row["authorid"]));
  if (authorId === run.ghostId && textOf(row["author"]) !== "")
    run.report.remark("deletedAuthors", `forum_post ${id}`, textOf(row["author"]));
  if (isText) run.scratch.run("UPDATE threads SET firstPostId = ? WHERE id = ?", id, thread.id);
  if (wholeOf(row["anonymous"]) !== 0) run.scratch.takeName(`anonymous:${id}`, id);
  const number = isText ? 0 : run.scratch.nextNumber(thread.id);
  run.scratch.addPost({ id, threadId: thread.id, number, parentId: null, authorId });
}
