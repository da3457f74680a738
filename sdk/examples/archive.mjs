/** Archives a forum: `FORUM_URL=… LUNTAN_TOKEN=… node archive.mjs FOLDER`. Run it again to bring the folder up to date. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Luntan } from "@luntan/sdk";

const [folder = "archive"] = process.argv.slice(2);
const forum = new Luntan({ url: process.env.FORUM_URL, token: process.env.LUNTAN_TOKEN });
const cursorFile = join(folder, "cursor");
await mkdir(folder, { recursive: true });
const items = forum.everything({
  from: await readFile(cursorFile, "utf8").catch(() => null),
  thread: "title body createdAt author { nickname } category { name }",
  post: "body createdAt author { nickname } parentId",
});
const remove = async (isOld) => {
  for (const name of (await readdir(folder)).filter(isOld)) await rm(join(folder, name));
};
let count = 0;
for await (const { kind, threadId, postId, thread, post } of items) {
  const name = postId ? `thread-${threadId}-reply-${postId}.json` : `thread-${threadId}.json`;
  const text = postId ? post : thread;
  if (text) await writeFile(join(folder, name), JSON.stringify(text, null, 2));
  // A thread that is gone takes its replies along, and a reply that was moved leaves its old place.
  if (!text && !postId) await remove((old) => old === name || old.startsWith(`thread-${threadId}-`));
  if (postId && (!text || kind === "MOVED"))
    await remove((old) => old.endsWith(`-reply-${postId}.json`) && !(text && old === name));
  if (++count % 1000 === 0) await writeFile(cursorFile, items.cursor);
}
await writeFile(cursorFile, items.cursor);
console.log(`${count} changes`);
