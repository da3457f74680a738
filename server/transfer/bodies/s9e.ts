import { Parser } from "htmlparser2";
import { type BodyReferences, type ConvertedBody, idOf } from "./body.ts";
import { type Attributes, blockProperties, HtmlReader } from "./html.ts";
import { type Addresses, BodyWriter, MARKS } from "./writer.ts";

/**
 * Texts as the TextFormatter of s9e stores them (Discuz! Q until 2.3, Flarum, phpBB since 3.2): `<t>` for text without any
 * marks, `<r>` for marked text. Tags in capitals say how the text was understood, `<s>`, `<e>` and `<i>` hold the marks that
 * its author typed (decision 0505).
 */

/** Gives true for a text that s9e wrote. */
export function isS9e(text: string): boolean {
  return /^<[rt]>|^<[rt]\/>/.test(text);
}

/** Writes a stored text of s9e as Markdown. */
export function convertS9e(xml: string, references: BodyReferences, addresses?: Addresses): ConvertedBody {
  const writer = new BodyWriter(references, addresses);
  readS9e(xml, writer);
  return writer.finish();
}

/** Reads a stored text of s9e into a body that goes on. */
export function readS9e(xml: string, writer: BodyWriter): void {
  new S9eReader(writer, !/<(?:br|p)\b/i.test(xml)).read(xml);
}

/** Tags whose text only describes them: they are written when they end. */
type Write = (writer: BodyWriter, attributes: Attributes, text: string) => void;
const ATOMS: ReadonlyMap<string, Write> = new Map(
  Object.entries<Write>({
    IMG: writeImage,
    IMAGE: writeImage,
    ATTACHMENT: (writer, { index = "", filename = "" }, text) =>
      writeFile(writer, /^\d{1,9}$/.test(index) ? Number(index) : null, filename || text),
    "UPL-FILE": writeUpload,
    "UPL-IMAGE": writeUpload,
    "UPL-IMAGE-PREVIEW": writeUpload,
    "UPL-IMAGE-TEMPLATE": writeUpload,
    "UPL-TEXT-PREVIEW": writeUpload,
    USERMENTION: (writer, { id, username, displayname }, text) => {
      const name = displayname ?? username;
      writer.mention(idOf(id) || (username ?? ""), name ? `@${name}` : text);
    },
    MENTION: (writer, { user_id, id }, text) => writer.mention(idOf(user_id ?? id) || text, text),
    SMENTION: (writer, { user_id, u }, text) => writer.mention(idOf(user_id ?? u) || text, text),
    POSTMENTION: (writer, { id, displayname, username }, text) => {
      const post = writer.references.post(idOf(id));
      const name = displayname ?? username;
      if (post) writer.postLink(post);
      else writer.sheet.text(name ? `@${name}` : text);
    },
    GROUPMENTION: (writer, { groupname }, text) => {
      writer.lose("groupMention");
      writer.sheet.text(groupname ? `@${groupname}` : text);
    },
    TAGMENTION: (writer, { id, tagname }, text) => writeTopic(writer, id, tagname, text),
    TOPIC: (writer, { id, topic }, text) => writeTopic(writer, id, topic, text),
    HR: (writer) => writer.sheet.rule(),
    TASK: (writer, { state }) => writer.task(state === "checked"),
    E: writeSmiley,
    EMOJI: (writer, { seq }, text) => {
      const points = /^[\da-f]{2,6}(?:-[\da-f]{2,6})*$/i.test(seq ?? "") ? seq!.split("-") : [];
      const characters = points
        .map((point) => Number.parseInt(point, 16))
        .filter((point) => point <= 0x10ffff);
      if (characters.length > 0) writer.sheet.text(String.fromCodePoint(...characters));
      else writeSmiley(writer, {}, text);
    },
  }),
);

/** Tags whose look cannot be written, with their names as losses. */
const LOSSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    U: "underline",
    COLOR: "color",
    BACKGROUND: "color",
    HIGHLIGHT: "color",
    SIZE: "size",
    FONT: "font",
    SUB: "sub",
    SUP: "sup",
    SPOILER: "spoiler",
    ISPOILER: "spoiler",
    DETAILS: "spoiler",
    FLASH: "media",
  }),
);
const ALIGNED = new Set(["ALIGN", "CENTER", "LEFT", "RIGHT", "JUSTIFY"]);
/** Tags that say nothing of their text. */
const PLAIN = new Set("R T P BR ESC FP HE THEAD TBODY HC NOPARSE PLAIN".split(" "));
const BLOCKS: ReadonlyMap<string, string> = new Map(
  Object.entries({ LI: "li", TABLE: "table", TR: "tr", TD: "td", TH: "th" }),
);
const HEADING = /^H([1-6])$/;
const LINKS = new Set(["URL", "EMAIL", "LINK_TEXT"]);

interface OpenTag {
  readonly name: string;
  readonly attributes: Attributes;
  /** The text of an atom or of code so far. */
  text: string | null;
}

class S9eReader {
  /** Tags that are open; an atom or code takes all text until its end. */
  readonly #tags: OpenTag[] = [];
  readonly #takers: OpenTag[] = [];
  /** Marks of known tags are left out. */
  #isInMark = false;
  readonly #html: HtmlReader;

  /** @param isLined true for texts in which line breaks are nowhere marked */
  constructor(
    private readonly writer: BodyWriter,
    private readonly isLined: boolean,
  ) {
    this.#html = new HtmlReader(writer, undefined, (text) => this.#write(text));
  }

  read(xml: string): void {
    const parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        onclosetag: (name) => this.#close(name),
        ontext: (value) => this.#text(value),
      },
      { lowerCaseTags: false, recognizeSelfClosing: true, recognizeCDATA: true },
    );
    parser.end(xml);
    while (this.#tags.length > 0) this.#end(this.#tags.pop()!);
  }

  #text(value: string): void {
    const taker = this.#taker;
    if (this.#isInMark) return;
    if (taker) taker.text += value;
    else this.#write(value);
  }

  #write(value: string): void {
    if (this.isLined) this.writer.lines(value);
    else this.writer.text(value);
  }

  /** The atom or code that is open. */
  get #taker(): OpenTag | undefined {
    return this.#takers.at(-1);
  }

  #open(name: string, attributes: Attributes): void {
    if (name === "s" || name === "e" || name === "i") {
      // An unknown tag says nothing but what was typed.
      this.#isInMark = name === "i" || isKnown(this.#tags.at(-1)?.name ?? "R");
      return;
    }
    if (this.#taker) {
      if (name === "br") this.#taker.text += this.#taker.name === "CODE" ? "" : " ";
      return;
    }
    if (name === "br") this.writer.sheet.lineBreak();
    else if (name === "p") this.writer.sheet.endLine();
    else if (name.startsWith("html:")) this.#html.open(name.slice(5), attributes);
    else this.#begin({ name: name.toUpperCase(), attributes, text: null });
  }

  #close(name: string): void {
    if (name === "s" || name === "e" || name === "i") this.#isInMark = false;
    else if (name.startsWith("html:")) this.#html.close(name.slice(5));
    else if (name === "p") this.writer.sheet.endLine();
    else if (name !== "br") {
      const tag = this.#tags.at(-1);
      if (tag?.name !== name.toUpperCase() || (this.#taker && this.#taker !== tag)) return;
      this.#tags.pop();
      this.#end(tag);
    }
  }

  #begin(tag: OpenTag): void {
    const { writer } = this;
    const { name, attributes } = tag;
    this.#tags.push(tag);
    const loss =
      LOSSES.get(name) ?? (ALIGNED.has(name) ? "align" : isKnown(name) ? null : name.toLowerCase());
    if (loss) writer.lose(loss);
    const heading = HEADING.exec(name)?.[1];
    const mark = MARKS.get(name.toLowerCase());
    const block = BLOCKS.get(name);
    if (ATOMS.has(name) || name === "CODE") {
      tag.text = "";
      this.#takers.push(tag);
    } else if (mark) writer.sheet.openMark(mark);
    else if (name === "C") writer.sheet.openMark("code");
    else if (LINKS.has(name)) writer.openLink(attributes["url"] ?? mailOf(attributes));
    else if (name === "QUOTE") openQuote(writer, attributes);
    else if (name === "LIST")
      writer.sheet.openBlock(isOrdered(attributes) ? "ol" : "ul", blockProperties(attributes));
    else if (block) writer.sheet.openBlock(block, blockProperties(attributes));
    else if (heading) writer.sheet.openHeading(Number(heading));
    else if (ALIGNED.has(name)) writer.sheet.endLine();
    else if (loss === "spoiler") this.#openSpoiler(attributes);
  }

  #openSpoiler({ title = "" }: Attributes): void {
    this.writer.sheet.endLine();
    if (title === "") return;
    this.writer.text(title);
    this.writer.sheet.endLine();
  }

  #end({ name, attributes, text }: OpenTag): void {
    const { writer } = this;
    const mark = MARKS.get(name.toLowerCase());
    const block = BLOCKS.get(name);
    if (text !== null) {
      this.#takers.pop();
      if (name === "CODE") writer.sheet.code(text.replace(/^\n|\n$/g, ""), languageOf(attributes));
      else ATOMS.get(name)!(writer, attributes, text.trim());
    } else if (mark) writer.sheet.closeMark(mark);
    else if (name === "C") writer.sheet.closeMark("code");
    else if (LINKS.has(name)) writer.closeLink();
    else if (name === "QUOTE") writer.sheet.closeBlock("blockquote");
    else if (name === "LIST") writer.sheet.closeBlock("ul", "ol");
    else if (block) writer.sheet.closeBlock(block);
    else if (HEADING.test(name) || ALIGNED.has(name) || LOSSES.get(name) === "spoiler")
      writer.sheet.endLine();
  }
}

function isKnown(name: string): boolean {
  return (
    MARKS.has(name.toLowerCase()) ||
    [ATOMS, LOSSES, BLOCKS, PLAIN, ALIGNED, LINKS, OTHERS].some((names) => names.has(name)) ||
    HEADING.test(name)
  );
}

const OTHERS = new Set(["CODE", "C", "QUOTE", "LIST"]);

function isOrdered({ type = "" }: Attributes): boolean {
  return /^(?:decimal|lower|upper|1|a|i)/i.test(type);
}

function mailOf({ email }: Attributes): string | null {
  return email ? `mailto:${email}` : null;
}

function languageOf({ lang = "" }: Attributes): string {
  return /^[\w+#.-]{1,30}$/.test(lang) ? lang : "";
}

function openQuote(writer: BodyWriter, { author = "", post_id, user_id }: Attributes): void {
  const post = writer.references.post(idOf(post_id));
  writer.openQuote(post, author, idOf(user_id) || author);
}

function writeImage(writer: BodyWriter, { src = "", alt, title = "" }: Attributes, text: string): void {
  // Discuz! Q wrote the number of the file as the title of the picture.
  if (idOf(title) > 0 && writer.attachment(idOf(title), alt)) return;
  if (src !== "" && writer.attachment(src, alt)) return;
  if (src === "") writer.text(text);
  else writer.picture(src, alt ?? (/^https?:/i.test(text) ? "" : text));
}

/** A file by its id; else its name. */
function writeFile(writer: BodyWriter, id: number | null, name: string): void {
  if (id !== null && writer.attachment(id)) return;
  writer.lose("attachment");
  writer.sheet.text(name);
}

function writeUpload(writer: BodyWriter, attributes: Attributes, text: string): void {
  const { uuid = "", url = "", alt = "", content = "", name = "" } = attributes;
  const address = url || /url=([^\s\]]{1,500})\]?$/.exec(text)?.[1] || "";
  if ([uuid, address].some((id) => id !== "" && writer.attachment(id))) return;
  const words = alt || name || content || text;
  if (address === "") writeFile(writer, null, words);
  else writer.link(address, words.startsWith("[") ? address : words);
}

function writeTopic(
  writer: BodyWriter,
  id: string | undefined,
  name: string | undefined,
  text: string,
): void {
  const topic = writer.references.topic?.(idOf(id)) ?? name ?? text.replace(/^#|#$/g, "");
  writer.sheet.text(`#${topic}#`);
}

function writeSmiley(writer: BodyWriter, _attributes: Attributes, text: string): void {
  if (writer.smiley(text)) return;
  writer.lose("smiley");
  writer.sheet.text(text);
}
