import { useEffect, useRef, useState } from "react";
import { errorOf } from "../../../apollo/errors.ts";
import { graphql } from "../../../gql/gql.ts";
import type { EditComposerQuery } from "../../../gql/graphql.ts";
import { useEditComposerQuery, useEditComposerSaveMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Button } from "../../../ui/Button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { DraftStatus } from "../../drafts/DraftStatus.tsx";
import { EMPTY_DRAFT } from "../../drafts/localDraft.ts";
import { MarkdownArea, type TextHandle } from "../../editor/MarkdownArea.tsx";
import { useDraft } from "../../drafts/useDraft.ts";
import { useSignInAgain } from "../../drafts/useSignInAgain.ts";
import { inTextOrder, markdownOf, withoutPending } from "../../editor/pendingMarks.ts";
import { useUploads } from "../../editor/useUploads.ts";
import { UploadTray } from "../../editor/UploadTray.tsx";
import { ReasonPicker } from "../../moderation/queue/ReasonPicker.tsx";
import { reasonTexts } from "../../moderation/queue/reason.texts.ts";
import { useReason } from "../../moderation/queue/useReason.ts";
import { PictureButton } from "./PictureButton.tsx";
import { composerTexts } from "./composer.texts.ts";
import classes from "./ReplyComposer.module.css";

graphql(`
  query EditComposer($id: ID!) {
    post(id: $id) {
      id
      threadId
      body
      author {
        id
      }
      attachments {
        id
      }
    }
  }
`);
graphql(`
  mutation EditComposerSave($input: EditPostInput!) {
    editPost(input: $input) {
      ...PostCard_post
    }
  }
`);

/** Changes a reply or a comment in its place. What is typed is kept on this device until it is saved. */
export function EditComposer({ postId, onClose }: { postId: string; onClose(): void }) {
  const query = useEditComposerQuery({ variables: { id: postId }, fetchPolicy: "network-only" });
  return <QueryView query={query}>{({ post }) => <EditForm post={post} onClose={onClose} />}</QueryView>;
}

interface Props {
  post: NonNullable<EditComposerQuery["post"]>;
  onClose(): void;
}

function EditForm({ post, onClose }: Props) {
  const { viewer, site } = useViewer();
  const composer = useTexts(composerTexts);
  const text = useRef<TextHandle>(null);
  const [content, setContent] = useState({ ...EMPTY_DRAFT, body: post.body });
  const [error, setError] = useState<string | null>(null);
  const [save, { loading }] = useEditComposerSaveMutation();
  const signInAgain = useSignInAgain();
  const reasons = useTexts(reasonTexts);
  const { given, picker } = useReason();
  const isOwn = viewer !== null && post.author?.id === viewer.id;
  const draft = useDraft({
    key: `${viewer?.id ?? "-"}:edit-post:${post.id}`,
    threadId: null,
    isOnServer: false,
    onRestore: setContent,
  });
  const uploads = useUploads({
    present: content.files.length + post.attachments.length,
    mayImage: site.viewerCanInsertImage,
    mayFile: false,
    target: () => text.current,
    onDone: (file) => change(text.current?.value() ?? content.body, [...content.files, file]),
  });
  useEffect(() => text.current?.focus(), []);

  function change(body: string, files = content.files): void {
    const next = { ...content, body, files };
    setContent(next);
    draft.change(next);
    setError(null);
  }

  async function submit(): Promise<void> {
    const body = withoutPending(content.body).trim();
    if (loading || uploads.isBusy || body === "") return;
    if (uploads.hasFailed) return setError(composer.failedUploads);
    const attachmentIds = [...post.attachments, ...inTextOrder(content.files, body)].map((file) => file.id);
    try {
      const input = { postId: post.id, body, attachmentIds, ...(!isOwn && { reason: given }) };
      await save({ variables: { input } });
      await draft.discard();
      showToast({ type: "success", message: composer.saved });
      onClose();
    } catch (thrown) {
      const failure = errorOf(thrown);
      draft.flushLocal();
      if (!signInAgain(failure)) setError(failure.message);
    }
  }

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
        aria-label={composer.editTitle}
        value={content.body}
        onValue={(body) => change(body)}
        onFiles={uploads.add}
        onSend={() => void submit()}
        threadId={post.threadId}
      />
      <UploadTray
        files={content.files}
        uploads={uploads}
        onInsert={(file) => text.current?.insertBlock(markdownOf(file))}
        onRemove={(file) =>
          change(
            content.body.replaceAll(markdownOf(file), "").trimEnd(),
            content.files.filter((other) => other.id !== file.id),
          )
        }
      />
      {!isOwn && <ReasonPicker {...picker} hint={reasons.authorReads} />}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.bar}>
        {site.viewerCanInsertImage && <PictureButton onFiles={uploads.add} />}
        <DraftStatus state={draft.state} isRestored={draft.isRestored} />
        <span className={classes.hint} />
        <Button
          size="sm"
          variant="subtle"
          onClick={() => {
            void draft.discard();
            onClose();
          }}
        >
          {composer.cancel}
        </Button>
        <Button type="submit" variant="primary" loading={loading} disabled={content.body.trim() === ""}>
          {composer.save}
        </Button>
      </div>
    </form>
  );
}
