import type { JSONContent } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { Token } from "markdown-it";
import { inlineMarkdown } from "./inlineMarkdown.ts";
import { editorGrammar, inlineContent } from "./inlineContent.ts";

/** Blocks of the editor by the tokens of the grammar that open them. */
const OPENED: Readonly<Record<string, (token: Token) => JSONContent>> = {
  paragraph_open: () => ({ type: "paragraph" }),
  heading_open: ({ tag }) => ({ type: "heading", attrs: { level: Number(tag[1]) } }),
  blockquote_open: () => ({ type: "blockquote" }),
  bullet_list_open: () => ({ type: "bulletList" }),
  ordered_list_open: (token) => ({
    type: "orderedList",
    attrs: { start: Number(token.attrGet("start") ?? 1) },
  }),
  list_item_open: ({ meta }) => ({
    type: "listItem",
    attrs: { task: (meta as { task?: string } | null)?.task },
  }),
  table_open: () => ({ type: "table" }),
  tr_open: () => ({ type: "tableRow" }),
  th_open: (token) => ({ type: "tableHeader", attrs: { align: alignOf(token) } }),
  td_open: (token) => ({ type: "tableCell", attrs: { align: alignOf(token) } }),
};
const CLOSED = new Set(Object.keys(OPENED).map((name) => name.replace("open", "close")));
const EMPTY_LINE: JSONContent = { type: "paragraph" };

function alignOf(token: Token): string | null {
  return /^text-align:(left|center|right)$/.exec(String(token.attrGet("style") ?? ""))?.[1] ?? null;
}

/** Reads Markdown as the blocks that the editor shows; none for an empty text. */
export function contentFrom(markdown: string): JSONContent[] {
  const open: JSONContent[] = [{ content: [] }];
  const add = (...nodes: JSONContent[]): void => void (open.at(-1)!.content ??= []).push(...nodes);
  for (const token of editorGrammar.parse(markdown, {})) {
    const begin = OPENED[token.type];
    if (begin) open.push(begin(token));
    else if (CLOSED.has(token.type)) add(...closed(open.pop()!));
    else if (token.type === "inline") {
      const content = inlineContent(token.children ?? []);
      const isCell = open.at(-1)!.type!.startsWith("table");
      const line = content.length > 0 ? { type: "paragraph", content } : EMPTY_LINE;
      add(...(isCell ? [line] : content));
    } else if (token.type === "hr") add({ type: "horizontalRule" });
    else if (token.type === "fence" || token.type === "code_block") add(codeBlock(token));
  }
  return open[0]!.content!;
}

function codeBlock({ content, info }: Token): JSONContent {
  const text = content.replace(/\n$/, "");
  const language = /\S+/.exec(info)?.[0] ?? null;
  return { type: "codeBlock", attrs: { language }, ...(text && { content: [{ type: "text", text }] }) };
}

/** A block with what the editor's own rules ask of it. */
function closed(node: JSONContent): JSONContent[] {
  const { type, content = [] } = node;
  if (type === "bulletList" || type === "orderedList") return listsOf(node);
  const needsLine = type === "listItem" ? content[0]?.type !== "paragraph" : content.length === 0;
  if (needsLine && ["listItem", "blockquote", "tableHeader", "tableCell"].includes(type!))
    return [{ ...node, content: [EMPTY_LINE, ...content] }];
  return [node];
}

/** The list, or several where tasks stand among other items; numbered tasks keep their signs as text. */
function listsOf({ type, attrs, content: items = [] }: JSONContent): JSONContent[] {
  const lists: JSONContent[] = [];
  for (const { content, attrs: item } of items) {
    const task = item!["task"] as string | undefined;
    const isTask = task !== undefined && type === "bulletList";
    const kind = isTask ? "taskList" : type!;
    if (lists.at(-1)?.type !== kind) lists.push({ type: kind, ...(attrs && { attrs }), content: [] });
    const words = task !== undefined && !isTask ? withSigns(content!, task) : content!;
    const checked = { attrs: { checked: task === "done" } };
    lists
      .at(-1)!
      .content!.push({ type: isTask ? "taskItem" : "listItem", ...(isTask && checked), content: words });
  }
  return lists;
}

function withSigns([line, ...rest]: JSONContent[], task: string): JSONContent[] {
  const signs = { type: "text", text: task === "done" ? "[x] " : "[ ] " };
  return [{ ...line!, content: [signs, ...(line!.content ?? [])] }, ...rest];
}

/** Writes the blocks of a node as Markdown that the grammar reads as the same blocks. */
export function markdownFrom(parent: Node): string {
  return blocksOf(parent);
}

const LIST_SIGNS: Readonly<Record<string, readonly [string, string]>> = {
  bulletList: ["-", "*"],
  taskList: ["-", "*"],
  orderedList: [".", ")"],
};

function blocksOf(parent: Node): string {
  let text = "";
  let before: { node: Node; sign: string } | null = null;
  parent.forEach((node) => {
    const signs = LIST_SIGNS[node.type.name];
    // A list of the same kind right behind another would go on with it; tasks and other items may share one.
    const goesOn =
      signs !== undefined && before !== null && LIST_SIGNS[before.node.type.name]?.[0] === signs[0];
    const isShared = goesOn && before!.node.type !== node.type;
    const sign = !goesOn
      ? (signs?.[0] ?? "")
      : isShared
        ? before!.sign
        : signs.find((each) => each !== before!.sign)!;
    const block = signs ? listOf(node, sign) : blockOf(node);
    if (block === "") return;
    if (before) text += isShared || isTight(before.node, node, parent, block) ? "\n" : "\n\n";
    text += block;
    before = { node, sign };
  });
  return text;
}

/** True for what may follow the words of an item in the next line. */
function isTight(before: Node, node: Node, parent: Node, block: string): boolean {
  if (!parent.type.name.endsWith("Item") || before.type.name !== "paragraph") return false;
  if (!LIST_SIGNS[node.type.name]) return node.type.name === "codeBlock" || node.type.name === "blockquote";
  // An item without words would underline the line above, and only a list that begins with 1 may follow words.
  const isEmpty = /^(?:[-*]|\d+[.)])(?:\n|$)/.test(block);
  return !isEmpty && (node.type.name !== "orderedList" || node.attrs["start"] === 1);
}

function blockOf(node: Node): string {
  switch (node.type.name) {
    case "paragraph":
      return inlineMarkdown(node, "lines");
    case "heading": {
      const words = inlineMarkdown(node, "line");
      return words === "" ? "" : `${"#".repeat(Number(node.attrs["level"]))} ${words}`;
    }
    case "blockquote":
      return blocksOf(node)
        .split("\n")
        .map((line) => (line === "" ? ">" : `> ${line}`))
        .join("\n");
    case "codeBlock":
      return fenced(node);
    case "horizontalRule":
      return "---";
    case "table":
      return tableOf(node);
    default:
      return blocksOf(node);
  }
}

function fenced(node: Node): string {
  const text = node.textContent;
  const language = String(node.attrs["language"] ?? "");
  const sign = language.includes("`") ? "~" : "`";
  const longest = Math.max(2, ...[...text.matchAll(/`+|~+/g)].map(([run]) => run.length));
  const fence = sign.repeat(longest + 1);
  return `${fence}${language}\n${text === "" ? "" : `${text}\n`}${fence}`;
}

function listOf(list: Node, sign: string): string {
  const items: string[] = [];
  const start = Math.max(0, Math.min(999_999_999 - list.childCount, Number(list.attrs["start"] ?? 1)));
  list.forEach((item, _offset, index) => {
    const mark = list.type.name === "orderedList" ? `${start + index}${sign}` : sign;
    items.push(itemOf(item, mark));
  });
  return items.join("\n");
}

function itemOf(item: Node, mark: string): string {
  const isTask = item.type.name === "taskItem";
  let text = blocksOf(item);
  const first = item.children.find((block) => !block.isTextblock || blockOf(block) !== "");
  const hasWords = first?.type.name === "paragraph";
  if (isTask) {
    const rest = hasWords ? ` ${text}` : text && `\n\n${text}`;
    text = (item.attrs["checked"] ? "[x]" : "[ ]") + rest;
  } else if (!hasWords && text !== "") text = `\n${text}`;
  // Words that look like the box of a task.
  else if (/^[-*]$/.test(mark)) text = text.replace(/^\[(?=[ xX]\](?:\s|$))/, "\\[");
  const [line = "", ...rest] = text.split("\n");
  const indent = " ".repeat(mark.length + 1);
  return [line === "" ? mark : `${mark} ${line}`, ...rest.map((each) => each && indent + each)].join("\n");
}

function tableOf(table: Node): string {
  const rows: string[] = [];
  table.forEach((row, _offset, index) => {
    const cells: string[] = [];
    const rules: string[] = [];
    row.forEach((cell) => {
      const lines: string[] = [];
      cell.forEach((line) => void lines.push(inlineMarkdown(line, "line").replaceAll("|", "\\|")));
      cells.push(lines.filter((line) => line !== "").join(" "));
      rules.push(RULES[String(cell.attrs["align"])] ?? "---");
    });
    rows.push(`| ${cells.join(" | ")} |`);
    if (index === 0) rows.push(`| ${rules.join(" | ")} |`);
  });
  return rows.join("\n");
}

/** Signs below the heads of a table by the alignment of the column. */
const RULES: Readonly<Record<string, string>> = { left: ":--", center: ":-:", right: "--:" };
