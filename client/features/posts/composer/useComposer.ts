import { useEffect, useRef, useState } from "react";
import { errorOf } from "../../../apollo/errors.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { type DraftContent, EMPTY_DRAFT } from "../../drafts/localDraft.ts";
import { type DraftOptions, useDraft } from "../../drafts/useDraft.ts";
import { useSignInAgain } from "../../drafts/useSignInAgain.ts";
import { type AttachedFile, withFile } from "../../editor/attachedFile.ts";
import type { EditorHandle } from "../../editor/editing.ts";
import { markdownOf } from "../../editor/pendingMarks.ts";
import { useUploads } from "../../editor/useUploads.ts";
import { composerTexts } from "./composer.texts.ts";

interface Options extends Omit<DraftOptions, "onRestore"> {
  /** Text to begin with. */
  start: string;
  /** Name of the draft among others. */
  title?: string;
  /** Files that the text has already. */
  fileCount?: number;
}

/** Text and files of a reply while it is written: saved as a draft with each change, told if they could not be sent. */
export type Composer = ReturnType<typeof useComposer>;

/** Holds what is written in a composer. */
export function useComposer({ start, title = "", fileCount = 0, ...draftOptions }: Options) {
  const { site } = useViewer();
  const t = useTexts(composerTexts);
  const editor = useRef<(() => EditorHandle | null) | null>(null);
  const [content, setContent] = useState<DraftContent>({ ...EMPTY_DRAFT, body: start });
  const [error, setError] = useState<string | null>(null);
  const signInAgain = useSignInAgain();
  const latest = useRef(content);
  useEffect(() => {
    latest.current = content;
  }, [content]);
  /** Counts replacements of the text from outside, which the editor has to take over. */
  const [generation, setGeneration] = useState(0);
  function replace(next: DraftContent): void {
    latest.current = next;
    setContent(next);
    setGeneration((count) => count + 1);
  }
  const draft = useDraft({ ...draftOptions, onRestore: replace });
  function change(patch: Partial<DraftContent>): void {
    const next = { ...latest.current, ...patch };
    latest.current = next;
    setContent(next);
    const isEmpty = next.body.trim() === "" && next.files.length === 0;
    draft.change({ ...next, title: isEmpty ? "" : title });
    setError(null);
  }
  const uploads = useUploads({
    present: content.files.length + fileCount,
    mayImage: site.viewerCanInsertImage,
    mayFile: site.viewerCanInsertAttachment,
    mayVideo: site.viewerCanInsertVideo,
    mayAudio: site.viewerCanInsertAudio,
    target: () => editor.current?.() ?? null,
    onDone: (file) => change({ files: [...latest.current.files, file] }),
    onChange: (file) => change({ files: withFile(latest.current.files, file) }),
  });

  return {
    editor,
    content,
    generation,
    change,
    clear: () => replace(EMPTY_DRAFT),
    /** Takes a file and its places in the text away. */
    removeFile(file: AttachedFile): void {
      const body = content.body.replaceAll(markdownOf(file), "").trimEnd();
      const files = content.files.filter((other) => other.id !== file.id);
      if (body !== content.body) setGeneration((count) => count + 1);
      change({ files, body });
    },
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
