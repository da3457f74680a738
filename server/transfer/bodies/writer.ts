import { withoutEnd } from "../../core/text.ts";
import { addressLength } from "../../../shared/markdown/addresses.ts";
import { isLinkable } from "../../../shared/markdown/grammar.ts";
import {
  type BodyPost,
  type BodyReferences,
  type ConvertedBody,
  FILE_SCHEME,
  postHref,
  postLabel,
} from "./body.ts";
import { emojiOf } from "./emoji.ts";
import { Sheet } from "./sheet.ts";

/** Marks by the names that HTML, BBCode and s9e give them. */
export const MARKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    b: "strong",
    strong: "strong",
    i: "em",
    em: "em",
    s: "del",
    strike: "del",
    del: "del",
  }),
);
/** A picture in Markdown, as a reader may give for a smiley. */
const PICTURE = /^!\[([^\]]*)\]\(([^()\s]+)\)$/;
/** Addresses of smileys in HTML that phpBB and Discuz! X stored. */
const SMILEYS = /\{SMILIES_PATH\}|\/smil(?:ey|ies)\//;
const WEB = /https?:\/\//gi;
/** Longest address that becomes a link or a picture; pictures within addresses are longer. */
const ADDRESS_MAX = 2_000;

/** Gives addresses of the old site as ours; null for all others. */
export type Addresses = (href: string) => string | null;

/**
 * Writes one body: what the formats of all sources say, in our words. Every converter reads its own format and calls this.
 */
export class BodyWriter {
  readonly #losses = new Map<string, number>();
  readonly #shown = new Set<number>();
  readonly #hidden: { kind: string; sheet: Sheet; ids: Set<number> }[] = [];
  readonly #main = new Sheet((name) => this.lose(name));
  #sheet = this.#main;
  #replyToPostId: number | null = null;
  /** Hidden parts within each other. */
  #depth = 0;
  /** Of each link that is open, if it leads anywhere. */
  readonly #links: boolean[] = [];

  constructor(
    readonly references: BodyReferences,
    private readonly addresses: Addresses = () => null,
  ) {}

  /** Counts a construct that Markdown cannot express. */
  lose(name: string): void {
    this.#losses.set(name, (this.#losses.get(name) ?? 0) + 1);
  }

  /** The document that is written at the moment. */
  get sheet(): Sheet {
    return this.#sheet;
  }

  /** Writes text, in which addresses of the web become links. */
  text(value: string): void {
    if (this.#sheet.has("a") || this.#sheet.has("code")) {
      this.#sheet.text(value);
      return;
    }
    let reached = 0;
    for (const { index, 0: scheme } of value.matchAll(WEB)) {
      if (index < reached) continue;
      const rest = value.slice(index + scheme.length, index + ADDRESS_MAX);
      const length = addressLength(rest.split(/[\s<>"'[\]]/, 1)[0]!);
      const address = withoutEnd(value.slice(index, index + scheme.length + length), ".,:;!?)");
      if (length === 0 || address.length <= scheme.length) continue;
      this.#sheet.text(value.slice(reached, index));
      this.link(address, address);
      reached = index + address.length;
    }
    this.#sheet.text(value.slice(reached));
  }

  /** Writes text whose lines are lines. */
  lines(value: string): void {
    value.split(/\r\n?|\n/).forEach((line, index) => {
      if (index > 0) this.#sheet.lineBreak();
      this.text(line);
    });
  }

  /** Begins a link. Those that lead nowhere are text. */
  openLink(href: string | null): void {
    const address = href === null ? null : this.#addressOf(href);
    if (address === null) {
      if (href !== null) this.lose("link");
    } else this.#sheet.openMark("a", { href: address });
    this.#links.push(address !== null);
  }

  /** Ends a link. */
  closeLink(): void {
    if (this.#links.pop() === true) this.#sheet.closeMark("a");
  }

  /** Writes a link. */
  link(href: string, text: string): void {
    this.openLink(href);
    this.#sheet.text(text);
    this.closeLink();
  }

  /** Writes a picture by its address; one of a file of the old site must be given by `attachment`. */
  picture(src: string, alt: string): void {
    const address = this.#addressOf(src);
    if (address !== null) this.#sheet.inline("img", { src: address, alt });
    else {
      this.lose("picture");
      this.text(alt);
    }
  }

  /** Writes the box of a task, at the beginning of an item. */
  task(isDone: boolean): void {
    this.#sheet.inline("input", { type: "checkbox", checked: isDone });
  }

  /** Writes a file where the text shows it. False if there is no such file. */
  attachment(id: number | string, name = ""): boolean {
    const file = this.references.attachment(id);
    if (!file) return false;
    const address = `${FILE_SCHEME}${file.id}`;
    this.#ids.add(file.id);
    if (file.isImage) this.#sheet.inline("img", { src: address, alt: name || file.name });
    else if (this.#sheet.has("a")) this.#sheet.text(file.name);
    else this.#sheet.inline("a", { href: address }, file.name);
    return true;
  }

  /** True if the text shows a file, by its id here. */
  shows(attachmentId: number): boolean {
    return this.#shown.has(attachmentId);
  }

  /** Writes a poll: its question, and a table of its choices with their results. */
  poll(title: string, choices: readonly (readonly string[])[]): void {
    this.lose("poll");
    const sheet = this.#sheet;
    sheet.endLine();
    sheet.openMark("strong");
    sheet.text(title);
    sheet.closeMark("strong");
    sheet.openBlock("table");
    for (const choice of choices) {
      sheet.openBlock("tr");
      for (const cell of choice) {
        sheet.openBlock("td");
        sheet.text(cell);
        sheet.closeBlock("td");
      }
      sheet.closeBlock("tr");
    }
    sheet.closeBlock("table");
  }

  /** Writes a mention of a member; the text where there is no such member. */
  mention(idOrName: number | string, text: string): void {
    const member = this.references.member(idOrName);
    if (!member) this.#sheet.text(text);
    else if (this.#sheet.has("a")) this.#sheet.text(`@${member.name}`);
    else this.#sheet.inline("a", { href: `/user/${member.id}` }, `@${member.name}`);
  }

  /** Writes a link to a post, which the text answers if it begins with it. */
  postLink(post: BodyPost): void {
    this.answer(post);
    if (this.#sheet.isAtQuoteStart) {
      this.#sheet.inline("a", { href: postHref(post) }, postLabel(post));
      this.#sheet.endLine();
    } else this.link(postHref(post), postLabel(post));
  }

  /**
   * Begins a quote, with a link to where it comes from, as our composer writes it.
   * @param author who is quoted, for posts that do not exist any more
   */
  openQuote(post: BodyPost | null, author = "", authorId: number | string = author): void {
    if (post) this.answer(post);
    this.#sheet.openBlock("blockquote");
    if (post) this.#sheet.inline("a", { href: postHref(post) }, postLabel(post));
    else if (author !== "") this.mention(authorId, author);
    this.#sheet.endLine();
  }

  /** Begins a part that not everybody may read, until `closeHidden`. Within another one it is part of that. */
  openHidden(kind: string): void {
    this.#depth++;
    if (this.#depth > 1) return;
    const sheet = new Sheet((name) => this.lose(name));
    this.#hidden.push({ kind, sheet, ids: new Set() });
    this.#main.endLine();
    this.#sheet = sheet;
  }

  /** Ends a hidden part. */
  closeHidden(): void {
    if (this.#depth === 0) return;
    this.#depth--;
    if (this.#depth === 0) this.#sheet = this.#main;
  }

  /** Writes a smiley by its code. False if there is neither a picture nor a character for it. */
  smiley(code: string): boolean {
    const written = this.references.smiley?.(code) ?? emojiOf(code);
    if (written === null) return false;
    const picture = PICTURE.exec(written);
    if (picture) this.#sheet.inline("img", { src: picture[2], alt: picture[1] });
    else this.#sheet.text(written);
    return true;
  }

  /** Writes a smiley that is stored as a picture, by its code. False for all other pictures. */
  smileyPicture(src: string, code: string): boolean {
    if (!SMILEYS.test(src) || code === "") return false;
    if (!this.smiley(code)) {
      this.lose("smiley");
      this.#sheet.text(code);
    }
    return true;
  }

  /** Ends the body. */
  finish(): ConvertedBody {
    const hidden = this.#hidden.map(({ kind, sheet, ids }) => ({
      kind,
      markdown: sheet.markdown(),
      attachmentIds: [...ids],
    }));
    return {
      markdown: this.#main.markdown(),
      replyToPostId: this.#replyToPostId,
      attachmentIds: [...this.#shown],
      losses: Object.fromEntries(this.#losses),
      hidden: hidden.filter(({ markdown }) => markdown !== ""),
    };
  }

  /** Notes the post that the text answers, if nothing is written yet. */
  answer({ postId }: BodyPost): void {
    if (this.#sheet !== this.#main) return;
    if (this.#main.isEmpty || (this.#replyToPostId === null && this.#main.isAtFirstQuote))
      this.#replyToPostId ??= postId;
  }

  /** Files of the document that is written at the moment. */
  get #ids(): Set<number> {
    return this.#sheet === this.#main ? this.#shown : this.#hidden.at(-1)!.ids;
  }

  #addressOf(href: string): string | null {
    const address = href.trim();
    if (address === "" || address.length > ADDRESS_MAX || !isLinkable(address)) return null;
    return this.addresses(address) ?? address;
  }
}
