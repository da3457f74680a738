import { useEffect, useRef, useState } from "react";
import { errorOf } from "../../../apollo/errors.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { type DraftContent, EMPTY_DRAFT } from "../../drafts/localDraft.ts";
import { type DraftOptions, useDraft } from "../../drafts/useDraft.ts";
import { useSignInAgain } from "../../drafts/useSignInAgain.ts";
import type { TextHandle } from "../../editor/MarkdownArea.tsx";
import { useUploads } from "../../editor/useUploads.ts";
import { composerTexts } from "./composer.texts.ts";

interface Options extends Omit<DraftOptions, "onRestore"> {
  /** Text to begin with. */
  start: string;
  /** Files that the text has already. */
  fileCount?: number;
}

/** Text and files of a reply while it is written: saved as a draft with each change, told if they could not be sent. */
export type Composer = ReturnType<typeof useComposer>;

/** Holds what is written in a composer. */
export function useComposer({ start, fileCount = 0, ...draftOptions }: Options) {
  const { site } = useViewer();
  const t = useTexts(composerTexts);
  const text = useRef<TextHandle>(null);
  const [content, setContent] = useState<DraftContent>({ ...EMPTY_DRAFT, body: start });
  const [error, setError] = useState<string | null>(null);
  const signInAgain = useSignInAgain();
  const draft = useDraft({ ...draftOptions, onRestore: setContent });
  const latest = useRef(content);
  useEffect(() => {
    latest.current = content;
  }, [content]);

  function change(patch: Partial<DraftContent>): void {
    const next = { ...latest.current, ...patch };
    latest.current = next;
    setContent(next);
    draft.change(next);
    setError(null);
  }
  const uploads = useUploads({
    present: content.files.length + fileCount,
    mayImage: site.viewerCanInsertImage,
    mayFile: false,
    target: () => text.current,
    onDone: (file) => change({ files: [...latest.current.files, file] }),
  });

  return {
    text,
    content,
    change,
    clear: () => setContent(EMPTY_DRAFT),
    draft,
    uploads,
    error,
    setError,
    /**
     * Tells why it could not be sent; whose session has ended signs in again, and the text stays on this device.
     * @param returnTo address to come back to after signing in; the present one without it
     */
    fail(thrown: unknown, returnTo?: string): void {
      const failure = errorOf(thrown);
      draft.flushLocal();
      if (!signInAgain(failure, returnTo)) setError(t.kept(failure.message));
    },
  };
}
