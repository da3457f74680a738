import createParser, { type MarkdownIt, type Token } from "markdown-it";
import { addressLength, isUnspaced } from "./addresses.ts";

/** Schemes of links besides addresses within the site: http, https, mailto. */
const SCHEME = /^(?:https?|mailto):/i;
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** A task that is open or done, at the beginning of an item. */
const TASK = /^\[[ \txX]\](?:[ \t]|$)/;
/** Punctuation of Chinese and other scripts: quotation marks stand beside Latin words too. */
const FOREIGN_PUNCTUATION = /[^\x00-\x7f]/u;
const PUNCTUATION = /\p{P}/u;
/** Forms of Latin letters and signs that fill a Chinese character's place. */
const FULL_WIDTH = /[\u3000-\u303f\uff01-\uffee]/u;

/** Tells of a link whether it may be one: to addresses within the site, and to the web and mail of others. */
export function isLinkable(url: string): boolean {
  return SCHEME.test(url) || !HAS_SCHEME.test(url);
}

/**
 * Makes the parser of all Markdown: of bodies on the server, and of the text in the editor. GFM without raw HTML and
 * footnotes; a line break is one.
 * @param levels levels that blocks nest in
 */
export function createGrammar(levels: number): MarkdownIt {
  const parser = new createParser("default", {
    html: false,
    breaks: true,
    linkify: true,
    maxNesting: levels,
  });
  // Addresses with a scheme are found while parsing; those without one when bodies are rendered.
  parser.core.ruler.disable(["linkify", "replacements", "smartquotes"]);
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  parser.validateLink = isLinkable;
  parser.normalizeLinkText = (url) => url;
  endAddresses(parser);
  markBesidePunctuation(parser);
  refuseFootnotes(parser);
  parser.core.ruler.push("tasks", ({ tokens }) => markTasks(tokens));
  return parser;
}

/** Ends addresses where Chinese words follow them. */
function endAddresses({ linkify }: MarkdownIt): void {
  for (const scheme of ["http:", "https:"]) {
    linkify.add(scheme, {
      validate(text, from, self) {
        const end = from + 2 + addressLength(text.slice(from + 2));
        const address = self.re.get_http_validator();
        address.lastIndex = from;
        return address.exec(text.slice(0, end))?.[0].length ?? 0;
      },
    });
  }
}

/**
 * Lets `*` and `~~` begin and end beside punctuation where no blank could stand: CommonMark wants one between a letter
 * and marks around punctuation, which Chinese, Japanese, Korean and Thai texts do not have.
 */
function markBesidePunctuation(parser: MarkdownIt): void {
  const State = parser.inline.State;
  parser.inline.State = class extends State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const run = super.scanDelims(start, canSplitWord);
      if (!canSplitWord || (run.can_open && run.can_close)) return run;
      const before = characterBefore(this.src, start);
      const after = characterAt(this.src, start + run.length, this.posMax);
      const isInside = before !== "" && after !== "" && ![before, after].some((each) => isBlank(each));
      if (!isInside || !(needsNoBlank(before) || needsNoBlank(after))) return run;
      return { ...run, can_open: true, can_close: true };
    }
  };
}

function isBlank(character: string): boolean {
  return /\s/.test(character);
}

/** True for letters and punctuation beside which marks need no blank: Chinese ones, and those of scripts like it. */
export function needsNoBlank(character: string): boolean {
  if (!FOREIGN_PUNCTUATION.test(character)) return false;
  return isUnspaced(character) || PUNCTUATION.test(character) || FULL_WIDTH.test(character);
}

function characterAt(text: string, at: number, end: number): string {
  return at < end ? String.fromCodePoint(text.codePointAt(at)!) : "";
}

function characterBefore(text: string, at: number): string {
  if (at === 0) return "";
  const isPair = at > 1 && text.charCodeAt(at - 1) >= 0xdc00 && text.charCodeAt(at - 1) <= 0xdfff;
  return text.slice(at - (isPair ? 2 : 1), at);
}

/** `[^1]: text` is no definition of a link: footnotes are text here. */
function refuseFootnotes(parser: MarkdownIt): void {
  // The parser offers no way to ask for a rule by its name.
  const { __rules__: rules } = parser.block.ruler as unknown as {
    __rules__: { name: string; fn: Parameters<typeof parser.block.ruler.at>[1] }[];
  };
  const definition = rules.find(({ name }) => name === "reference")!.fn;
  parser.block.ruler.at("reference", (state, line, end, silent) => {
    const at = state.bMarks[line]! + state.tShift[line]!;
    return !state.src.startsWith("[^", at) && definition(state, line, end, silent);
  });
}

/** Items that begin with `[ ]` or `[x]` are tasks, open or done: `meta.task` of the item says which. */
function markTasks(tokens: readonly Token[]): void {
  const lists: Token[] = [];
  tokens.forEach((token, index) => {
    if (token.type === "bullet_list_open" || token.type === "ordered_list_open") lists.push(token);
    else if (token.type === "bullet_list_close" || token.type === "ordered_list_close") lists.pop();
    if (token.type !== "inline" || tokens[index - 2]?.type !== "list_item_open") return;
    const text = token.children?.[0];
    if (text?.type !== "text" || tokens[index - 1]!.type !== "paragraph_open" || !TASK.test(text.content))
      return;
    // An escaped sign is joined with the text around it; nothing but the source tells it.
    if (!token.content.startsWith("[")) return;
    const item = tokens[index - 2]!;
    item.attrSet("class", "task-list-item");
    item.meta = { task: text.content[1] === "x" || text.content[1] === "X" ? "done" : "open" };
    text.content = text.content.slice(4).replace(/^[ \t]+/, "");
    lists.at(-1)!.attrSet("class", "contains-task-list");
  });
}
