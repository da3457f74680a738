import { useEffect } from "react";
import { graphql } from "../../../gql/gql.ts";
import type { EditComposerQuery } from "../../../gql/graphql.ts";
import { useEditComposerQuery, useEditComposerSaveMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { QueryView } from "../../../ui/QueryView.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { inTextOrder, withoutPending } from "../../editor/pendingMarks.ts";
import { ReasonPicker } from "../../moderation/queue/ReasonPicker.tsx";
import { reasonTexts } from "../../moderation/queue/reason.texts.ts";
import { useReason } from "../../moderation/queue/useReason.ts";
import { composerTexts } from "./composer.texts.ts";
import { ComposerForm } from "./ComposerForm.tsx";
import { useComposer } from "./useComposer.ts";

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
  const { viewer } = useViewer();
  const texts = useTexts(composerTexts);
  const reasons = useTexts(reasonTexts);
  const [save, { loading }] = useEditComposerSaveMutation();
  const { given, picker } = useReason();
  const isOwn = viewer !== null && post.author?.id === viewer.id;
  const composer = useComposer({
    start: post.body,
    fileCount: post.attachments.length,
    key: `${viewer?.id ?? "-"}:edit-post:${post.id}`,
    threadId: null,
    isOnServer: false,
  });
  const { editor, content, draft, uploads } = composer;
  useEffect(() => editor.current?.()?.focus(), [editor]);

  async function submit(): Promise<void> {
    const body = withoutPending(content.body).trim();
    if (loading || uploads.isBusy || body === "") return;
    if (uploads.hasFailed) return composer.setError(texts.failedUploads);
    const attachmentIds = [...post.attachments, ...inTextOrder(content.files, body)].map((file) => file.id);
    try {
      const input = { postId: post.id, body, attachmentIds, ...(!isOwn && { reason: given }) };
      await save({ variables: { input } });
      await draft.discard();
      showToast({ type: "success", message: texts.saved });
      onClose();
    } catch (thrown) {
      composer.fail(thrown);
    }
  }

  return (
    <ComposerForm
      composer={composer}
      threadId={post.threadId}
      label={texts.editTitle}
      submitLabel={texts.save}
      isSending={loading}
      onSubmit={() => void submit()}
      onCancel={() => {
        void draft.discard();
        onClose();
      }}
    >
      {!isOwn && <ReasonPicker {...picker} hint={reasons.authorReads} />}
    </ComposerForm>
  );
}
