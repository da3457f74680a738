import { type ReactNode, type Ref, type RefObject, useRef, useState } from "react";
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
import { type ActiveState, type EditorHandle, type FormatCommand, HEADING_LEVELS } from "./editing.ts";
import { editorTexts } from "./editor.texts.ts";
import classes from "./EditorToolbar.module.css";
import { InsertionPanel, type Insertion } from "./InsertionPanel.tsx";

const ICON_PX = 18;

interface Props {
  handle(): EditorHandle | null;
  mayPicture: boolean;
  mayFile: boolean;
  onFiles(files: Iterable<File>): void;
  isRich: boolean;
  canBeRich: boolean;
  /** Commands that are on where the cursor stands. */
  active: ReadonlySet<ActiveState>;
  onToggle(): void;
  /** The tools that a reply needs. */
  isCompact?: boolean;
}

/** Tools for both kinds of editor. Those for what the member may not add are not offered. */
export function EditorToolbar(props: Props) {
  const { handle, mayPicture, mayFile, onFiles, isRich, canBeRich, active, onToggle, isCompact } = props;
  const t = useTexts(editorTexts);
  const pictures = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<{ kind: Insertion; at: number } | null>(null);
  /** Opens the panel of a button at the button. */
  function toggle(kind: Insertion, button: HTMLElement): void {
    const at = button.getBoundingClientRect().left - bar.current!.getBoundingClientRect().left;
    setOpen(open?.kind === kind ? null : { kind, at });
  }
  return (
    <div ref={bar} className={classes.bar} data-compact={isCompact || undefined}>
      <div className={classes.tools} role="toolbar" aria-label={t.toolbar}>
        <Tools {...props} pictures={pictures} files={files} open={open?.kind ?? null} onInsertion={toggle} />
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
      {open && (
        <InsertionPanel {...open} bar={bar} handle={handle} active={active} onDone={() => setOpen(null)} />
      )}
    </div>
  );
}

interface ToolsProps extends Props {
  pictures: RefObject<HTMLInputElement | null>;
  files: RefObject<HTMLInputElement | null>;
  /** The panel that is open. */
  open: Insertion | null;
  onInsertion(kind: Insertion, button: HTMLElement): void;
}

function Tools(props: ToolsProps) {
  const { handle, isRich, active, isCompact } = props;
  const t = useTexts(editorTexts);

  const button = (label: string, icon: ReactNode, run: () => void, pressed?: boolean) => (
    <Tool label={label} icon={icon} isPressed={pressed} onPress={run} />
  );
  const format = (command: FormatCommand, label: string, icon: ReactNode) =>
    button(label, icon, () => handle()?.format(command), isRich ? active.has(command) : undefined);
  const act = (command: FormatCommand, label: string, icon: ReactNode) =>
    button(label, icon, () => handle()?.format(command));
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
        <TableTool {...props} />
        <span className={classes.gap} />
        <NameTools {...props} />
        <span className={classes.gap} />
        <UploadTools {...props} />
      </>
    );
  }
  return (
    <>
      {bold}
      {italic}
      {format("strike", t.strike, <IconStrikethrough size={ICON_PX} />)}
      <HeadingTool {...props} />
      <span className={classes.gap} />
      {format("bulletList", t.bulletList, <IconList size={ICON_PX} />)}
      {format("orderedList", t.orderedList, <IconListNumbers size={ICON_PX} />)}
      {format("taskList", t.taskList, <IconListCheck size={ICON_PX} />)}
      {quote}
      {code}
      <TableTool {...props} />
      <span className={classes.gap} />
      <AskTool {...props} kind="link" label={t.link} icon={<IconLink size={ICON_PX} />} />
      <UploadTools {...props} />
      <NameTools {...props} />
      <span className={classes.gap} />
      {act("undo", t.undo, <IconArrowBackUp size={ICON_PX} />)}
      {act("redo", t.redo, <IconArrowForwardUp size={ICON_PX} />)}
    </>
  );
}

function HeadingTool(props: ToolsProps) {
  const t = useTexts(editorTexts);
  const level = HEADING_LEVELS.find((each) => props.isRich && props.active.has(`heading${each}`));
  return (
    <AskTool
      {...props}
      kind="heading"
      label={t.heading}
      icon={<span className={classes.letter}>H{level}</span>}
      isPressed={props.isRich ? level !== undefined : undefined}
    />
  );
}

function TableTool(props: ToolsProps) {
  const t = useTexts(editorTexts);
  const isInTable = props.isRich && props.active.has("table");
  return (
    <AskTool
      {...props}
      kind="table"
      label={isInTable ? `${t.table} · ${t.inTable}` : t.table}
      icon={<IconTable size={ICON_PX} />}
      isDisabled={isInTable}
    />
  );
}

function NameTools(props: ToolsProps) {
  const t = useTexts(editorTexts);
  const sign = (label: string, text: string) => (
    <Tool
      label={label}
      icon={<span className={classes.letter}>{text}</span>}
      onPress={() => props.handle()?.insertText(text)}
    />
  );
  return (
    <>
      <AskTool {...props} kind="emoji" label={t.emoji} icon={<IconMoodSmile size={ICON_PX} />} />
      {sign(t.mention, "@")}
      {sign(t.topic, "#")}
    </>
  );
}

function UploadTools({ mayPicture, mayFile, pictures, files }: ToolsProps) {
  const t = useTexts(editorTexts);
  return (
    <>
      {mayPicture && (
        <Tool
          label={t.picture}
          icon={<IconPhoto size={ICON_PX} />}
          className={classes.first}
          onPress={() => pictures.current?.click()}
        />
      )}
      {mayFile && (
        <Tool
          label={t.attachment}
          icon={<IconPaperclip size={ICON_PX} />}
          onPress={() => files.current?.click()}
        />
      )}
    </>
  );
}

interface AskToolProps extends ToolsProps, Pick<ToolProps, "label" | "icon" | "isPressed" | "isDisabled"> {
  kind: Insertion;
}

/** A tool that opens a panel. */
function AskTool({ kind, label, icon, isPressed, isDisabled, open, onInsertion }: AskToolProps) {
  return (
    <Tool
      label={label}
      icon={icon}
      isPressed={isPressed}
      isDisabled={isDisabled}
      isOpen={open === kind}
      onPress={(button) => onInsertion(kind, button)}
    />
  );
}

interface ToolProps {
  label: string;
  icon: ReactNode;
  isPressed?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** State of what it opens; undefined for a tool that opens nothing. */
  isOpen?: boolean;
  className?: string | undefined;
  onPress(button: HTMLElement): void;
}

function Tool({ label, icon, isPressed, isDisabled, isOpen, className, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={`${classes.tool} ${className ?? ""}`}
      aria-label={label}
      aria-pressed={isPressed}
      aria-disabled={isDisabled || undefined}
      aria-expanded={isOpen}
      title={label}
      // The text keeps its selection: a press does not take the focus away from it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => !isDisabled && onPress(event.currentTarget)}
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
