import { type HtmlNode, markdownOfTree } from "../../core/markdown/fromHtml.ts";

/** Quotes, lists and tables within each other; deeper ones leave their text in the one around them. */
const LEVELS_MAX = 8;
const LISTS = ["ul", "ol"];
const CELLS = ["td", "th"];
/** Blocks that a text may nest without an end. */
const NESTED = ["blockquote", ...LISTS, "table"];
/** Blocks that are parts of certain others only. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  li: LISTS,
  tr: ["table"],
  td: ["tr"],
  th: ["tr"],
};
const BLANKS = /[ \t\r\n\f]+/g;

/** Attributes of an element. */
export type Properties = Readonly<Record<string, unknown>>;

interface Mark {
  readonly tag: string;
  readonly properties: Properties;
}

function element(tagName: string, properties: Properties = {}, children: HtmlNode[] = []): HtmlNode {
  return { type: "element", tagName, properties: { ...properties }, children };
}

/**
 * Builds a document from events of any order: tags that cross, that do not end or that end nowhere make no broken tree and
 * lose no text. Marks go on across paragraphs and blocks until they are closed. Each event costs the same, however deep.
 */
export class Sheet {
  readonly #root: HtmlNode = { type: "root", children: [] };
  readonly #blocks: HtmlNode[] = [];
  /** Blocks too deep to be opened, by name. */
  readonly #skipped = new Map<string, number>();
  readonly #marks: Mark[] = [];
  readonly #depths = new Map<string, number>();
  /** The marks that are open in the line, outermost first. */
  #open: { readonly mark: Mark; readonly node: HtmlNode }[] = [];
  #line: HtmlNode | null = null;
  #lineTag = "p";
  #isBlankPending = false;
  #breaks = 0;

  /** @param lose counts a construct that cannot be expressed */
  constructor(private readonly lose: (name: string) => void) {}

  /** True if nothing has been written. */
  get isEmpty(): boolean {
    return this.#root.children!.length === 0 && this.#blocks.length === 0;
  }

  /** True at the very beginning of a quote that is the first thing written. */
  get isAtFirstQuote(): boolean {
    return this.isAtQuoteStart && this.#blocks.length === 1 && this.#root.children!.length === 1;
  }

  /** True inside of a mark such as `a` or `code`. */
  has(tag: string): boolean {
    return (this.#depths.get(tag) ?? 0) > 0;
  }

  /** True at the very beginning of a quote. */
  get isAtQuoteStart(): boolean {
    const block = this.#blocks.at(-1);
    return block?.tagName === "blockquote" && block.children!.length === 0;
  }

  /** Writes text; blanks in a row are one. */
  text(value: string): void {
    const text = value.replace(BLANKS, " ");
    // Not trimmed: blanks of full width and unbreakable ones indent paragraphs.
    const inner = text.replace(/^ | $/g, "");
    if (inner === "") {
      if (text !== "") this.#isBlankPending = this.#line !== null;
      return;
    }
    if (text.startsWith(" ")) this.#isBlankPending = this.#line !== null;
    appendText(this.#leaf(), inner);
    this.#isBlankPending = text.endsWith(" ");
  }

  /** Ends a line; two in a row end the paragraph. */
  lineBreak(): void {
    this.#breaks++;
    this.#isBlankPending = false;
  }

  /** Writes something within a line, such as a picture. */
  inline(tagName: string, properties: Properties, text = ""): void {
    const children = text === "" ? [] : [{ type: "text", value: text }];
    this.#leaf().children!.push(element(tagName, properties, children));
  }

  /** Begins a mark: `strong`, `em`, `del`, `code` or `a`. One within itself changes nothing. */
  openMark(tag: string, properties: Properties = {}): void {
    const depth = this.#depths.get(tag) ?? 0;
    this.#depths.set(tag, depth + 1);
    if (depth === 0) this.#marks.push({ tag, properties });
  }

  /** Ends a mark, whatever has been opened since. */
  closeMark(tag: string): void {
    const depth = this.#depths.get(tag) ?? 0;
    if (depth === 0) return;
    this.#depths.set(tag, depth - 1);
    if (depth > 1) return;
    const at = this.#marks.findIndex((mark) => mark.tag === tag);
    this.#marks.splice(at, 1);
  }

  /** Ends the paragraph. */
  endLine(): void {
    if (this.#line?.children!.every(isBlankText)) this.#container.children!.pop();
    this.#line = null;
    this.#lineTag = "p";
    this.#open = [];
    this.#isBlankPending = false;
    this.#breaks = 0;
  }

  /** Begins a heading, which is one line. */
  openHeading(level: number): void {
    this.endLine();
    this.#lineTag = `h${level}`;
  }

  /** Begins a block: `blockquote`, `ul`, `ol`, `li`, `table`, `tr`, `td`, `th`. */
  openBlock(tag: string, properties: Properties = {}): void {
    this.endLine();
    if (NESTED.includes(tag)) {
      const levels = this.#blocks.filter(({ tagName }) => NESTED.includes(tagName!)).length;
      if (levels >= LEVELS_MAX) {
        this.#skipped.set(tag, (this.#skipped.get(tag) ?? 0) + 1);
        this.lose("nesting");
        return;
      }
      this.#makeRoom();
    }
    if (tag === "li") this.#makeList();
    if (tag === "tr") this.#closeTo(["table"], "table");
    if (CELLS.includes(tag)) this.#closeTo(["tr"], "tr");
    // Where a list or table was too deep, its items and cells are lines of the block around them.
    const parents = PARENTS[tag];
    if (parents && !parents.includes(this.#container.tagName!)) return;
    const block = element(tag, properties);
    this.#container.children!.push(block);
    this.#blocks.push(block);
  }

  /** Ends a block and all that has been opened within. */
  closeBlock(...tags: readonly string[]): void {
    for (const tag of tags) {
      const skipped = this.#skipped.get(tag) ?? 0;
      if (skipped === 0) continue;
      this.#skipped.set(tag, skipped - 1);
      this.endLine();
      return;
    }
    const at = this.#blocks.findLastIndex(({ tagName }) => tags.includes(tagName!));
    if (at < 0) return;
    this.endLine();
    while (this.#blocks.length > at) this.#popBlock();
  }

  /** Writes a block of code. */
  code(text: string, language = ""): void {
    this.endLine();
    this.#makeRoom();
    const className = language === "" ? {} : { className: [`language-${language}`] };
    const code = element("code", className, [{ type: "text", value: text }]);
    this.#container.children!.push(element("pre", {}, [code]));
  }

  /** Writes a rule. */
  rule(): void {
    this.endLine();
    this.#makeRoom();
    this.#container.children!.push(element("hr"));
  }

  /** Ends the document and writes it as Markdown. */
  markdown(): string {
    this.endLine();
    while (this.#blocks.length > 0) this.#popBlock();
    return markdownOfTree(this.#root);
  }

  get #container(): HtmlNode {
    return this.#blocks.at(-1) ?? this.#root;
  }

  /** Opens what text needs around itself: an item in a list, a cell in a table. */
  #makeRoom(): void {
    const { tagName = "" } = this.#container;
    if (LISTS.includes(tagName)) this.openBlock("li");
    else if (tagName === "table" || tagName === "tr") this.openBlock("td");
  }

  /** Ends the item before and begins a list for an item outside of any. */
  #makeList(): void {
    const at = this.#blocks.findLastIndex(({ tagName }) => LISTS.includes(tagName!));
    const table = this.#blocks.findLastIndex(({ tagName }) => tagName === "table");
    const quote = this.#blocks.findLastIndex(({ tagName }) => tagName === "blockquote");
    if (at < 0 || at < table || at < quote) this.openBlock("ul");
    // Too deep for a list: the item before holds this one, too.
    else while (this.#blocks.length > at + 1) this.#popBlock();
  }

  #closeTo(tags: readonly string[], needed: string): void {
    const at = this.#blocks.findLastIndex(({ tagName }) => tags.includes(tagName!));
    const table = this.#blocks.findLastIndex(({ tagName }) => tagName === "table");
    if (at >= 0 && at >= table) while (this.#blocks.length > at + 1) this.#popBlock();
    else this.openBlock(needed);
  }

  #popBlock(): void {
    const block = this.#blocks.pop()!;
    const children = block.children!;
    const siblings = this.#container.children!;
    if (block.tagName === "li" || CELLS.includes(block.tagName!)) {
      const isTight = children[0]?.tagName === "p" && children.filter(isParagraph).length === 1;
      if (isTight && (block.tagName === "li" || children.length === 1))
        children.splice(0, 1, ...children[0]!.children!);
    } else if (NESTED.includes(block.tagName!) && children.length === 0) siblings.pop();
    else if (block.tagName === "table" && !isPlainTable(block)) {
      // Tables that only arrange: their cells follow each other.
      this.lose("table");
      siblings.pop();
      for (const row of children)
        for (const cell of row.children!) siblings.push(...paragraphsOf(cell.children!));
    }
  }

  /** Opens the line and the marks that are due; gives the place for what is written next. */
  #leaf(): HtmlNode {
    if (this.#breaks > 1) {
      const tag = this.#lineTag;
      this.endLine();
      this.#lineTag = tag;
    }
    if (this.#line === null) {
      this.#makeRoomForLine();
      this.#line = element(this.#lineTag);
      this.#container.children!.push(this.#line);
      this.#breaks = 0;
    }
    let common = 0;
    while (common < this.#open.length && this.#open[common]!.mark === this.#marks[common]) common++;
    this.#open.length = common;
    let leaf = this.#open.at(-1)?.node ?? this.#line;
    if (this.#breaks > 0) leaf.children!.push(element("br"));
    else if (this.#isBlankPending) appendText(leaf, " ");
    this.#breaks = 0;
    this.#isBlankPending = false;
    for (const mark of this.#marks.slice(common)) {
      leaf = openedMark(leaf, mark);
      this.#open.push({ mark, node: leaf });
    }
    return leaf;
  }

  #makeRoomForLine(): void {
    const tag = this.#lineTag;
    this.#makeRoom();
    this.#lineTag = tag;
  }
}

function isBlankText({ type, value = "" }: HtmlNode): boolean {
  return type === "text" && value.trim() === "";
}

function isParagraph({ tagName }: HtmlNode): boolean {
  return tagName === "p";
}

function isInline({ type, tagName }: HtmlNode): boolean {
  return type === "text" || ["strong", "em", "del", "code", "a", "img", "br", "input"].includes(tagName!);
}

/** The content of a cell as blocks of their own. */
function paragraphsOf(children: HtmlNode[]): HtmlNode[] {
  return children.length > 0 && children.every(isInline) ? [element("p", {}, children)] : children;
}

/** True for tables of more than one column whose cells are lines of text. */
function isPlainTable({ children }: HtmlNode): boolean {
  const columns = Math.max(0, ...children!.map((row) => row.children!.length));
  return (
    columns > 1 && children!.every((row) => row.children!.every((cell) => cell.children!.every(isInline)))
  );
}

function appendText({ children }: HtmlNode, value: string): void {
  const last = children!.at(-1);
  if (last?.type === "text") last.value += value;
  else children!.push({ type: "text", value });
}

/** The element of a mark; one that ended just before goes on. */
function openedMark({ children }: HtmlNode, { tag, properties }: Mark): HtmlNode {
  const last = children!.at(-1);
  if (last?.tagName === tag && tag !== "a") return last;
  const node = element(tag, properties);
  children!.push(node);
  return node;
}
