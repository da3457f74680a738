import { literal } from "../../../core/markdown/literal.ts";
import { cleanLine } from "../../../core/text.ts";
import type { BodyReferences } from "../../bodies/body.ts";
import { convertNodebb } from "../../bodies/nodebb.ts";
import type { Row } from "../sqlSource.ts";
import { referencesOf, shortened, withAddresses } from "../texts.ts";
import { idOf, textOf } from "../values.ts";
import { fileNamed } from "./files.ts";
import type { Run } from "./run.ts";

/** A text of the source as the format has it. */
export interface Text {
  readonly markdown: string;
  /** The post that it quotes at its beginning. */
  readonly quotedId: number | null;
  readonly attachmentIds: readonly number[];
}

/** Answers what texts ask of other rows; members are named by their slugs. */
function nodebbReferences(run: Run): BodyReferences {
  const references = referencesOf(run);
  return {
    ...references,
    attachment: (address) => references.attachment(fileNamed(run, String(address)) ?? 0),
    member(idOrName) {
      const id = idOf(run.scratch.name(`slug:${String(idOrName).toLowerCase()}`)?.id);
      return references.member(id ?? idOrName);
    },
  };
}

/** Parts around a text, in Markdown. */
interface Parts {
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

/** Converts a text. The report counts what Markdown cannot express, and keeps the end of texts that are too long. */
export function convertText(run: Run, label: string, content: string, parts: Parts = {}): Text {
  const site = run.options.address === "" ? undefined : run.options.address;
  const result = convertNodebb(content, nodebbReferences(run), site);
  run.report.addLosses(result.losses);
  const all = [...(parts.before ?? []), withAddresses(run, result.markdown), ...(parts.after ?? [])];
  return {
    markdown: shortened(run, label, all.filter((part) => part !== "").join("\n\n")),
    quotedId: result.replyToPostId,
    attachmentIds: result.attachmentIds,
  };
}

/** Gives the name that a visitor wrote under, as the first line of the text. */
export function signedBy(run: Run, authorId: number, row: Row): string {
  const handle = cleanLine(textOf(row["handle"]));
  return authorId === run.ghostId && handle !== "" ? `**${literal(handle)}**:` : "";
}
