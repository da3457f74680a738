import { type ReactNode, useId } from "react";
import { useTexts } from "../../../i18n/texts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import { DraftStatus } from "../../drafts/DraftStatus.tsx";
import { MarkdownArea } from "../../editor/MarkdownArea.tsx";
import { markdownOf } from "../../editor/pendingMarks.ts";
import { UploadTray } from "../../editor/UploadTray.tsx";
import { composerTexts } from "./composer.texts.ts";
import { PictureButton } from "./PictureButton.tsx";
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

/** The form of a reply or a comment: a plain field that takes Markdown, pictures and Ctrl+Enter. */
export function ComposerForm(props: Props) {
  const { composer, threadId, label, placeholder, hint, submitLabel, isSending, onSubmit, onCancel } = props;
  const { text, content, change, draft, uploads, error } = composer;
  const { site } = useViewer();
  const t = useTexts(composerTexts);
  const hintId = useId();
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <MarkdownArea
        handle={text}
        aria-label={label}
        aria-describedby={hint && hintId}
        aria-invalid={error ? true : undefined}
        placeholder={placeholder}
        value={content.body}
        onValue={(body) => change({ body })}
        onFiles={uploads.add}
        onSend={onSubmit}
        threadId={threadId}
      />
      <UploadTray
        files={content.files}
        uploads={uploads}
        onInsert={(file) => text.current?.insertBlock(markdownOf(file))}
        onRemove={(file) =>
          change({
            files: content.files.filter((other) => other.id !== file.id),
            body: content.body.replaceAll(markdownOf(file), "").trimEnd(),
          })
        }
      />
      {props.children}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.bar}>
        {site.viewerCanInsertImage && <PictureButton onFiles={uploads.add} />}
        <DraftStatus state={draft.state} isRestored={draft.isRestored} />
        <span className={classes.hint} id={hintId}>
          {hint}
        </span>
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
