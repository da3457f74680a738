import { lazy, type ReactNode, type Ref, type RefObject, Suspense, useRef, useState } from "react";
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

/** Parts of a text that are asked for in a panel below the tools. */
type Insertion = "link" | "emoji";

interface Props {
  handle(): EditorHandle | null;
  mayPicture: boolean;
  mayFile: boolean;
  onFiles(files: Iterable<File>): void;
  isRich: boolean;
  canBeRich: boolean;
  /** Commands that are on where the cursor stands. */
  active: ReadonlySet<FormatCommand>;
  onToggle(): void;
  /** The tools that a reply needs. */
  isCompact?: boolean;
}

/** Tools for both kinds of editor. Those for what the member may not add are not offered. */
export function EditorToolbar(props: Props) {
  const { handle, mayPicture, mayFile, onFiles, isRich, canBeRich, onToggle, isCompact } = props;
  const t = useTexts(editorTexts);
  const pictures = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<Insertion | null>(null);
  return (
    <div className={classes.bar} data-compact={isCompact || undefined}>
      <div className={classes.tools} role="toolbar" aria-label={t.toolbar}>
        <Tools
          {...props}
          pictures={pictures}
          files={files}
          onInsertion={(kind) => setOpen(open === kind ? null : kind)}
        />
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
      {mayPicture && <FileInput ref={pictures} accept="image/*" onFiles={onFiles} />}
      {mayFile && <FileInput ref={files} onFiles={onFiles} />}
      {open && <InsertionPanel kind={open} handle={handle} onDone={() => setOpen(null)} />}
    </div>
  );
}

interface ToolsProps extends Props {
  pictures: RefObject<HTMLInputElement | null>;
  files: RefObject<HTMLInputElement | null>;
  onInsertion(kind: Insertion): void;
}

function Tools(props: ToolsProps) {
  const { handle, mayPicture, mayFile, isRich, active, isCompact, pictures, files, onInsertion } = props;
  const t = useTexts(editorTexts);

  const button = (label: string, icon: ReactNode, run: () => void, pressed?: boolean) => (
    <Tool label={label} icon={icon} isPressed={pressed} onPress={run} />
  );
  const format = (command: FormatCommand, label: string, icon: ReactNode) =>
    button(label, icon, () => handle()?.format(command), isRich ? active.has(command) : undefined);
  const act = (command: FormatCommand, label: string, icon: ReactNode) =>
    button(label, icon, () => handle()?.format(command));
  const sign = (label: string, text: string) =>
    button(label, <span className={classes.letter}>{text}</span>, () => handle()?.insertText(text));

  const upload = (
    <>
      {mayPicture && (
        <Tool
          label={t.picture}
          icon={<IconPhoto size={ICON_PX} />}
          className={isCompact ? classes.first : undefined}
          onPress={() => pictures.current?.click()}
        />
      )}
      {mayFile && button(t.attachment, <IconPaperclip size={ICON_PX} />, () => files.current?.click())}
    </>
  );
  const names = (
    <>
      {button(t.emoji, <IconMoodSmile size={ICON_PX} />, () => onInsertion("emoji"))}
      {sign(t.mention, "@")}
      {sign(t.topic, "#")}
    </>
  );
  const bold = format("bold", t.bold, <IconBold size={ICON_PX} />);
  const italic = format("italic", t.italic, <IconItalic size={ICON_PX} />);
  const quote = format("quote", t.quote, <IconQuote size={ICON_PX} />);
  const code = format("code", t.code, <IconCode size={ICON_PX} />);

  if (isCompact) {
    return (
      <>
        {bold}
        {italic}
        {quote}
        {code}
        <span className={classes.gap} />
        {names}
        <span className={classes.gap} />
        {upload}
      </>
    );
  }
  return (
    <>
      {bold}
      {italic}
      {format("strike", t.strike, <IconStrikethrough size={ICON_PX} />)}
      {format("heading", t.heading, <span className={classes.letter}>H</span>)}
      <span className={classes.gap} />
      {format("bulletList", t.bulletList, <IconList size={ICON_PX} />)}
      {format("orderedList", t.orderedList, <IconListNumbers size={ICON_PX} />)}
      {format("taskList", t.taskList, <IconListCheck size={ICON_PX} />)}
      {quote}
      {code}
      {format("table", t.table, <IconTable size={ICON_PX} />)}
      <span className={classes.gap} />
      {button(t.link, <IconLink size={ICON_PX} />, () => onInsertion("link"))}
      {upload}
      {names}
      <span className={classes.gap} />
      {act("undo", t.undo, <IconArrowBackUp size={ICON_PX} />)}
      {act("redo", t.redo, <IconArrowForwardUp size={ICON_PX} />)}
    </>
  );
}

interface ToolProps {
  label: string;
  icon: ReactNode;
  isPressed?: boolean | undefined;
  className?: string | undefined;
  onPress(): void;
}

function Tool({ label, icon, isPressed, className, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={`${classes.tool} ${className ?? ""}`}
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      // The text keeps its selection: a press does not take the focus away from it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {icon}
    </button>
  );
}

interface FileInputProps {
  ref: Ref<HTMLInputElement>;
  accept?: string;
  onFiles(files: Iterable<File>): void;
}

function FileInput({ ref, accept, onFiles }: FileInputProps) {
  return (
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
}

interface InsertionPanelProps {
  kind: Insertion;
  handle(): EditorHandle | null;
  onDone(): void;
}

/** Asks for the address of a link, or for an emoji, and puts it into the text. */
function InsertionPanel({ kind, handle, onDone }: InsertionPanelProps) {
  if (kind === "link") {
    return (
      <LinkRow
        onDone={(address) => {
          onDone();
          if (address) handle()?.link(address);
          else handle()?.focus();
        }}
      />
    );
  }
  return (
    <Suspense fallback={null}>
      <EmojiPicker
        onPick={(unicode) => {
          onDone();
          handle()?.insertText(unicode);
        }}
        onClose={() => {
          onDone();
          handle()?.focus();
        }}
      />
    </Suspense>
  );
}
