import { useEffect, useId, useRef, useState } from "react";
import { errorOf } from "../../../apollo/errors.ts";
import { graphql } from "../../../gql/gql.ts";
import { useReplyComposerSendMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { DraftStatus } from "../../drafts/DraftStatus.tsx";
import { type DraftContent, EMPTY_DRAFT } from "../../drafts/localDraft.ts";
import { MarkdownArea, type TextHandle } from "../../editor/MarkdownArea.tsx";
import { UploadTray } from "../../editor/UploadTray.tsx";
import { useDraft } from "../../drafts/useDraft.ts";
import { useSignInAgain } from "../../drafts/useSignInAgain.ts";
import { inTextOrder, markdownOf, withoutPending } from "../../editor/pendingMarks.ts";
import { useUploads } from "../../editor/useUploads.ts";
import { PictureButton } from "./PictureButton.tsx";
import { composerTexts } from "./composer.texts.ts";
import { postTexts } from "../posts.texts.ts";
import { useQuotes } from "./quoting.ts";
import classes from "./ReplyComposer.module.css";

graphql(`
  mutation ReplyComposerSend($input: ReplyToThreadInput!) {
    replyToThread(input: $input) {
      id
      number
      parentId
      approval
    }
  }
`);

/** What has been sent. */
export interface SentReply {
  id: string;
  number?: number | null;
  parentId?: string | null;
}

/** What was typed before the composer was there. */
export interface TypedText {
  text: string;
  /** Start and end of the selection if the cursor stood in the field, null otherwise. */
  selection: readonly [number, number] | null;
}

/** What the composer is given. */
export interface ComposerProps {
  threadId: string;
  /** The reply or comment that is answered; null for a reply to the thread. */
  answered: { id: string; name: string | null } | null;
  typed?: TypedText;
  onSent(reply: SentReply): void | Promise<void>;
  onCancel?(): void;
}

/** Where replies and comments are written: a plain field that takes Markdown, pictures and Ctrl+Enter. */
export function ReplyComposer({ threadId, answered, typed, onSent, onCancel }: ComposerProps) {
  const { viewer, site } = useViewer();
  const t = useTexts(postTexts);
  const composer = useTexts(composerTexts);
  const hintId = useId();
  const text = useRef<TextHandle>(null);
  const [content, setContent] = useState<DraftContent>({ ...EMPTY_DRAFT, body: typed?.text ?? "" });
  const [error, setError] = useState<string | null>(null);
  const [send, { loading }] = useReplyComposerSendMutation();
  const signInAgain = useSignInAgain();
  const draft = useDraft({
    key: `${viewer?.id ?? "-"}:${answered ? `comment:${answered.id}` : `reply:${threadId}`}`,
    threadId,
    isOnServer: answered === null,
    onRestore: setContent,
  });
  const uploads = useUploads({
    present: content.files.length,
    mayImage: site.viewerCanInsertImage,
    mayFile: false,
    target: () => text.current,
    onDone: (file) => change({ files: [...latest.current.files, file] }),
  });

  useEffect(() => {
    if (typed?.text) change({ body: typed.text });
    if (typed?.selection) text.current?.focus(typed.selection);
    else if (answered) text.current?.focus();
    // Once, when the field appears.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

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
  useQuotes((markdown) => {
    text.current?.insertBlock(markdown);
    text.current?.focus();
  });

  async function submit(): Promise<void> {
    const body = withoutPending(content.body).trim();
    if (loading || uploads.isBusy || body === "") return text.current?.focus();
    if (uploads.hasFailed) return setError(composer.failedUploads);
    const shown = content.files.filter((file) => body.includes(file.url));
    const attachmentIds = inTextOrder(shown, body).map((file) => file.id);
    const draftId = answered ? null : draft.serverId();
    try {
      const input = { threadId, body, replyToPostId: answered?.id ?? null, attachmentIds, draftId };
      const { data } = await send({ variables: { input } });
      setContent(EMPTY_DRAFT);
      await draft.discard(true);
      const reply = data!.replyToThread;
      showToast({
        type: "success",
        message: reply.approval === "APPROVED" ? composer.sent : composer.sentPending,
      });
      await onSent(reply);
    } catch (thrown) {
      const failure = errorOf(thrown);
      draft.flushLocal();
      if (!signInAgain(failure)) setError(failure.message);
    }
  }

  const label = answered ? composer.yourComment : t.yourReply;
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <MarkdownArea
        handle={text}
        aria-label={label}
        aria-describedby={hintId}
        aria-invalid={error ? true : undefined}
        placeholder={answered?.name ? composer.commentPlaceholder(answered.name) : t.replyPlaceholder}
        value={content.body}
        onValue={(body) => change({ body })}
        onFiles={uploads.add}
        onSend={() => void submit()}
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
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.bar}>
        {site.viewerCanInsertImage && <PictureButton onFiles={uploads.add} />}
        <DraftStatus state={draft.state} isRestored={draft.isRestored} />
        <span className={classes.hint} id={hintId}>
          {t.sendHint}
        </span>
        {onCancel && (
          <Button size="sm" variant="subtle" onClick={onCancel}>
            {composer.cancel}
          </Button>
        )}
        <Button type="submit" variant="primary" loading={loading} disabled={content.body.trim() === ""}>
          {t.send}
        </Button>
      </div>
    </form>
  );
}
