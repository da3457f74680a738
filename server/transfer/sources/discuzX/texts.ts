import { decodeHTML } from "entities";
import { ANONYMOUS, referencesOf, shortened, withAddresses } from "../texts.ts";
import { type BbcodePoll, convertBbcode } from "../../bodies/bbcode.ts";
import type { BodyReferences, ConvertedBody } from "../../bodies/body.ts";
import { emojiOf } from "../../bodies/emoji.ts";
import type { Row } from "../sqlSource.ts";
import { textOf, wholeOf } from "../values.ts";
import type { Run } from "./run.ts";

/** Note of an edit: who, and when in the zone of the site. */
const EDIT =
  /\[i=s\][^[\]]{0,80}?(\d{4})-(\d{1,2})-(\d{1,2}) (\d{1,2}):(\d{2})(?: (AM|PM))?[^[\]]{0,40}\[\/i\]/i;

/** A text of the source as the format has it. */
export type Text = Pick<ConvertedBody, "markdown" | "replyToPostId"> & { readonly editedAt: string | null };

/** Answers what texts ask of other rows; anonymous authors stay unnamed. */
function references(run: Run): BodyReferences {
  const plain = referencesOf(run);
  const { scratch } = run;
  return {
    ...plain,
    post(id) {
      const post = plain.post(id);
      return post && scratch.name(`anonymous:${id}`) ? { ...post, authorName: ANONYMOUS } : post;
    },
    smiley: (code) => run.smileys.get(code) ?? null,
  };
}

/**
 * Converts a text. Parts that not everybody may read are left out, and the report has them; so are the files in them.
 * @param before precedes the text, in Markdown
 */
export function convertText(run: Run, label: string, row: Row, before = "", poll?: BbcodePoll): Text {
  const content = textOf(row["message"]);
  const { markdown, replyToPostId, losses, hidden } = convertBbcode(content, references(run), {
    software: "discuz-x",
    isHtml: (wholeOf(row["htmlon"]) & 1) === 1,
    isPlain: wholeOf(row["bbcodeoff"]) === 1,
    site: run.options.address,
    poll,
  });
  run.report.addLosses(losses);
  for (const part of hidden) {
    run.report.remark("hiddenParts", label, part.markdown);
    for (const id of part.attachmentIds) run.scratch.takeName(`hiddenFile:${id}`, id);
  }
  const text = withAddresses(run, before === "" ? markdown : `${before}\n\n${markdown}`);
  return { markdown: shortened(run, label, text), replyToPostId, editedAt: editOf(run, content) };
}

function editOf(run: Run, content: string): string | null {
  const [, year, month, day, hour, minute, half] = EDIT.exec(decodeHTML(content.slice(0, 500))) ?? [];
  if (year === undefined) return null;
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
  const [m, d, h] = [month!, day!, String(hours)].map((part) => part.padStart(2, "0"));
  return run.times.utc(`${year}-${m}-${d} ${h}:${minute}:00`);
}

/** Reads the smileys whose pictures a character shows, by the names of the pictures. */
export async function noteSmileys(run: Run): Promise<void> {
  const where = "type = 'smiley'";
  for await (const slice of run.source.slices("common_smiley", { columns: ["code", "url"], where }))
    for (const row of slice) {
      const name = textOf(row["url"])
        .split("/")
        .at(-1)!
        .replace(/\.\w+$/, "")
        .toLowerCase();
      const emoji = emojiOf(`:${name}:`) ?? emojiOf(name);
      if (emoji !== null) run.smileys.set(textOf(row["code"]), emoji);
    }
}
