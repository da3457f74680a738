import { run } from "../../server/core/sql.ts";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/** Rows of one INSERT; engines bear a few thousand values. */
const ROWS = 100;
const HOUR_MS = 3_600_000;

/** Text of a reply in a long thread: short, long, with lists, so that heights differ. */
export function bodyOf(number: number): string {
  const lines = Array.from({ length: 1 + (number % 5) }, (_, line) => `Reply ${number}, line ${line + 1}.`);
  return lines.join("\n\n");
}

/** Publishes a thread with many replies, written past the program: thousands through the door would take minutes. */
export async function longThread(forum: Forum, author: Person, replies: number): Promise<string> {
  const { id } = await publish(author, { categoryId: await forum.categoryId(), title: "A long discussion" });
  const start = Date.now() - replies * HOUR_MS;
  await forum.write(async (ctx) => {
    for (let first = 1; first <= replies; first += ROWS) {
      const numbers = Array.from(
        { length: Math.min(ROWS, replies - first + 1) },
        (_, index) => first + index,
      );
      const values = numbers.flatMap((number) => [
        Number(id),
        number,
        author.id,
        bodyOf(number),
        bodyOf(number)
          .split("\n\n")
          .map((line) => `<p>${line}</p>`)
          .join("\n"),
        new Date(start + number * HOUR_MS),
      ]);
      const row = `(?, ?, NULL, NULL, ?, 0, ?, ?, 99, 0, 1, 1, NULL, NULL, 0, 0, ?, NULL)`;
      await run(
        ctx,
        `INSERT INTO posts (threadId, number, parentId, replyToPostId, authorId, isAnonymous, body, bodyHtml,
           markdownVersion, hasAttachments, approval, visible, deletedAt, deletedById, likeCount, commentCount, createdAt,
           editedAt) VALUES ${numbers.map(() => row).join(", ")}`,
        values,
      );
    }
    await run(
      ctx,
      "UPDATE threads SET postCount = ?, lastNumber = ?, createdAt = ?, lastPostedAt = ?, lastPostedById = ? WHERE id = ?",
      [replies, replies, new Date(start), new Date(), author.id, Number(id)],
    );
  });
  return id as string;
}
