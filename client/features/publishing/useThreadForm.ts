import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { errorOf, type Failure } from "../../apollo/errors.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { lengthOf } from "../../platform/graphemes.ts";
import { BODY_LIMIT, lengthOfBody } from "../editor/BodyCounter.tsx";
import type { EditorHandle } from "../editor/editing.ts";
import type { DraftContent } from "../drafts/localDraft.ts";
import { type AttachedFile, withFile } from "../editor/attachedFile.ts";
import { inTextOrder, markdownOf, withoutPending } from "../editor/pendingMarks.ts";
import { useDraft } from "../drafts/useDraft.ts";
import { useLeaveGuard } from "../../ui/useLeaveGuard.ts";
import { useSignInAgain } from "../drafts/useSignInAgain.ts";
import { useUploads } from "../editor/useUploads.ts";
import { PRICE_WRONG } from "./sale.ts";
import { publishTexts } from "./publish.texts.ts";

/** Longest title, in characters; the server has the last word. */
export const TITLE_MAX = 100;

type Errors = Partial<Record<"title" | "body" | "categoryId" | "price" | "form", string>>;

/** Options of a form for a thread. */
export interface ThreadFormOptions {
  start: DraftContent;
  /** Name of the copy on this device. */
  draftKey: string;
  /** A new thread keeps its draft on the server as well. */
  isNew: boolean;
  /** A draft of the server to go on with. */
  openId?: string | null;
  /** Publishes or saves; null if the writer thought better of it. @throws what the server refused. */
  onSubmit: SendThread;
}

/** Sends a thread. @returns leaves the form; null if the writer thought better of it. @throws what the server refused. */
export type SendThread = (content: DraftContent, draftId: string | null) => Promise<(() => void) | null>;

/** The state of a form for a thread, and the ways to change it. */
export type ThreadFormState = ReturnType<typeof useThreadForm>;

/** Says what is wrong with the price: none was typed, or there is no file to sell. */
function saleErrors(
  { priceCents, attachmentPriceCents, files }: DraftContent,
  t: { readonly priceWrong: string; readonly nothingToSell: string },
): Errors {
  const hasNothing = attachmentPriceCents > 0 && files.every((file) => file.isImage);
  return {
    ...([priceCents, attachmentPriceCents].includes(PRICE_WRONG) && { price: t.priceWrong }),
    ...(hasNothing && { form: t.nothingToSell }),
  };
}

/** Holds what stands in the form with its files and its draft, says what is wrong with it, and sends it. */
export function useThreadForm(options: ThreadFormOptions, form: RefObject<HTMLFormElement | null>) {
  const { start, isNew, onSubmit } = options;
  const writing = useThreadContent(options, form);
  const { content, draft, uploads, editor, errors, setErrors } = writing;
  const t = useTexts(publishTexts);
  const [isSending, setSending] = useState(false);
  const signInAgain = useSignInAgain();
  const kinds = ["local", "conflict", "signedOut"];
  const hasUnsaved = content !== start && (!isNew || kinds.includes(draft.state.kind));
  useLeaveGuard(!isSending && (uploads.isBusy || hasUnsaved));

  /** Says whether the thread can be sent; if not, the fields say why. */
  function check(): boolean {
    const mistakes = mistakesIn(content, uploads, t);
    setErrors(mistakes);
    const isReady = Object.keys(mistakes).length === 0;
    if (!isReady) focusFirst(mistakes);
    return isReady;
  }

  const submit = (event?: FormEvent): Promise<void> => {
    event?.preventDefault();
    return send(onSubmit);
  };

  /** Sends the thread in one of the ways that there are. */
  async function send(way: SendThread): Promise<void> {
    if (isSending || !check()) return;
    setSending(true);
    try {
      const body = withoutPending(content.body);
      const ready = {
        ...content,
        title: content.title.trim(),
        body,
        files: inTextOrder(content.files, body),
      };
      const draftId = draft.serverId();
      const leave = await way(ready, draftId);
      if (!leave) return setSending(false);
      await draft.discard(draftId);
      leave();
    } catch (thrown) {
      const failure = errorOf(thrown);
      // Published or deleted elsewhere: what is written here becomes a draft of its own, which may be published.
      if (failure.field === "draftId") draft.change(content);
      draft.flushLocal();
      setSending(false);
      if (!signInAgain(failure)) show(failure);
    }
  }

  function show({ field, message }: Failure): void {
    const name = (["title", "body", "categoryId"] as const).find((known) => field?.includes(known)) ?? "form";
    setErrors({ [name]: message });
    focusFirst({ [name]: message });
  }

  function focusFirst(mistakes: Errors): void {
    const name = (["categoryId", "title"] as const).find((known) => mistakes[known]);
    if (name) form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
    else if (mistakes.body) editor.current?.()?.focus();
  }

  const { change, restart, generation, removeFile } = writing;
  const parts = { content, errors, draft, uploads, editor, generation, isSending };
  return { ...parts, change, restart, removeFile, check, submit, send };
}

/** Says what is wrong with what stands in the form. */
function mistakesIn(
  content: DraftContent,
  uploads: ReturnType<typeof useUploads>,
  t: (typeof publishTexts)["zh-CN"],
): Errors {
  const { title, body, categoryId } = content;
  return {
    ...(!categoryId && { categoryId: t.categoryRequired }),
    ...(title.trim() === "" && { title: t.titleRequired }),
    ...(lengthOf(title.trim()) > TITLE_MAX && { title: t.titleTooLong(TITLE_MAX) }),
    ...(withoutPending(body).trim() === "" && { body: t.bodyRequired }),
    ...(lengthOfBody(body) >= BODY_LIMIT && { body: t.bodyTooLong(BODY_LIMIT - 1) }),
    ...saleErrors(content, t),
    ...(uploads.isBusy && { form: t.waitForUploads }),
    ...(uploads.hasFailed && { form: t.failedUploads }),
  };
}

/** Holds the content of the form with its files, and saves it as a draft with each change. */
function useThreadContent(
  { start, draftKey, isNew, openId = null }: ThreadFormOptions,
  form: RefObject<HTMLFormElement | null>,
) {
  const { viewer, site } = useViewer();
  const editor = useRef<(() => EditorHandle | null) | null>(null);
  const [content, setContent] = useState(start);
  /** Counts replacements of the text from outside, which the editor has to take over. */
  const [generation, setGeneration] = useState(0);
  const [errors, setErrors] = useState<Errors>({});
  const latest = useRef(content);
  const draft = useDraft({
    key: `${viewer?.id ?? "-"}:${draftKey}`,
    threadId: null,
    isOnServer: isNew,
    openId,
    onRestore(restored) {
      latest.current = restored;
      setContent(restored);
      setGeneration((count) => count + 1);
    },
  });
  const uploads = useUploads({
    present: content.files.length,
    mayImage: site.viewerCanInsertImage,
    mayFile: site.viewerCanInsertAttachment,
    mayVideo: site.viewerCanInsertVideo,
    mayAudio: site.viewerCanInsertAudio,
    target: () => editor.current?.() ?? null,
    onDone: (file) => change({ files: [...latest.current.files, file] }),
    onChange: (file) => change({ files: withFile(latest.current.files, file) }),
  });

  function change(patch: Partial<DraftContent>): void {
    const next = { ...latest.current, ...patch };
    latest.current = next;
    setContent(next);
    draft.change(next);
    setErrors((before) => {
      const rest = { ...before, form: undefined };
      for (const name of Object.keys(patch)) delete rest[name as keyof Errors];
      return rest;
    });
  }
  useEffect(() => {
    latest.current = content;
  }, [content]);

  /** Throws the draft away and begins with what stood there first. */
  async function restart(): Promise<void> {
    await draft.discard();
    latest.current = start;
    setContent(start);
    setGeneration((count) => count + 1);
  }

  // What was typed before the page took over is not lost.
  const takeOver = useEffectEvent(() => {
    const typed = new FormData(form.current!);
    const title = String(typed.get("title") ?? "");
    const body = String(typed.get("body") ?? start.body);
    if (title !== start.title || body !== start.body) change({ title, body });
  });
  useEffect(() => takeOver(), []);

  function removeFile(file: AttachedFile): void {
    const files = content.files.filter((other) => other.id !== file.id);
    const body = content.body.replaceAll(markdownOf(file), "");
    if (body !== content.body) setGeneration((count) => count + 1);
    change({ files, body });
  }

  return { content, change, restart, draft, uploads, editor, generation, errors, setErrors, removeFile };
}
