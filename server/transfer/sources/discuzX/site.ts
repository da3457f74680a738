import { decodeHTML } from "entities";
import { nameKey } from "../../../core/text.ts";
import { leaveOut } from "../run.ts";
import { writeFormerForum } from "../source.ts";
import { cut, textOf, wholeOf } from "../values.ts";
import { lineOf, type Run } from "./run.ts";

const POSTS_PER_PAGE = 10;
const NAME_MAX = 100;
const [FORBIDDEN, REVIEWED] = ["{BANNED}", "{MOD}"];

/** Writes the name of the site, and the forum that is left, whose addresses go on. */
export async function readSite(run: Run): Promise<void> {
  const name = cut(lineOf(await settingOf(run, "bbname")), NAME_MAX);
  if (name !== "") await run.writer.append("settings", { tag: "default", key: "site_name", value: name });
  const perPage = wholeOf(await settingOf(run, "postperpage"));
  await writeFormerForum(run.writer, "discuz-x", run.options.address, perPage > 0 ? perPage : POSTS_PER_PAGE);
}

async function settingOf({ source }: Run, key: string): Promise<string> {
  if (!source.has("common_setting", "svalue")) return "";
  return textOf(
    (await source.row("SELECT s.svalue FROM {common_setting} s WHERE s.skey = ?", [key]))["svalue"],
  );
}

/** Writes the words that texts must not have, each once; patterns have no counterpart. */
export async function readStopWords(run: Run): Promise<void> {
  const columns = ["admin", "find", "replacement"];
  for await (const slice of run.source.slices("common_word", { columns, by: ["id"] }))
    for (const row of slice) {
      const id = wholeOf(row["id"]);
      const find = cut(decodeHTML(textOf(row["find"])).trim(), 255);
      const isPattern = /^\/.+\/[a-z]*$/i.test(find);
      if (find === "" || isPattern || !run.scratch.takeName(`stopWord:${find}`, id)) {
        leaveOut(
          run,
          `common_word ${id}`,
          isPattern ? `It is a pattern: ${find}` : "It is empty, or there is another one.",
        );
        continue;
      }
      const replacement = decodeHTML(textOf(row["replacement"]));
      const isForbidden = replacement === FORBIDDEN;
      const action = isForbidden ? "{BANNED}" : replacement === REVIEWED ? "{MOD}" : "{REPLACE}";
      const inNames = isForbidden ? "{BANNED}" : "{IGNORE}";
      const author = run.scratch.name(`username:${nameKey(textOf(row["admin"]))}`)?.id ?? null;
      await run.writer.append("stopWords", {
        id,
        find,
        replacement: action === "{REPLACE}" ? cut(replacement, 255) : "",
        ugc: action,
        username: inNames,
        // Signatures and messages do not wait for a review.
        signature: action === "{MOD}" ? "{IGNORE}" : action,
        dialog: action === "{MOD}" ? "{IGNORE}" : action,
        nickname: inNames,
        memberId: run.scratch.member(author)?.id ?? run.ghostId,
        createdAt: run.beginning,
        updatedAt: run.beginning,
      });
    }
}
