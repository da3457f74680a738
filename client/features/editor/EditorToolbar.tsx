import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconCode,
  IconItalic,
  IconLink,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconMoodSmile,
  IconPaperclip,
  IconPhoto,
  IconQuote,
  IconStrikethrough,
  IconTable,
} from "../../ui/icons.tsx";
import { type EditorHandle, type FormatCommand } from "./editing.ts";
import { editorTexts } from "./editor.texts.ts";
import classes from "./EditorToolbar.module.css";
import { LinkRow } from "./LinkRow.tsx";

const EmojiPicker = lazy(() => import("./EmojiPicker.tsx").then((m) => ({ default: m.EmojiPicker })));

const ICON_PX = 18;

interface Props {
  handle(): EditorHandle | null;
  mayPicture: boolean;
  mayFile: boolean;
  onFiles(files: Iterable<File>): void;
  isRich: boolean;
  canBeRich: boolean;
  /** Commands that are on at the cursor. */
  active: ReadonlySet<FormatCommand>;
  onToggle(): void;
}

/** Toolbar with the commands on the text, for both kinds of editor. Leaves out what the member may not add. */
export function EditorToolbar(props: Props) {
  const { handle, mayPicture, mayFile, onFiles, isRich, canBeRich, active, onToggle } = props;
  const t = useTexts(editorTexts);
  const pictures = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<"link" | "emoji" | null>(null);

  const button = (label: string, icon: ReactNode, run: () => void, pressed?: boolean) => (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      // The text keeps its selection: a press does not take the focus away from it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {icon}
    </button>
  );
  const format = (command: FormatCommand, label: string, icon: ReactNode) =>
    button(label, icon, () => handle()?.format(command), isRich ? active.has(command) : undefined);
  const act = (command: FormatCommand, label: string, icon: ReactNode) =>
    button(label, icon, () => handle()?.format(command));
  const input = (ref: typeof pictures, accept?: string) => (
    <input
      ref={ref}
      type="file"
      accept={accept}
      multiple
      hidden
      onChange={(event) => {
        onFiles(Array.from(event.currentTarget.files ?? []));
        event.currentTarget.value = "";
      }}
    />
  );
  const sign = (label: string, text: string) =>
    button(label, <span className={classes.letter}>{text}</span>, () => handle()?.insertText(text));

  return (
    <div className={classes.bar}>
      <div className={classes.tools} role="toolbar" aria-label={t.toolbar}>
        {format("bold", t.bold, <IconBold size={ICON_PX} />)}
        {format("italic", t.italic, <IconItalic size={ICON_PX} />)}
        {format("strike", t.strike, <IconStrikethrough size={ICON_PX} />)}
        {format("heading", t.heading, <span className={classes.letter}>H</span>)}
        <span className={classes.gap} />
        {format("bulletList", t.bulletList, <IconList size={ICON_PX} />)}
        {format("orderedList", t.orderedList, <IconListNumbers size={ICON_PX} />)}
        {format("taskList", t.taskList, <IconListCheck size={ICON_PX} />)}
        {format("quote", t.quote, <IconQuote size={ICON_PX} />)}
        {format("code", t.code, <IconCode size={ICON_PX} />)}
        {format("table", t.table, <IconTable size={ICON_PX} />)}
        <span className={classes.gap} />
        {button(t.link, <IconLink size={ICON_PX} />, () => setOpen(open === "link" ? null : "link"))}
        {mayPicture && button(t.picture, <IconPhoto size={ICON_PX} />, () => pictures.current?.click())}
        {mayFile && button(t.attachment, <IconPaperclip size={ICON_PX} />, () => files.current?.click())}
        {button(t.emoji, <IconMoodSmile size={ICON_PX} />, () => setOpen(open === "emoji" ? null : "emoji"))}
        {sign(t.mention, "@")}
        {sign(t.topic, "#")}
        <span className={classes.gap} />
        {act("undo", t.undo, <IconArrowBackUp size={ICON_PX} />)}
        {act("redo", t.redo, <IconArrowForwardUp size={ICON_PX} />)}
      </div>
      <button
        type="button"
        className={classes.mode}
        onClick={onToggle}
        disabled={!isRich && !canBeRich}
        title={!isRich && !canBeRich ? t.sourceOnly : undefined}
      >
        {isRich ? t.source : t.rich}
      </button>
      {mayPicture && input(pictures, "image/*")}
      {mayFile && input(files)}
      {open === "link" && (
        <LinkRow
          onDone={(address) => {
            setOpen(null);
            if (address) handle()?.link(address);
            else handle()?.focus();
          }}
        />
      )}
      {open === "emoji" && (
        <Suspense fallback={null}>
          <EmojiPicker
            onPick={(unicode) => {
              setOpen(null);
              handle()?.insertText(unicode);
            }}
            onClose={() => {
              setOpen(null);
              handle()?.focus();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
