import type { ReactNode } from "react";
import { useTexts } from "../../../i18n/texts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import { DraftStatus } from "../../drafts/DraftStatus.tsx";
import { MarkdownEditor } from "../../editor/MarkdownEditor.tsx";
import { composerTexts } from "./composer.texts.ts";
import classes from "./ReplyComposer.module.css";
import type { Composer } from "./useComposer.ts";

interface Props {
  composer: Composer;
  threadId: string;
  /** Name of the field. */
  label: string;
  placeholder?: string;
  hint?: string;
  submitLabel: string;
  isSending: boolean;
  onSubmit(): void;
  onCancel?: () => void;
  /** Further questions, between the text and the buttons. */
  children?: ReactNode;
}

/** The form of a reply or a comment: the editor of longer texts with fewer tools, pictures, files and Ctrl+Enter. */
export function ComposerForm(props: Props) {
  const { composer, threadId, label, placeholder, hint, submitLabel, isSending, onSubmit, onCancel } = props;
  const { content, change, draft, uploads, error } = composer;
  const { site } = useViewer();
  const t = useTexts(composerTexts);
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <MarkdownEditor
        handleRef={composer.editor}
        value={content.body}
        onValue={(body) => body !== content.body && change({ body })}
        label={label}
        placeholder={placeholder ?? ""}
        error={error}
        mayPicture={site.viewerCanInsertImage}
        mayFile={site.viewerCanInsertAttachment || site.viewerCanInsertVideo || site.viewerCanInsertAudio}
        uploads={uploads}
        files={content.files}
        onRemoveFile={composer.removeFile}
        threadId={threadId}
        onSend={onSubmit}
        generation={composer.generation}
        isCompact
      />
      {props.children}
      <div className={classes.bar}>
        <DraftStatus state={draft.state} isRestored={draft.isRestored} />
        <span className={classes.hint}>{hint}</span>
        {onCancel && (
          <Button size="sm" variant="subtle" onClick={onCancel}>
            {t.cancel}
          </Button>
        )}
        <Button type="submit" variant="primary" loading={isSending} disabled={content.body.trim() === ""}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
