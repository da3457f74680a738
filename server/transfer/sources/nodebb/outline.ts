import type { Row } from "../sqlSource.ts";
import { authorOf, leaveOut } from "../run.ts";
import { cut, idOf, textOf, wholeOf } from "../values.ts";
import { SystemGroup } from "./access.ts";
import { isSet, millisOf } from "./fields.ts";
import { noteFiles } from "./files.ts";
import { type Run, timeOf } from "./run.ts";

/** Notes who wrote which topic and post, so that texts, votes and files find them. */
export async function noteThreads(run: Run): Promise<void> {
  for (const { id, row } of run.objects.each("topic")) {
    const categoryId = run.access.categoryOf(row["cid"]);
    if (!run.access.categories.has(categoryId)) run.extraCategories.add(categoryId);
    run.scratch.takeName(`category:${id}`, categoryId);
    const isOpen = run.access.reads(SystemGroup.VISITORS, categoryId) && !isSet(row["deleted"]);
    if (!isOpen) run.scratch.takeName(`closed:${id}`, 1);
    const mainId = idOf(row["mainPid"]);
    const isOwn = mainId !== null && wholeOf(run.objects.hash("post", mainId)?.["tid"]) === id;
    run.scratch.addThread({
      id,
      title: cut(textOf(row["title"]), 100),
      authorId: authorOf(run, idOf(row["uid"])),
      isDraft: isScheduled(run, row) ? 1 : 0,
      firstPostId: isOwn ? mainId : null,
      replies: run.objects.size(`tid:${id}:posts`),
    });
  }
  for (const { id, row } of run.objects.each("post")) await notePost(run, id, row);
}

/** True for a topic that appears at a time to come. */
function isScheduled(run: Run, row: Row): boolean {
  return (millisOf(row["timestamp"]) ?? "") > run.options.now.toISOString();
}

async function notePost(run: Run, id: number, row: Row): Promise<void> {
  const thread = run.scratch.thread(idOf(row["tid"]));
  if (!thread) {
    leaveOut(run, `post:${id}`, "Its topic does not exist.");
    return;
  }
  if (thread.isDraft === 1 && thread.firstPostId !== id) {
    leaveOut(run, `post:${id}`, "Its topic has not appeared yet.");
    return;
  }
  const post = {
    id,
    threadId: thread.id,
    number: thread.firstPostId === id ? 0 : numberOf(run, id, thread.id),
    parentId: null,
    authorId: authorOf(run, idOf(row["uid"])),
  };
  run.scratch.addPost(post);
  // A topic is read without the text that was taken back; the files of that text are not.
  const isHidden = thread.isDraft === 1 || (post.number === 0 && isSet(row["deleted"]));
  const createdAt = thread.isDraft === 1 ? run.beganAt : timeOf(run, row, "timestamp");
  const isOpen = !isSet(row["deleted"]) && run.scratch.name(`closed:${thread.id}`) === undefined;
  const place = { authorId: post.authorId, createdAt, post: isHidden ? null : post, isOpen };
  await noteFiles(run, textOf(row["content"]), place);
}

/** Numbers of replies are their places in the topic, those of deleted and other servers' ones included. */
function numberOf(run: Run, id: number, threadId: number): number {
  const number = run.objects.numberOf(id, threadId);
  if (number !== undefined) return number;
  const replies = run.scratch.nextNumber(threadId);
  run.report.remark("numbers", `post:${id}`, `Its topic does not list it; its number is ${replies}.`);
  return replies;
}
