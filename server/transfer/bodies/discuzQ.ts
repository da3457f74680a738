import { isHtml } from "../../core/markdown/fromHtml.ts";
import type { BodyReferences, ConvertedBody } from "./body.ts";
import { emojiOf } from "./emoji.ts";
import { type Attributes, HtmlReader } from "./html.ts";
import { discuzQAddresses } from "./links.ts";
import { outsideCode } from "./markdownSource.ts";
import { isS9e, readS9e } from "./s9e.ts";
import { BodyWriter } from "./writer.ts";

/** A block of a thread of Discuz! Q 3.x: a row of `thread_tom` that is not deleted. */
export interface DiscuzQBlock {
  /** 101 pictures, 102 audio, 103 video, 104 goods, 106 red packet, 107 bounty, 108 files, 109 vote. */
  readonly type: number;
  /** `key` of the row: `$0` in texts of early 3.0. */
  readonly key?: string;
  /** `value` of the row, as JSON says it. */
  readonly value: unknown;
}

/** A vote with its results: `thread_votes` and `thread_vote_subitems`. */
export interface DiscuzQVote {
  readonly title: string;
  readonly choices: readonly { readonly text: string; readonly votes: number }[];
}

/** Rows that belong to a text and are elsewhere in the source. */
export interface DiscuzQParts {
  readonly blocks?: readonly DiscuzQBlock[];
  readonly votes?: readonly DiscuzQVote[];
  /** Address of the old site. */
  readonly site?: string;
}

const ATTACHMENT_ALT = /^attachmentId-(\d{1,15})$/;
const NUMBER = /^\d{1,15}$/;
/** Codes of emoji, and keys of blocks. */
const CODES = /:[a-z]{2,16}:|\$\d{1,3}(?!\d)/gi;
/** Red packets, bounties and votes are rows of their own. */
const ELSEWHERE = new Set([100, 106, 107, 109]);
const LINK_NAMES: Readonly<Record<number, string>> = { 102: "audio", 103: "video", 104: "goods" };
/** Addresses that the values of blocks give, the best first. */
const LINKED: Readonly<Record<number, readonly string[]>> = {
  102: ["mediaUrl", "audioUrl", "url"],
  103: ["mediaUrl", "videoUrl", "url"],
  104: ["detailContent", "readyContent", "url"],
};

/**
 * Writes a text of Discuz! Q, with the blocks of its thread: XML of s9e (until 2.3), HTML of the editors of 3.x, or text. The
 * first characters decide, since one table holds all of them.
 */
export function convertDiscuzQ(
  text: string,
  references: BodyReferences,
  parts: DiscuzQParts = {},
): ConvertedBody {
  const writer = new BodyWriter(references, discuzQAddresses(references, parts.site));
  const blocks = new Blocks(writer, parts);
  const xml = text.trimStart();
  const words = (value: string): void => blocks.text(value);
  if (isS9e(xml)) readS9e(xml, writer);
  else if (isHtml(text) || /^\s*<[a-z!]/i.test(text)) {
    const html = new HtmlReader(writer, (name, attributes) => writeElement(writer, name, attributes), words);
    html.write(text);
    html.end();
  } else {
    const source = outsideCode(text, (part) => part.replace(CODES, (code) => emojiFor(references, code)));
    blocks.writeRest();
    const { markdown, ...rest } = writer.finish();
    return { ...rest, markdown: [source.trim(), markdown].filter((part) => part !== "").join("\n\n") };
  }
  blocks.writeRest();
  return writer.finish();
}

function emojiFor(references: BodyReferences, code: string): string {
  return references.smiley?.(code) ?? emojiOf(code) ?? code;
}

/** Elements that the editors of Discuz! Q wrote. */
function writeElement(writer: BodyWriter, name: string, attributes: Attributes): boolean {
  const { id, value = "", alt = "", title = "", class: classes = "" } = attributes;
  if (name === "span" && id === "member" && NUMBER.test(value) && writer.references.member(Number(value))) {
    writer.mention(Number(value), "");
    return true;
  }
  if (name === "span" && id === "topic" && NUMBER.test(value)) {
    const topic = writer.references.topic?.(Number(value)) ?? null;
    if (topic !== null) writer.sheet.text(`#${topic}#`);
    return topic !== null;
  }
  if (name !== "img") return false;
  if (classes.includes("qq-emotion")) {
    if (!writer.smiley(`:${alt}:`)) {
      writer.lose("smiley");
      writer.sheet.text(`:${alt}:`);
    }
    return true;
  }
  const number = ATTACHMENT_ALT.exec(alt)?.[1] ?? (NUMBER.test(title) ? title : null);
  return number !== null && writer.attachment(Number(number));
}

/** The blocks of a thread: those that the text names by their key are written there, all others below it. */
class Blocks {
  readonly #byKey = new Map<string, DiscuzQBlock>();
  readonly #rest: Set<DiscuzQBlock>;

  constructor(
    private readonly writer: BodyWriter,
    private readonly parts: DiscuzQParts,
  ) {
    this.#rest = new Set(parts.blocks);
    for (const block of this.#rest) if (block.key) this.#byKey.set(block.key, block);
  }

  /** Writes text with codes of emoji and keys of blocks. */
  text(value: string): void {
    let reached = 0;
    for (const { 0: code, index } of value.matchAll(CODES)) {
      const block = this.#byKey.get(code);
      if (block === undefined && (code.startsWith("$") || emojiFor(this.writer.references, code) === code))
        continue;
      this.writer.text(value.slice(reached, index));
      reached = index + code.length;
      if (block === undefined) this.writer.smiley(code);
      else this.#write(block);
    }
    this.writer.text(value.slice(reached));
  }

  /** Writes what the text did not name. */
  writeRest(): void {
    for (const block of this.#rest) this.#write(block);
    for (const { title, choices } of this.parts.votes ?? []) {
      this.writer.poll(
        title,
        choices.map(({ text, votes }) => [text, String(votes)]),
      );
    }
  }

  #write(block: DiscuzQBlock): void {
    if (!this.#rest.delete(block)) return;
    const value = (block.value !== null && typeof block.value === "object" ? block.value : {}) as Readonly<
      Record<string, unknown>
    >;
    if (block.type === 101) this.#writeFiles(value["imageIds"]);
    else if (block.type === 108) this.#writeFiles(value["docIds"]);
    else if (LINKED[block.type]) this.#writeLink(block.type, value);
    else if (!ELSEWHERE.has(block.type)) this.writer.lose("block");
  }

  /** Pictures and files, each once in the whole text. */
  #writeFiles(ids: unknown): void {
    const { writer } = this;
    writer.sheet.endLine();
    for (const id of Array.isArray(ids) ? ids : []) {
      const number = Number(id);
      const file = writer.references.attachment(number);
      if (!file) writer.lose("attachment");
      else if (!writer.shows(file.id)) {
        writer.attachment(number);
        writer.sheet.lineBreak();
      }
    }
    writer.sheet.endLine();
  }

  #writeLink(type: number, value: Readonly<Record<string, unknown>>): void {
    const texts = Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    const of = (name: string): string | undefined => texts.find(([key]) => key === name)?.[1];
    const address = LINKED[type]!.map(of).find((each) => /^https?:/i.test(each ?? ""));
    const title = of("title") ?? of("name") ?? of("fileName") ?? address;
    this.writer.sheet.endLine();
    if (address === undefined) this.writer.lose(LINK_NAMES[type]!);
    if (address !== undefined) this.writer.link(address, title!);
    else if (title !== undefined) this.writer.text(title);
    if (type === 104 && value["price"]) this.writer.text(` ¥${String(value["price"])}`);
    this.writer.sheet.endLine();
  }
}
