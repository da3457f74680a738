/** Archives a forum: `FORUM_URL=… LUNTAN_TOKEN=… node archive.mjs FOLDER`. Run it again to bring the folder up to date. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Luntan } from "@luntan/sdk";

const [folder = "archive"] = process.argv.slice(2);
const forum = new Luntan({ url: process.env.FORUM_URL, token: process.env.LUNTAN_TOKEN });
const cursorFile = join(folder, "cursor");
const fields = `
  thread { title body createdAt author { nickname } category { name } }
  post { body createdAt author { nickname } }`;

await mkdir(folder, { recursive: true });
const after = await readFile(cursorFile, "utf8").catch(() => null);
const feed = forum.changes({ after, fields });
let count = 0;
for await (const { kind, threadId, postId, thread, post } of feed) {
  const file = join(folder, postId ? `reply-${postId}.json` : `thread-${threadId}.json`);
  const text = postId ? post : thread;
  // Null where the token does not read any more; who may restore it still reads what was deleted.
  if (text && kind !== "DELETED" && kind !== "HIDDEN")
    await writeFile(file, JSON.stringify({ threadId, ...text }, null, 2));
  else await rm(file, { force: true });
  count++;
}
if (feed.cursor) await writeFile(cursorFile, feed.cursor);
console.log(`${count} changes`);
