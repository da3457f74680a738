import { type ReactNode, useRef, useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import {
  IconBold,
  IconCode,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPaperclip,
  IconPhoto,
  IconQuote,
} from "../../ui/icons.tsx";
import { type EditorHandle, type FormatCommand, linkAddress } from "./editing.ts";
import { editorTexts } from "./editor.texts.ts";
import classes from "./EditorToolbar.module.css";

const ICON_PX = 18;

interface Props {
  handle(): EditorHandle | null;
  mayPicture: boolean;
  mayFile: boolean;
  onFiles(files: Iterable<File>): void;
  isRich: boolean;
  canBeRich: boolean;
  onToggle(): void;
}

/** What can be done to the text, for both kinds of editor. What the member may not add is not offered. */
export function EditorToolbar(props: Props) {
  const { handle, mayPicture, mayFile, onFiles, isRich, canBeRich, onToggle } = props;
  const t = useTexts(editorTexts);
  const pictures = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const [asksLink, setAsksLink] = useState(false);

  const button = (label: string, icon: ReactNode, run: () => void) => (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      // The text keeps its selection: a press does not take the focus away from it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {icon}
    </button>
  );
  const format = (command: FormatCommand, label: string, icon: ReactNode) =>
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

  return (
    <div className={classes.bar}>
      <div className={classes.tools} role="group" aria-label={t.toolbar}>
        {format("bold", t.bold, <IconBold size={ICON_PX} />)}
        {format("italic", t.italic, <IconItalic size={ICON_PX} />)}
        {format("heading", t.heading, <span className={classes.letter}>H</span>)}
        {format("bulletList", t.bulletList, <IconList size={ICON_PX} />)}
        {format("orderedList", t.orderedList, <IconListNumbers size={ICON_PX} />)}
        {format("quote", t.quote, <IconQuote size={ICON_PX} />)}
        {format("code", t.code, <IconCode size={ICON_PX} />)}
        {button(t.link, <IconLink size={ICON_PX} />, () => setAsksLink(!asksLink))}
        {mayPicture && button(t.picture, <IconPhoto size={ICON_PX} />, () => pictures.current?.click())}
        {mayFile && button(t.attachment, <IconPaperclip size={ICON_PX} />, () => files.current?.click())}
        {format("mention", t.mention, <span className={classes.letter}>@</span>)}
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
      {asksLink && (
        <LinkRow
          onDone={(address) => {
            setAsksLink(false);
            if (address) handle()?.link(address);
            else handle()?.focus();
          }}
        />
      )}
    </div>
  );
}

/** Asks for an address, in the bar itself; not a form, since forms do not nest. */
function LinkRow({ onDone }: { onDone(address: string | null): void }) {
  const t = useTexts(editorTexts);
  const [text, setText] = useState("");
  const address = linkAddress(text);
  return (
    <div className={classes.link}>
      <input
        autoFocus
        type="url"
        inputMode="url"
        aria-label={t.linkAddress}
        placeholder="https://"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape") onDone(null);
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (address) onDone(address);
        }}
      />
      <Button size="sm" disabled={!address} onClick={() => onDone(address)}>
        {t.link}
      </Button>
    </div>
  );
}
