import { Parser } from "htmlparser2";
import type { Properties } from "./sheet.ts";
import { type BodyWriter, MARKS } from "./writer.ts";

/** Attributes of a tag by name. */
export type Attributes = Readonly<Record<string, string>>;

/** Elements that a source writes in its own way: true if the hook wrote the element, whose text is then left out. */
export type ElementHook = (name: string, attributes: Attributes) => boolean;

const HEADING = /^h([1-6])$/;
/** Blocks that are paragraphs here. */
const PARAGRAPHS = new Set(
  "p div section article header footer center address figure figcaption dl dt dd details summary fieldset form".split(
    " ",
  ),
);
/** Elements without anything that is read. */
const UNREAD = new Set("script style head title template noscript".split(" "));
/** Elements whose look cannot be written, with their names as losses. */
const LOSSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    u: "underline",
    ins: "underline",
    sub: "sub",
    sup: "sup",
    small: "size",
    big: "size",
    mark: "color",
    font: "font",
    center: "align",
    details: "spoiler",
    iframe: "media",
    video: "media",
    audio: "media",
    embed: "media",
  }),
);
/** Links to the file of an element that plays it. */
const MEDIA = new Set(["iframe", "video", "audio", "embed", "source"]);
const CODE_LANGUAGE = /(?:^|\s)(?:language|lang|brush:)-?([\w+#.-]{1,30})/;

/** Reads HTML, piece by piece, as browsers do: whatever is broken in it loses no text. */
export class HtmlReader {
  /** The element whose text is left out, and how deep it is within itself. */
  #unread = { name: "", depth: 0 };
  #code: { text: string; language: string } | null = null;
  readonly #parser: Parser;

  constructor(
    private readonly writer: BodyWriter,
    private readonly hook: ElementHook = () => false,
    private readonly text: (value: string) => void = (value) => writer.text(value),
  ) {
    this.#parser = new Parser({
      onopentag: (name, attributes) => this.open(name, attributes),
      onclosetag: (name) => this.close(name),
      ontext: (value) => this.#write(value),
    });
  }

  /** Reads a piece; the next one goes on where it ends. */
  write(html: string): void {
    this.#parser.write(html);
  }

  /** Ends the text. */
  end(): void {
    this.#parser.end();
    this.#endCode();
  }

  #write(value: string): void {
    if (this.#unread.depth > 0) return;
    if (this.#code) this.#code.text += value;
    else this.text(value);
  }

  /** Begins an element. */
  open(name: string, attributes: Attributes): void {
    if (this.#unread.depth > 0 || UNREAD.has(name)) {
      this.#leaveOut(name);
      return;
    }
    if (this.#code) {
      if (name === "code") this.#code.language ||= CODE_LANGUAGE.exec(attributes["class"] ?? "")?.[1] ?? "";
      if (name === "br") this.#code.text += "\n";
      return;
    }
    const loss = LOSSES.get(name);
    if (loss) this.writer.lose(loss);
    if (this.hook(name, attributes)) {
      if (!VOID.has(name)) this.#leaveOut(name);
      return;
    }
    this.#countStyle(attributes["style"] ?? "");
    this.#openElement(name, attributes);
  }

  #leaveOut(name: string): void {
    if (this.#unread.depth === 0) this.#unread.name = name;
    if (this.#unread.name === name) this.#unread.depth++;
  }

  #openElement(name: string, attributes: Attributes): void {
    const { writer } = this;
    const heading = HEADING.exec(name)?.[1];
    const mark = MARKS.get(name);
    if (mark) writer.sheet.openMark(mark);
    else if (heading) writer.sheet.openHeading(Number(heading));
    else if (PARAGRAPHS.has(name)) writer.sheet.endLine();
    else if (MEDIA.has(name)) this.#media(attributes);
    else if (BLOCKS.has(name)) writer.sheet.openBlock(name, blockProperties(attributes));
    else if (name === "br") writer.sheet.lineBreak();
    else if (name === "hr") writer.sheet.rule();
    else if (name === "code" || name === "tt" || name === "kbd") writer.sheet.openMark("code");
    else if (name === "pre")
      this.#code = { text: "", language: CODE_LANGUAGE.exec(attributes["class"] ?? "")?.[1] ?? "" };
    else if (name === "a") writer.openLink(attributes["href"] ?? null);
    else if (name === "img") this.#picture(attributes);
    else if (name === "input" && attributes["type"] === "checkbox") writer.task("checked" in attributes);
  }

  /** Ends an element. */
  close(name: string): void {
    if (this.#unread.depth > 0) {
      if (this.#unread.name === name) this.#unread.depth--;
      return;
    }
    if (this.#code) {
      if (name === "pre") this.#endCode();
      return;
    }
    const { writer } = this;
    const mark = MARKS.get(name);
    if (mark) writer.sheet.closeMark(mark);
    else if (HEADING.test(name) || PARAGRAPHS.has(name)) writer.sheet.endLine();
    else if (BLOCKS.has(name)) writer.sheet.closeBlock(name);
    else if (name === "code" || name === "tt" || name === "kbd") writer.sheet.closeMark("code");
    else if (name === "a") writer.closeLink();
  }

  #endCode(): void {
    if (!this.#code) return;
    this.writer.sheet.code(this.#code.text.replace(/^\n|\n$/g, ""), this.#code.language);
    this.#code = null;
  }

  #picture({ src = "", alt = "" }: Attributes): void {
    if (src === "") this.writer.text(alt);
    else if (!this.writer.smileyPicture(src, alt)) this.writer.picture(src, alt);
  }

  #media({ src = "" }: Attributes): void {
    if (src !== "") this.writer.link(src, src);
  }

  #countStyle(style: string): void {
    if (style === "") return;
    for (const [name, loss] of STYLES) if (style.includes(name)) this.writer.lose(loss);
  }
}

const STYLES = [
  ["color:", "color"],
  ["font-size:", "size"],
  ["font-family:", "font"],
  ["text-align:", "align"],
  ["underline", "underline"],
] as const;
const VOID = new Set("br hr img input source embed".split(" "));
const BLOCKS = new Set("blockquote ul ol li table tr td th".split(" "));

/** Cells that one cell may fill in each direction. */
const SPAN_MAX = 20;

/** Properties of cells and lists: all others say nothing here. */
export function blockProperties({ colspan, rowspan, align, start }: Attributes): Properties {
  return {
    ...(colspan && { colSpan: spanOf(colspan) }),
    ...(rowspan && { rowSpan: spanOf(rowspan) }),
    ...(align && { align: align.toLowerCase() }),
    ...(start && { start: Number.parseInt(start, 10) || 1 }),
  };
}

function spanOf(value: string): number {
  return Math.min(Math.max(Number.parseInt(value, 10) || 1, 1), SPAN_MAX);
}
