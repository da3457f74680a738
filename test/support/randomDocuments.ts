/** Documents of the editor at random, the same ones for the same seed: marks over words of many scripts, nested blocks. */

/** A node of the editor as JSON. */
export interface Json {
  type: string;
  attrs?: Record<string, unknown>;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  content?: Json[];
  text?: string;
}

/** Gives numbers from 0 to below 1, the same ones for the same seed. */
export type Chance = () => number;

/** A source of chance. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS = [
  ..."看 这里 重点 后面 你好世界 ひらがな カタカナ 한국어 단어 ภาษาไทย น้ำ عربي كلمة word a Note snake_case 3 42 1. 2024年".split(
    " ",
  ),
  ..."“ ” ‘ ’ 「 」 （ ） ， 。 ： ！ ？ 《 》 、 … — ～ ！？ ： ：）".split(" "),
  ..." - + * _ ~ ~~ ** __ ` `` # ## > | \\ \\* [ ] ( ) ![ ]( < > <b> </b> & &amp; &#35; ! . , : ; ' \" = == --- $ % ^ { } / @ 1) - ".split(
    " ",
  ),
  ..."🎉 👨‍👩‍👧 ❤️ é ñ ü @小王 @Ada #话题# #topic https://example.com/a_b https://例子.中国/ www.baidu.com a@b.cn x".split(
    " ",
  ),
  ..." |  |　|\u00a0|\t".split("|"),
].filter((word) => word !== "");
const BLANK = [" ", " ", "", "", ""];
const ADDRESSES = [
  "https://example.com/",
  "/thread/42",
  "https://a.cn/x_(y)?a=1&b=2",
  "/category/7",
  "mailto:a@b.cn",
  "https://例子.中国/路径",
  "/files/a b.txt",
];
/** Names of members, with signs that mean something elsewhere. */
const NAMES = ["小王", "张三+1", "50%", "★小明★", "a|b", "_x_", "*y*", "น้ำฝน"];
const ALIGNMENTS = [null, "left", "center", "right"];

/** Makes documents of a source of chance. */
export class Writer {
  constructor(private readonly chance: Chance) {}

  document(): Json {
    return { type: "doc", content: this.blocks(3, 3) };
  }

  private some<T>(values: readonly T[]): T {
    return values[Math.floor(this.chance() * values.length)]!;
  }

  private times(most: number): number {
    return 1 + Math.floor(this.chance() * most);
  }

  private many<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.times(most) }, make);
  }

  private blocks(most: number, depth: number): Json[] {
    return this.many(most, () => this.block(depth));
  }

  private block(depth: number): Json {
    const kind = this.chance() * (depth > 0 ? 14 : 7);
    if (kind < 5) return this.paragraph();
    if (kind < 6) return { type: "heading", attrs: { level: this.times(6) }, content: this.inline(false) };
    if (kind < 6.5) return this.code();
    if (kind < 7) return { type: "horizontalRule" };
    if (kind < 9) return { type: "bulletList", content: this.many(3, () => this.item("listItem", depth)) };
    if (kind < 10.5) return this.numbered(depth);
    if (kind < 12) return { type: "taskList", content: this.many(3, () => this.item("taskItem", depth)) };
    if (kind < 13) return { type: "blockquote", content: this.blocks(3, depth - 1) };
    return this.table();
  }

  private paragraph(): Json {
    return this.chance() < 0.08 ? { type: "paragraph" } : { type: "paragraph", content: this.inline(true) };
  }

  private numbered(depth: number): Json {
    const start = this.some([1, 1, 2, 7, 100]);
    return {
      type: "orderedList",
      attrs: { start },
      content: this.many(3, () => this.item("listItem", depth)),
    };
  }

  private item(type: string, depth: number): Json {
    const more = this.chance() < 0.4 ? this.blocks(2, depth - 1) : [];
    const attrs = type === "taskItem" ? { attrs: { checked: this.chance() < 0.5 } } : {};
    return { type, ...attrs, content: [this.paragraph(), ...more] };
  }

  private code(): Json {
    const text = this.many(6, () => this.some([...WORDS, "\n", "\n\n", "  ", "```", "~~~"])).join("");
    return {
      type: "codeBlock",
      attrs: { language: this.some([null, "ts", "c++"]) },
      content: [{ type: "text", text }],
    };
  }

  private table(): Json {
    const columns = this.many(3, () => this.some(ALIGNMENTS));
    const row = (type: string): Json => ({
      type: "tableRow",
      content: columns.map((align) => {
        const content = this.chance() < 0.2 ? [] : this.inline(false);
        return { type, attrs: { align }, content: [{ type: "paragraph", content }] };
      }),
    });
    return { type: "table", content: [row("tableHeader"), ...this.many(3, () => row("tableCell"))] };
  }

  private inline(hasBreaks: boolean): Json[] {
    const pieces = this.many(5, () => this.piece(hasBreaks));
    // Lines of pictures become albums, which have rules of their own.
    const hasWords = pieces.some(({ text }) => text !== undefined && text.trim() !== "");
    return hasWords ? pieces : [...pieces, { type: "text", text: "x" }];
  }

  private piece(hasBreaks: boolean): Json {
    const marks = this.marks();
    const kind = this.chance();
    if (kind < 0.06 && hasBreaks) return { type: "hardBreak", marks };
    if (kind < 0.1)
      return { type: "image", attrs: { src: "/files/a_b.png", alt: this.words(), title: null }, marks };
    if (kind < 0.13) {
      const attrs = { id: "7", name: this.some(NAMES) };
      return { type: "mention", attrs, marks: marks.filter(({ type }) => type !== "link") };
    }
    if (kind < 0.22) return { type: "text", text: this.words(), marks: [...marks, { type: "code" }] };
    return { type: "text", text: this.words(), marks };
  }

  private words(): string {
    return this.many(4, () => this.some(WORDS) + this.some(BLANK)).join("");
  }

  private marks(): NonNullable<Json["marks"]> {
    const marks: NonNullable<Json["marks"]> = [];
    for (const type of ["bold", "italic", "strike"]) if (this.chance() < 0.3) marks.push({ type });
    if (this.chance() < 0.15)
      marks.push({ type: "link", attrs: { href: this.some(ADDRESSES), title: null } });
    return marks;
  }
}
