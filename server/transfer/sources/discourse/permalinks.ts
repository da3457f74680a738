import { postHref } from "../../bodies/body.ts";
import type { Row } from "../sqlSource.ts";
import { leaveOut, putAddress } from "../run.ts";
import { idOf, textOf, wholeOf } from "../values.ts";
import type { Run } from "./run.ts";

const COLUMNS = ["id", "url", "topic_id", "post_id", "category_id", "tag_id", "user_id", "external_url"];

/** Takes over the redirects of the site, mostly from the forum that it was before. */
export async function readPermalinks(run: Run): Promise<void> {
  for await (const slice of run.source.slices("permalinks", { columns: COLUMNS }))
    for (const row of slice) {
      const url = textOf(row["url"]).replace(/^\/+/, "");
      const target = targetOf(run, row);
      if (url !== "" && target !== null) putAddress(run, `/${url}`, target);
      else leaveOut(run, `permalinks ${wholeOf(row["id"])}`, `/${url}: its target does not come.`);
    }
}

function targetOf({ scratch, access }: Run, row: Row): string | null {
  const thread = scratch.thread(idOf(row["topic_id"]));
  if (thread) return `/thread/${thread.id}`;
  const post = scratch.post(idOf(row["post_id"]));
  if (post) {
    const place =
      post.number === 0 ? { postId: null, number: null } : { postId: post.id, number: post.number };
    return postHref({ threadId: post.threadId, authorName: "", ...place });
  }
  const categoryId = idOf(row["category_id"]);
  if (access.categories.has(categoryId ?? 0)) return `/category/${categoryId}`;
  const tag = scratch.get<{ id: number }>(
    "SELECT one AS id FROM sorted WHERE kind = 'topics' AND one = ?",
    idOf(row["tag_id"]),
  );
  if (tag) return `/topic/${tag.id}`;
  const member = scratch.member(idOf(row["user_id"]));
  return member ? `/user/${member.id}` : null;
}
