import type { Context } from "../../../core/context.ts";
import { rows, timeOf } from "../../../core/sql.ts";
import { StopWordAction } from "../stopWord.entity.ts";
import type { StopWordUse } from "../stopWord.view.ts";

/** Sums up the hits of each word since a day, most frequent first. Raw since it adds up three columns in one pass. */
export async function readUses(ctx: Context, since: string, limit: number): Promise<StopWordUse[]> {
  const hitsAs = (name: string): string => `SUM(CASE WHEN s.action = ? THEN s.hits ELSE 0 END) AS ${name}`;
  const uses = await rows<StopWordUse & { lastAt: Date | string }>(
    ctx,
    `SELECT s.word, SUM(s.hits) AS hits, ${hitsAs("replaced")}, ${hitsAs("heldBack")}, ${hitsAs("refused")},
       MAX(s.lastAt) AS lastAt
     FROM stop_word_tallies s WHERE s.day >= ? GROUP BY s.word ORDER BY hits DESC, s.word LIMIT ?`,
    [StopWordAction.REPLACE, StopWordAction.REVIEW, StopWordAction.BAN, since, limit],
  );
  return uses.map((use) => ({
    word: use.word,
    hits: Number(use.hits),
    replaced: Number(use.replaced),
    heldBack: Number(use.heldBack),
    refused: Number(use.refused),
    lastAt: timeOf(use.lastAt),
  }));
}
