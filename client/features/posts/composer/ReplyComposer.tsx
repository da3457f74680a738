import { lazy, Suspense, useEffect, useEffectEvent, useRef } from "react";
import { graphql } from "../../../gql/gql.ts";
import { useReplyComposerSendMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { showToast } from "../../../ui/toast.tsx";
import { inTextOrder, withoutPending } from "../../editor/pendingMarks.ts";
import { replyHref } from "../../reading/threadAddress.ts";
import { postTexts } from "../posts.texts.ts";
import { composerTexts } from "./composer.texts.ts";
import { ComposerForm } from "./ComposerForm.tsx";
import { useQuotes } from "./quoting.ts";
import { useComposer } from "./useComposer.ts";

const ComposerTiming = lazy(() =>
  import("./ComposerTiming.tsx").then((module) => ({ default: module.ComposerTiming })),
);

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

/** A reply that was sent. */
export interface SentReply {
  id: string;
  number?: number | null;
  parentId?: string | null;
}

/** The reply or comment that is answered. */
export interface Answered {
  id: string;
  /** Name of its author; null for anonymous authors. */
  name: string | null;
  /** Number of the reply that it is or stands below, where it is known. */
  number: number | null;
}

/** Text that was typed before the composer was there. */
export interface TypedText {
  text: string;
  /** Start and end of the selection if the cursor stood in the field, null otherwise. */
  selection: readonly [number, number] | null;
}

/** Properties of the composer. */
export interface ComposerProps {
  threadId: string;
  /** Title of the thread, which names the draft. */
  title: string;
  /** The reply or comment that is answered; null for a reply to the thread. */
  answered: Answered | null;
  typed?: TypedText;
  onSent(reply: SentReply): void | Promise<void>;
}

/** Writes replies to a thread and comments on replies. */
export function ReplyComposer({ threadId, title, answered, typed, onSent }: ComposerProps) {
  const { viewer } = useViewer();
  const t = useTexts(postTexts);
  const texts = useTexts(composerTexts);
  const [send, { loading }] = useReplyComposerSendMutation();
  const key = `${viewer?.id ?? "-"}:${answered ? `comment:${answered.id}` : `reply:${threadId}`}`;
  const composer = useComposer({
    start: typed?.text ?? "",
    title,
    key,
    threadId,
    isOnServer: answered === null,
  });
  const { editor, content, change, draft, uploads } = composer;
  const readTiming = useRef<() => void>(null);

  const appear = useEffectEvent(() => {
    if (typed?.text) change({ body: typed.text });
    if (typed?.selection) editor.current?.()?.focus(typed.selection);
  });
  useEffect(() => appear(), []);
  useQuotes(answered ? "comment" : "thread", (markdown) => {
    editor.current?.()?.insertQuote(markdown);
  });

  async function submit(): Promise<void> {
    const body = withoutPending(content.body).trim();
    if (loading || uploads.isBusy || body === "") return editor.current?.()?.focus();
    if (uploads.hasFailed) return composer.setError(texts.failedUploads);
    const shown = content.files.filter((file) => !file.isImage || body.includes(file.url));
    const attachmentIds = inTextOrder(shown, body).map((file) => file.id);
    const draftId = answered ? null : draft.serverId();
    try {
      const input = { threadId, body, replyToPostId: answered?.id ?? null, attachmentIds, draftId };
      const { data, extensions } = await send({ variables: { input }, context: { draftKey: key } });
      composer.clear();
      await draft.discard(draftId);
      const reply = data!.replyToThread;
      const message = reply.approval === "APPROVED" ? texts.sent : texts.sentPending;
      showToast({ type: "success", message: extensions?.isRepeated ? texts.sentBefore : message });
      await onSent(reply);
      readTiming.current?.();
    } catch (thrown) {
      composer.fail(thrown, answered ? undefined : replyHref(threadId));
    }
  }

  return (
    <ComposerForm
      composer={composer}
      threadId={threadId}
      label={answered ? t.yourComment : t.yourReply}
      placeholder={answered?.name ? texts.commentPlaceholder(answered.name) : t.replyPlaceholder}
      hint={texts.sendHint}
      submitLabel={t.send}
      isSending={loading}
      onSubmit={() => void submit()}
    >
      <Suspense fallback={null}>
        <ComposerTiming threadId={threadId} ref={readTiming} />
      </Suspense>
    </ComposerForm>
  );
}
