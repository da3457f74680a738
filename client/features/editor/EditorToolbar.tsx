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
  const { handle, mayPicture, mayFile, isRich, active, isCompact, pictures, files } = props;
  const t = useTexts(editorTexts);

  const button = (label: string, icon: ReactNode, run: () => void, pressed?: boolean) => (
    <Tool label={label} icon={icon} isPressed={pressed} onPress={run} />
  );
  const format = (command: FormatCommand, label: string, icon: ReactNode) =>
    button(label, icon, () => handle()?.format(command), isRich ? active.has(command) : undefined);
  const act = (command: FormatCommand, label: string, icon: ReactNode) =>
    button(label, icon, () => handle()?.format(command));
  const ask = (
    kind: Insertion,
    label: string,
    icon: ReactNode,
    isPressed?: boolean,
    isDisabled?: boolean,
  ) => (
    <Tool
      label={label}
      icon={icon}
      isPressed={isPressed}
      isDisabled={isDisabled}
      isOpen={props.open === kind}
      onPress={(button) => props.onInsertion(kind, button)}
    />
  );
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
      {ask("emoji", t.emoji, <IconMoodSmile size={ICON_PX} />)}
      {sign(t.mention, "@")}
      {sign(t.topic, "#")}
    </>
  );
  const bold = format("bold", t.bold, <IconBold size={ICON_PX} />);
  const italic = format("italic", t.italic, <IconItalic size={ICON_PX} />);
  const quote = format("quote", t.quote, <IconQuote size={ICON_PX} />);
  const code = format("code", t.code, <IconCode size={ICON_PX} />);
  const level = HEADING_LEVELS.find((each) => isRich && active.has(`heading${each}`));
  const isInTable = isRich && active.has("table");
  const table = ask(
    "table",
    isInTable ? `${t.table} · ${t.inTable}` : t.table,
    <IconTable size={ICON_PX} />,
    undefined,
    isInTable,
  );

  if (isCompact) {
    return (
      <>
        {bold}
        {italic}
        {quote}
        {code}
        {table}
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
      {ask(
        "heading",
        t.heading,
        <span className={classes.letter}>H{level}</span>,
        isRich ? level !== undefined : undefined,
      )}
      <span className={classes.gap} />
      {format("bulletList", t.bulletList, <IconList size={ICON_PX} />)}
      {format("orderedList", t.orderedList, <IconListNumbers size={ICON_PX} />)}
      {format("taskList", t.taskList, <IconListCheck size={ICON_PX} />)}
      {quote}
      {code}
      {table}
      <span className={classes.gap} />
      {ask("link", t.link, <IconLink size={ICON_PX} />)}
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
  isDisabled?: boolean | undefined;
  /** Whether what it opens is open; undefined for a tool that opens nothing. */
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
