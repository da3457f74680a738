import type { BodyReferences, ConvertedBody } from "./body.ts";
import { nodebbAddresses } from "./links.ts";
import { codeLines, outsideCode } from "./markdownSource.ts";
import { SourceWriter } from "./sourceWriter.ts";

const UPLOAD = /^(?:https?:\/\/[^/]{1,255})?((?:\/[\w-]{1,50})?\/(?:assets\/)?uploads\/.{1,500})$/;
/** `@user said in [title](/post/12):` in any language, within quotes or not. */
const SAID =
  /^((?: {0,3}> ?){0,12}) {0,3}\\?@\S.{0,200}?\[.{0,300}?\]\((?:https?:\/\/[^/\s()]{1,255})?(?:\/[\w-]{1,50})?\/post\/(\d{1,15})\)[^:：\n]{0,40}[:：]\s*$/;

/**
 * Writes a text of NodeBB, which is Markdown: quotes, links, uploads, mentions and emoji become ours.
 * @param site address of the old site
 */
export function convertNodebb(text: string, references: BodyReferences, site?: string): ConvertedBody {
  const file = (address: string) => {
    const path = UPLOAD.exec(address)?.[1];
    return path === undefined ? null : references.attachment(path);
  };
  const writer = new SourceWriter(references, nodebbAddresses(references, site), file);
  const source = withQuotes(text.replace(/\r\n?/g, "\n"), writer);
  return writer.finish(outsideCode(source, (part) => writer.inline(part)));
}

/** Puts the line that says who is quoted into the quote, as our composer writes it. */
function withQuotes(text: string, writer: SourceWriter): string {
  const lines = text.split("\n");
  const isCode = codeLines(lines);
  const result: string[] = [];
  let isBeginning = true;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const said = isCode[at] ? null : SAID.exec(line);
    const prefix = said?.[1]!.trimEnd() ?? "";
    // One empty line may separate the quote from its first line.
    const next = lines[at + 1]?.trim() === prefix ? at + 2 : at + 1;
    const isQuote = withoutBlanks(lines[next] ?? "").startsWith(`${withoutBlanks(prefix)}>`);
    const source = said && isQuote ? writer.references.post(Number(said[2])) : null;
    if (source) {
      if (isBeginning) writer.answer(source);
      const quote = prefix === "" ? ">" : `${prefix} >`;
      if (result.length > 0 && result.at(-1)!.trim() !== prefix) result.push(prefix);
      result.push(`${quote} ${writer.quoteHead(source)}`, quote);
      at = next - 1;
    } else result.push(line);
    isBeginning &&= line.trim() === "";
  }
  return result.join("\n");
}

function withoutBlanks(text: string): string {
  return text.replaceAll(" ", "");
}
