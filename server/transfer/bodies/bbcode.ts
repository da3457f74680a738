import { decodeHTML } from "entities";
import { type BbToken, pairs, readTokens } from "./bbcodeTokens.ts";
import { type BodyReferences, type ConvertedBody, idOf } from "./body.ts";
import { blockProperties, HtmlReader } from "./html.ts";
import { discuzXAddresses, phpbbAddresses } from "./links.ts";
import { BodyWriter, MARKS } from "./writer.ts";

/** A poll that belongs to a text: its question, and its choices with their results. */
export interface BbcodePoll {
  readonly title: string;
  readonly choices: readonly (readonly string[])[];
}

/** Form of a text with BBCode. */
export interface BbcodeForm {
  readonly software: "discuz-x" | "phpbb";
  /** The text is HTML besides (`htmlon` of Discuz! X). */
  readonly isHtml?: boolean;
  /** The text has no tags (`bbcodeoff`). */
  readonly isPlain?: boolean;
  /** `bbcode_uid` of phpBB 3.0 and 3.1, whose tags all have it. */
  readonly uid?: string;
  /** Address of the old site. */
  readonly site?: string;
  /** Poll below the text. */
  readonly poll?: BbcodePoll | undefined;
}

/** Tags whose look cannot be written, with their names as losses. */
const LOSSES: Readonly<Record<string, string>> = {
  u: "underline",
  color: "color",
  backcolor: "color",
  size: "size",
  font: "font",
  sub: "sub",
  sup: "sup",
  fly: "fly",
  spoiler: "spoiler",
  free: "free",
  tthread: "tthread",
  index: "index",
  indent: "align",
  align: "align",
  float: "align",
  left: "align",
  center: "align",
  right: "align",
  qq: "qq",
};
/** Those of them that are paragraphs. */
const PARAGRAPHS = new Set("align float left center right indent spoiler index p".split(" "));
/** Tags that take the text up to their end as it is. */
const VERBATIM = new Set(
  "code img attach attachimg attachment media audio video flash swf youtube password postbg".split(" "),
);
const MEDIA = new Set("media audio video flash swf youtube".split(" "));
/** Tags without an end. */
const SINGLE = new Set(["*", "hr", "page"]);
const BLOCKS: Readonly<Record<string, string>> = { li: "li", tr: "tr", td: "td", th: "th" };
const NAMES = new Set([
  ...MARKS.keys(),
  ...Object.keys(LOSSES),
  ...Object.keys(BLOCKS),
  ...VERBATIM,
  ...SINGLE,
  ...PARAGRAPHS,
  ..."url email quote list ul ol table hide".split(" "),
]);
/** Beginning of a quote as Discuz! X writes it: author and time, with a link to the post. */
const QUOTE_LINK = /\[url=[^[\]\n]{0,300}?\bpid=(\d{1,15})[^[\]\n]{0,200}\]/i;
const QUOTE_END = /^(?:\s*\[\/(?:size|color|font|b|i)\])*\s*/i;
const QUOTE_HEAD_MAX = 800;
const WROTE = /发表|發表|posted|wrote/i;
/** Reply without a quote, as Discuz! X 2 wrote it. */
const REPLY = /^\s*\[b\]\s*(?:回复|回覆|reply)\s{0,9}\[url=[^[\]\n]{0,300}?\bpid=(\d{1,15})/i;
/** Candidates for smileys. Those that end in letters are words of their own; `:lol` has no colon behind. */
const SMILEY =
  /\{:\w{1,24}:\}|:'?-?[()@$|?]|;-?\)|8-\)|(?<![\w/:]):-?(?:[DPpOoLQxX](?![\w:])|[a-z][a-z_\d]{1,23}:?)|(?<!\w);P(?!\w)/g;

/**
 * Writes BBCode as Markdown: of Discuz! X, and of phpBB until 3.1 (later ones store XML, see `s9e.ts`). Entities are decoded
 * once. Tags that have no partner are text, tags may cross.
 */
export function convertBbcode(text: string, references: BodyReferences, form: BbcodeForm): ConvertedBody {
  const addresses = form.software === "phpbb" ? phpbbAddresses : discuzXAddresses;
  const writer = new BodyWriter(references, addresses(references, form.site));
  const reader = new BbcodeReader(text.replace(/\r\n?/g, "\n"), writer, form);
  return reader.read();
}

class BbcodeReader {
  readonly #tokens: readonly BbToken[];
  readonly #partners: ReadonlyMap<number, number>;
  readonly #html: HtmlReader;
  readonly #isPhpbb: boolean;
  #lists = 0;
  /** The table that is open has no rows: lines are its rows, `|` is between its cells. */
  #isLinedTable = false;

  constructor(
    private readonly text: string,
    private readonly writer: BodyWriter,
    private readonly form: BbcodeForm,
  ) {
    const uid = /^[a-z\d]{1,20}$/i.exec(form.uid ?? "")?.[0] ?? "";
    const isMarked = uid !== "" && text.includes(`:${uid}]`);
    this.#isPhpbb = form.software === "phpbb";
    const names = form.isPlain ? new Set<string>() : NAMES;
    this.#tokens = readTokens(text, { names, verbatim: VERBATIM, uid: isMarked ? uid : "" });
    this.#partners = pairs(this.#tokens);
    this.#html = new HtmlReader(writer, undefined, (value) => this.#words(value));
  }

  read(): ConvertedBody {
    const reply = REPLY.exec(this.text.slice(0, QUOTE_HEAD_MAX))?.[1];
    const target = this.writer.references.post(idOf(reply));
    if (target) this.writer.answer(target);
    // The tag holds the word that opens the whole text.
    const isLocked = !this.#isPhpbb && this.#tokens.some(({ name }) => name === "password");
    if (isLocked) this.writer.openHidden("password");
    for (let index = 0; index < this.#tokens.length; index++) index = this.#token(index);
    this.#html.end();
    const { poll } = this.form;
    if (poll) this.writer.poll(poll.title, poll.choices);
    return this.writer.finish();
  }

  /** Writes a token. Gives the index of the last one that it took. */
  #token(index: number): number {
    const token = this.#tokens[index]!;
    const { name, isEnd, content } = token;
    const partner = this.#partners.get(index);
    if (name === "") this.#text(token.raw);
    else if (content !== null) this.#verbatim(token, content);
    else if (name === "*" && this.#lists > 0) {
      if (!isEnd) this.writer.sheet.openBlock("li");
    } else if (name === "hr" || name === "page") {
      if (!isEnd) this.writer.sheet.rule();
    } else if (partner === undefined) this.#text(token.raw);
    else if (isEnd) this.#end(name, this.#tokens[partner]!);
    else if (name === "i" && token.value === "=s") {
      // "Last edited by … at …": the time of the edit is a column of its own.
      this.writer.lose("editNote");
      return partner;
    } else if (name === "quote") return this.#quote(token, index, partner);
    else this.#begin(token, this.#tokens[partner]!);
    return index;
  }

  #begin({ name, value, to }: BbToken, end: BbToken): void {
    const { writer } = this;
    const loss = LOSSES[name];
    const given = decodeHTML(value.replace(/^=/, "").replace(/^(["'])(.*)\1$/, "$2")).trim();
    if (loss) writer.lose(loss);
    const mark = MARKS.get(name);
    if (mark) writer.sheet.openMark(mark);
    else if (name === "url") writer.openLink(webAddress(given || decodeHTML(this.text.slice(to, end.from))));
    else if (name === "email") writer.openLink(`mailto:${given || this.text.slice(to, end.from).trim()}`);
    else if (name === "list" || name === "ol" || name === "ul") {
      this.#lists++;
      writer.sheet.openBlock(isOrdered(name, given) ? "ol" : "ul");
    } else if (name === "table") {
      this.#isLinedTable = !/\[t[rd]\b/i.test(this.text.slice(to, end.from));
      writer.sheet.openBlock("table");
    } else if (BLOCKS[name]) writer.sheet.openBlock(BLOCKS[name], spansOf(given));
    else if (name === "hide") writer.openHidden(given === "" ? "hide" : `hide=${given}`);
    else if (PARAGRAPHS.has(name)) writer.sheet.endLine();
  }

  #end(name: string, start: BbToken): void {
    const { writer } = this;
    if (name === "i" && start.value === "=s") return;
    const mark = MARKS.get(name);
    if (mark) writer.sheet.closeMark(mark);
    else if (name === "url" || name === "email") writer.closeLink();
    else if (name === "quote") writer.sheet.closeBlock("blockquote");
    else if (name === "list" || name === "ol" || name === "ul") {
      this.#lists--;
      writer.sheet.closeBlock("ul", "ol");
    } else if (name === "table") {
      this.#isLinedTable = false;
      writer.sheet.closeBlock("table");
    } else if (BLOCKS[name]) writer.sheet.closeBlock(BLOCKS[name]);
    else if (name === "hide") writer.closeHidden();
    else if (PARAGRAPHS.has(name)) writer.sheet.endLine();
  }

  /** Begins a quote. Gives the index of the last token of its head. */
  #quote({ value, to }: BbToken, index: number, partner: number): number {
    const { writer } = this;
    const post = (id: string | undefined) => writer.references.post(idOf(id));
    if (value !== "") {
      const id = /\bpost_id=["']?(\d{1,15})/.exec(value)?.[1];
      const userId = /\buser_id=["']?(\d{1,15})/.exec(value)?.[1];
      const name = decodeHTML(value.replace(/^=/, "").replace(/\s(?:post_id|time|user_id)=.*$/s, ""))
        .trim()
        .replace(/^(["'])(.*)\1$/s, "$2");
      writer.openQuote(post(id), name, idOf(userId) || name);
      return index;
    }
    const end = Math.min(this.#tokens[partner]!.from, to + QUOTE_HEAD_MAX);
    const head = this.#isPhpbb ? null : quoteHead(this.text.slice(to, end));
    const source = post(head?.postId);
    writer.openQuote(source);
    if (!head || !source) return index;
    let last = index;
    while (last + 1 < partner && this.#tokens[last + 1]!.to <= to + head.length) last++;
    return last;
  }

  #verbatim({ name, value, raw }: BbToken, content: string): void {
    const { writer } = this;
    const text = decodeHTML(content).trim();
    if (name === "code") writer.sheet.code(decodeHTML(content).replace(/^\n|\n$/g, ""), languageOf(value));
    else if (name === "img") this.#picture(text);
    else if (name === "attach" || name === "attachimg") {
      if (writer.attachment(idOf(text))) return;
      writer.lose("attachment");
      writer.sheet.text(raw);
    } else if (name === "attachment") {
      const number = /^=(\d{1,9})$/.exec(value)?.[1];
      if (number !== undefined && writer.attachment(Number(number))) return;
      writer.lose("attachment");
      writer.sheet.text(text.replace(/<!-- ia\d+ -->/g, ""));
    } else if (MEDIA.has(name)) {
      writer.lose("media");
      if (text !== "") writer.link(webAddress(text), text);
    } else if (name === "postbg") writer.lose("postbg");
  }

  /** A picture; those that decorate links of quotes say nothing. */
  #picture(address: string): void {
    if (/static\/image\/common\/back\.gif$/.test(address)) return;
    this.writer.picture(webAddress(address), "");
  }

  #text(raw: string): void {
    if (this.form.isHtml) this.#html.write(raw);
    else if (this.#isPhpbb && raw.includes("<")) {
      // phpBB 3.0 wrote links and smileys as HTML, all other signs as entities.
      raw.split("\n").forEach((line, index) => {
        if (index > 0) this.writer.sheet.lineBreak();
        this.#html.write(line);
      });
    } else this.#words(decodeHTML(raw));
  }

  #words(value: string): void {
    if (this.#isLinedTable) {
      this.#cells(value);
      return;
    }
    let reached = 0;
    for (const { 0: code, index } of this.#isPhpbb ? [] : value.matchAll(SMILEY)) {
      this.#lines(value.slice(reached, index));
      reached = index + code.length;
      if (this.writer.smiley(code)) continue;
      if (code.startsWith("{:")) this.writer.lose("smiley");
      this.#lines(code);
    }
    this.#lines(value.slice(reached));
  }

  #lines(value: string): void {
    if (this.form.isHtml) this.writer.text(value);
    else this.writer.lines(value);
  }

  #cells(value: string): void {
    const { sheet } = this.writer;
    for (const [sign] of value.matchAll(/\n|\||[^\n|]+/g)) {
      if (sign === "\n") sheet.closeBlock("tr");
      else if (sign === "|") sheet.openBlock("td");
      else this.writer.text(sign);
    }
  }
}

/** Finds the post that a quote of Discuz! X names, and the length of the text that names it. */
function quoteHead(text: string): { readonly postId: string; readonly length: number } | null {
  const link = QUOTE_LINK.exec(text);
  if (!link) return null;
  const end = text.toLowerCase().indexOf("[/url]", link.index);
  if (end < 0) return null;
  const length = end + 6 + QUOTE_END.exec(text.slice(end + 6))![0].length;
  const words = text.slice(0, length).replace(/\[[^[\]]*\]/g, "");
  return WROTE.test(words) && !words.trim().includes("\n\n") ? { postId: link[1]!, length } : null;
}

function webAddress(address: string): string {
  const trimmed = address.trim();
  return /^www\./i.test(trimmed) ? `http://${trimmed}` : trimmed;
}

function isOrdered(name: string, given: string): boolean {
  return name === "ol" || /^[1ai]$|^(?:type=)?(?:decimal|lower|upper)/i.test(given);
}

function spansOf(given: string) {
  const spans = /^(\d{1,3}),(\d{1,3})(?:,|$)/.exec(given);
  return spans ? blockProperties({ colspan: spans[1]!, rowspan: spans[2]! }) : {};
}

function languageOf(value: string): string {
  return /^=([\w+#.-]{1,30})$/.exec(value)?.[1] ?? "";
}
