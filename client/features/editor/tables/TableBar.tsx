import type { Editor } from "@tiptap/react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { keyOf } from "../../../platform/inputMethod.ts";
import { useTexts } from "../../../i18n/texts.ts";
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconColumnInsertRight,
  IconColumnRemove,
  IconRowInsertBottom,
  IconRowRemove,
  IconTrash,
} from "../../../ui/icons.tsx";
import { tableTexts } from "./table.texts.ts";
import classes from "./TableBar.module.css";
import {
  type Alignment,
  alignColumns,
  alignmentAt,
  ALIGNMENTS,
  deleteColumns,
  deleteRows,
} from "./tableNodes.ts";

const ICON_PX = 18;
const ALIGN_ICONS: Readonly<Record<Alignment, ReactNode>> = {
  left: <IconAlignLeft size={ICON_PX} />,
  center: <IconAlignCenter size={ICON_PX} />,
  right: <IconAlignRight size={ICON_PX} />,
};

/**
 * The bar above the table with the cursor: rows and columns to add and delete, and the alignment of a column. It stays
 * in sight while a long table is scrolled; Alt+F10 leads into it, Escape back to the text.
 */
export function TableBar({ editor }: { editor: Editor }) {
  const t = useTexts(tableTexts);
  const rail = useRef<HTMLDivElement>(null);
  const place = useTablePlace(editor, rail);
  if (!place) return null;
  const tool = (label: string, icon: ReactNode, run: () => void, isPressed?: boolean) => (
    <button
      key={label}
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      // The cursor stays in its cell: a press does not take the focus away from it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {icon}
    </button>
  );
  const chain = () => editor.chain().focus();
  return (
    <div ref={rail} className={classes.rail} style={{ top: place.top, height: place.height }}>
      <div
        className={classes.bar}
        role="toolbar"
        aria-label={t.bar}
        aria-keyshortcuts="Alt+F10"
        onKeyDown={(event) => keyOf(event) === "Escape" && editor.commands.focus()}
      >
        {tool(t.addRow, <IconRowInsertBottom size={ICON_PX} />, () => chain().addRowAfter().run())}
        {tool(t.addColumn, <IconColumnInsertRight size={ICON_PX} />, () => chain().addColumnAfter().run())}
        <span className={classes.gap} />
        {ALIGNMENTS.map((each) =>
          tool(t[each], ALIGN_ICONS[each], () => alignColumns(editor, each), place.alignment === each),
        )}
        <span className={classes.gap} />
        {tool(t.deleteRow, <IconRowRemove size={ICON_PX} />, () => deleteRows(editor))}
        {tool(t.deleteColumn, <IconColumnRemove size={ICON_PX} />, () => deleteColumns(editor))}
        {tool(t.deleteTable, <IconTrash size={ICON_PX} />, () => chain().deleteTable().run())}
      </div>
    </div>
  );
}

/** Place of a table within the editor, in CSS pixels, and the alignment of the column with the cursor. */
interface TablePlace {
  top: number;
  height: number;
  alignment: Alignment | null;
}

/** Finds the place of the table with the cursor, again with each change; null while nobody writes in one. */
function useTablePlace(editor: Editor, rail: RefObject<HTMLElement | null>): TablePlace | null {
  const [place, setPlace] = useState<TablePlace | null>(null);
  useEffect(() => {
    const field = editor.view.dom;
    const root = field.closest<HTMLElement>("[data-editor]")!;
    const look = (): void => {
      const isHere = root.contains(document.activeElement);
      const next = isHere ? placeOf(editor, root) : null;
      setPlace((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    // The focus is on its way while it leaves.
    const lookLater = (): void => void setTimeout(look);
    const enter = (event: KeyboardEvent): void => {
      if (keyOf(event) !== "F10" || !event.altKey) return;
      rail.current?.querySelector("button")?.focus();
      event.preventDefault();
    };
    const observer = new ResizeObserver(look);
    observer.observe(field);
    editor.on("transaction", look);
    root.addEventListener("focusin", look);
    root.addEventListener("focusout", lookLater);
    field.addEventListener("keydown", enter);
    return () => {
      observer.disconnect();
      editor.off("transaction", look);
      root.removeEventListener("focusin", look);
      root.removeEventListener("focusout", lookLater);
      field.removeEventListener("keydown", enter);
    };
  }, [editor, rail]);
  return place;
}

function placeOf(editor: Editor, root: HTMLElement): TablePlace | null {
  const { $from } = editor.state.selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    if ($from.node(depth).type.name !== "table") continue;
    const table = editor.view.nodeDOM($from.before(depth));
    if (!(table instanceof HTMLElement)) return null;
    const { top, height } = table.getBoundingClientRect();
    const start = root.getBoundingClientRect().top + root.clientTop - root.scrollTop;
    return { top: top - start, height, alignment: alignmentAt(editor) };
  }
  return null;
}
