import { useState } from "react";
import { keyOf } from "../../platform/inputMethod.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { linkAddress } from "./editing.ts";
import { editorTexts } from "./editor.texts.ts";
import classes from "./EditorToolbar.module.css";

/** Asks for an address, in the bar itself; not a form, since forms do not nest. */
export function LinkRow({ onDone }: { onDone(address: string | null): void }) {
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
          if (keyOf(event) === "Escape") onDone(null);
          if (keyOf(event) !== "Enter") return;
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
