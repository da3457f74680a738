import { type ComponentType, useEffect, useState } from "react";
import { isRichable } from "./editing.ts";
import type { RichEditorProps } from "./RichEditor.tsx";

/** Key of the storage under which the editor of choice is remembered. */
const MODE_KEY = "luntan_editor";

/** Loads the rich editor. */
const loadRich = () => import("./RichEditor.tsx").then((module) => module.RichEditor);

/**
 * Chooses between the rich editor and the source. The rich one comes when it has arrived, the text is one that it can
 * give back unharmed, and nobody is typing.
 */
export function useEditorMode(value: string) {
  const [wantsRich, setWantsRich] = useState(false);
  const [Rich, setLoaded] = useState<ComponentType<RichEditorProps> | null>(null);
  const [isTyping, setTyping] = useState(false);
  const canBeRich = isRichable(value);
  const [isRich, setRich] = useState(false);

  useEffect(() => {
    let isGone = false;
    if (readMode() === "source") return;
    loadRich()
      .then((loaded) => {
        if (isGone) return;
        setWantsRich(true);
        setLoaded(() => loaded);
      })
      // Without the rich editor the plain field stays: nothing is lost.
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, []);

  // The plain field is left only when nobody types in it, and when its text survives.
  const shouldBeRich = wantsRich && Rich !== null && canBeRich;
  if (shouldBeRich && !isRich && !isTyping) setRich(true);
  if (!shouldBeRich && isRich && !wantsRich) setRich(false);

  function toggle(): void {
    const next = isRich ? "source" : "rich";
    keepMode(next);
    if (next === "source") {
      setWantsRich(false);
      setRich(false);
      return;
    }
    setTyping(false);
    setWantsRich(true);
    void loadRich().then((loaded) => setLoaded(() => loaded));
  }

  return {
    Rich: isRich ? Rich : null,
    isReady: shouldBeRich && !isRich,
    wantsRich,
    canBeRich,
    toggle,
    setTyping,
  };
}

function readMode(): string | null {
  try {
    return localStorage.getItem(MODE_KEY);
  } catch {
    return null;
  }
}

function keepMode(mode: string): void {
  try {
    localStorage.setItem(MODE_KEY, mode);
  } catch {
    // The choice is forgotten; nothing else depends on it.
  }
}
