import { type Editor, Extension } from "@tiptap/core";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { Fragment, type Node, type NodeType } from "@tiptap/pm/model";
import { type EditorState, Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";
import { selectedRect } from "@tiptap/pm/tables";

/** Ways in which the cells of a column stand. */
export const ALIGNMENTS = ["left", "center", "right"] as const;
/** Way in which the cells of a column stand. */
export type Alignment = (typeof ALIGNMENTS)[number];

/** Says the alignment as published cells say it, so that both look alike. */
const align = {
  default: null,
  parseHTML: (cell: HTMLElement) => alignmentOf(cell.getAttribute("align") ?? ""),
  renderHTML: ({ align }: Record<string, unknown>) => (align ? { align } : {}),
};

function alignmentOf(value: string): Alignment | null {
  return ALIGNMENTS.find((alignment) => alignment === value) ?? null;
}

/** Keeps tables as Markdown can say them, and leads from cell to cell. */
const TableRules = Extension.create({
  name: "tableRules",
  // Before the keys of lists and paragraphs.
  priority: 200,
  addKeyboardShortcuts() {
    const below = () => goBelow(this.editor);
    return { Enter: below, "Shift-Enter": below };
  },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction: (changes, _before, state) =>
          changes.some(({ docChanged }) => docChanged) ? asMarkdown(state) : null,
      }),
    ];
  },
});

/** Tables of Markdown: one row of heads, a line of text per cell, one alignment per column. */
export const tableNodes = [
  Table.configure({ resizable: false }),
  TableRow,
  TableHeader.extend({ content: "paragraph+", addAttributes: withAlign }),
  TableCell.extend({ content: "paragraph+", addAttributes: withAlign }),
  TableRules,
];

function withAlign(this: { parent?: (() => object) | null | undefined }) {
  return { ...this.parent?.(), align };
}

/** Moves the cursor into the cell below, from the last row behind the table. @returns false outside tables */
function goBelow(editor: Editor): boolean {
  if (!editor.isActive("table")) return false;
  const { map, table, tableStart, left, bottom } = selectedRect(editor.state);
  const { tr } = editor.state;
  const end = tableStart - 1 + table.nodeSize;
  if (bottom === map.height && !tr.doc.resolve(end).nodeAfter?.isTextblock)
    tr.insert(end, editor.schema.nodes["paragraph"]!.create());
  const target = bottom < map.height ? tableStart + map.positionAt(bottom, left, table) : end;
  tr.setSelection(TextSelection.near(tr.doc.resolve(target + 1)));
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

/** Mends what was pasted, added or left over: null where all tables are as Markdown says them. */
function asMarkdown({ doc, tr, schema }: EditorState): Transaction | null {
  const { tableHeader, tableCell } = schema.nodes;
  doc.descendants((table, start) => {
    if (table.type.name !== "table") return !table.isTextblock;
    const heads = table.firstChild!;
    table.forEach((row, rowOffset, rowIndex) => {
      const type = rowIndex === 0 ? tableHeader! : tableCell!;
      row.forEach((cell, cellOffset, column) => {
        const columnAlign = (heads.maybeChild(column)?.attrs["align"] ?? null) as Alignment | null;
        mendCell(tr, start + 1 + rowOffset + 1 + cellOffset, cell, type, columnAlign);
      });
    });
    return false;
  });
  return tr.docChanged ? tr : null;
}

function mendCell(tr: Transaction, at: number, cell: Node, type: NodeType, columnAlign: string | null): void {
  const { align, colspan, rowspan } = cell.attrs;
  if (cell.type !== type || align !== columnAlign || colspan !== 1 || rowspan !== 1)
    tr.setNodeMarkup(tr.mapping.map(at), type, { align: columnAlign });
  const line = oneLine(cell);
  if (line) {
    const inside = tr.mapping.map(at) + 1;
    tr.replaceWith(inside, inside + cell.content.size, line);
  }
}

/** The lines of a cell as one paragraph; null for a cell that is one line. */
function oneLine(cell: Node): Node | null {
  const { schema } = cell.type;
  const blank = schema.text(" ");
  let isLine = cell.childCount === 1;
  let words = Fragment.empty;
  cell.forEach((paragraph) => {
    if (words.size > 0 && paragraph.content.size > 0) words = words.addToEnd(blank);
    paragraph.forEach((part) => {
      if (part.type.name === "hardBreak") isLine = false;
      words = words.append(Fragment.from(part.type.name === "hardBreak" ? blank : part));
    });
  });
  return isLine ? null : schema.nodes["paragraph"]!.create(null, words);
}

/** The alignment of the column with the cursor; null outside tables. */
export function alignmentAt(editor: Editor): Alignment | null {
  if (!editor.isActive("table")) return null;
  const { map, table, left } = selectedRect(editor.state);
  const head = table.nodeAt(map.positionAt(0, left, table));
  return alignmentOf(String(head?.attrs["align"] ?? "")) ?? "left";
}

/** Aligns the columns with the cursor: their heads say it for all cells. */
export function alignColumns(editor: Editor, alignment: Alignment): void {
  const { map, table, tableStart, left, right } = selectedRect(editor.state);
  const { tr } = editor.state;
  for (let column = left; column < right; column++) {
    const value = alignment === "left" ? null : alignment;
    tr.setNodeAttribute(tableStart + map.positionAt(0, column, table), "align", value);
  }
  editor.view.dispatch(tr);
  editor.view.focus();
}

/** Deletes the rows with the cursor; with the last one goes the table. */
export function deleteRows(editor: Editor): void {
  const { map, top, bottom } = selectedRect(editor.state);
  const chain = editor.chain().focus();
  (bottom - top === map.height ? chain.deleteTable() : chain.deleteRow()).run();
}

/** Deletes the columns with the cursor; with the last one goes the table. */
export function deleteColumns(editor: Editor): void {
  const { map, left, right } = selectedRect(editor.state);
  const chain = editor.chain().focus();
  (right - left === map.width ? chain.deleteTable() : chain.deleteColumn()).run();
}

/** Inserts an empty table at the cursor; behind the list, the quote or the code that the cursor is in. */
export function insertTable(editor: Editor, rows: number, columns: number): void {
  // A table within a table could not be written as Markdown.
  if (editor.isActive("table")) return void editor.commands.focus();
  const { $from } = editor.state.selection;
  const chain = editor.chain().focus();
  if ($from.depth > 1 || $from.parent.type.spec.code) {
    const behind = $from.after(1);
    chain.insertContentAt(behind, { type: "paragraph" }).setTextSelection(behind + 1);
  }
  chain.insertTable({ rows, cols: columns, withHeaderRow: true }).run();
}
