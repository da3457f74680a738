import { type CSSProperties, lazy, type RefObject, Suspense, useEffect, useEffectEvent } from "react";
import type { ActiveState, EditorHandle } from "./editing.ts";
import classes from "./EditorToolbar.module.css";
import { HeadingMenu } from "./HeadingMenu.tsx";
import { LinkRow } from "./LinkRow.tsx";

const EmojiPicker = lazy(() => import("./EmojiPicker.tsx").then((m) => ({ default: m.EmojiPicker })));
const TableSizePicker = lazy(() =>
  import("./tables/TableSizePicker.tsx").then((m) => ({ default: m.TableSizePicker })),
);

/** Parts of a text that are asked for in a panel at their tool. */
export type Insertion = "link" | "emoji" | "table" | "heading";

interface Props {
  kind: Insertion;
  /** Place of the tool in its bar, in CSS pixels. */
  at: number;
  bar: RefObject<HTMLElement | null>;
  handle(): EditorHandle | null;
  active: ReadonlySet<ActiveState>;
  onDone(): void;
}

/** Asks for the address of a link, an emoji, the size of a table or the step of a heading, and puts it into the text. */
export function InsertionPanel({ kind, at, bar, handle, active, onDone }: Props) {
  const done = useEffectEvent(onDone);
  const isOverText = kind !== "link";
  useEffect(() => {
    if (!isOverText) return;
    const closeOutside = (event: PointerEvent) => {
      if (!bar.current?.contains(event.target as Node)) done();
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [bar, isOverText]);

  const close = () => {
    onDone();
    handle()?.focus();
  };
  const put = (work: (text: EditorHandle) => void) => {
    onDone();
    const text = handle();
    if (text) work(text);
  };
  if (kind === "link") {
    return <LinkRow onDone={(address) => (address ? put((text) => text.link(address)) : close())} />;
  }
  return (
    <div className={classes.panel} data-kind={kind} style={{ "--at": `${at}px` } as CSSProperties}>
      <Suspense fallback={null}>
        {kind === "emoji" && (
          <EmojiPicker onPick={(unicode) => put((text) => text.insertText(unicode))} onClose={close} />
        )}
        {kind === "table" && (
          <TableSizePicker
            onPick={(rows, columns) => put((text) => text.table(rows, columns))}
            onClose={close}
          />
        )}
        {kind === "heading" && (
          <HeadingMenu
            active={active}
            onPick={(command) => put((text) => text.format(command))}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}
