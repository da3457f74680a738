import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { errorOf, type Failure } from "../../apollo/errors.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { lengthOf } from "../../ui/graphemes.ts";
import { DraftStatus } from "../drafts/DraftStatus.tsx";
import { type DraftContent, type DraftFile } from "../drafts/localDraft.ts";
import { MarkdownEditor } from "../drafts/MarkdownEditor.tsx";
import { UploadTray } from "../drafts/UploadTray.tsx";
import { useDraft } from "../drafts/useDraft.ts";
import { useSignInAgain } from "../drafts/useSignInAgain.ts";
import { markdownOf, useUploads } from "../drafts/useUploads.ts";
import { type CategoryChoice, CategoryField } from "./CategoryField.tsx";
import { PositionField } from "./PositionField.tsx";
import { publishTexts } from "./publish.texts.ts";
import classes from "./ThreadForm.module.css";

/** Longest title, in characters; the server has the last word. */
const TITLE_MAX = 100;

type Errors = Partial<Record<"title" | "body" | "categoryId" | "form", string>>;

interface Props {
  start: DraftContent;
  categories: readonly CategoryChoice[];
  /** Name of the copy on this device. */
  draftKey: string;
  /** A new thread keeps its draft on the server as well. */
  isNew: boolean;
  submitLabel: string;
  onCancel?(): void;
  /** Publishes or saves. @throws what the server refused. */
  onSubmit(content: DraftContent, draftId: string | null): Promise<() => void>;
}

/** Where a thread is written or changed. Whatever goes wrong, what was typed stays where it is. */
export function ThreadForm({ start, categories, draftKey, isNew, submitLabel, onCancel, onSubmit }: Props) {
  const { viewer, site } = useViewer();
  const t = useTexts(publishTexts);
  const form = useRef<HTMLFormElement>(null);
  const insert = useRef<((markdown: string) => void) | null>(null);
  const anonymousHint = useId();
  const [content, setContent] = useState(start);
  const [generation, setGeneration] = useState(0);
  const [errors, setErrors] = useState<Errors>({});
  const [isSending, setSending] = useState(false);
  const signInAgain = useSignInAgain();
  const draft = useDraft({
    key: `${viewer?.id ?? "-"}:${draftKey}`,
    threadId: null,
    isOnServer: isNew,
    onRestore(restored) {
      setContent(restored);
      setGeneration((count) => count + 1);
    },
  });
  const uploads = useUploads({
    present: content.files.length,
    mayImage: site.viewerCanInsertImage,
    mayFile: site.viewerCanInsertAttachment,
    onDone(file) {
      change({ files: [...latest.current.files, file] });
      if (file.isImage) insert.current?.(markdownOf(file));
    },
  });
  const latest = useRef(content);

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

  // What was typed before the page took over is not lost.
  useEffect(() => {
    const typed = new FormData(form.current!);
    const title = String(typed.get("title") ?? "");
    const body = String(typed.get("body") ?? start.body);
    if (title !== start.title || body !== start.body) change({ title, body });
    // Once, when the form appears.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function check(): Errors {
    const { title, body, categoryId } = content;
    return {
      ...(!categoryId && { categoryId: t.categoryRequired }),
      ...(title.trim() === "" && { title: t.titleRequired }),
      ...(lengthOf(title.trim()) > TITLE_MAX && { title: t.titleTooLong(TITLE_MAX) }),
      ...(body.trim() === "" && { body: t.bodyRequired }),
      ...(uploads.isBusy && { form: t.waitForUploads }),
    };
  }

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (isSending) return;
    const found = check();
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirst(found);
    setSending(true);
    try {
      const leave = await onSubmit({ ...content, title: content.title.trim() }, draft.serverId());
      await draft.discard(true);
      leave();
    } catch (thrown) {
      const failure = errorOf(thrown);
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

  function focusFirst(found: Errors): void {
    const name = (["categoryId", "title"] as const).find((known) => found[known]);
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }

  function removeFile(file: DraftFile): void {
    const files = content.files.filter((other) => other.id !== file.id);
    const body = content.body.replaceAll(markdownOf(file), "");
    if (body !== content.body) setGeneration((count) => count + 1);
    change({ files, body });
  }

  return (
    <form ref={form} className={`card ${classes.form}`} noValidate onSubmit={(event) => void submit(event)}>
      <CategoryField
        categories={categories}
        value={content.categoryId}
        error={errors.categoryId ?? null}
        onValue={(categoryId) => change({ categoryId })}
      />
      <Field
        label={t.title}
        name="title"
        value={content.title}
        onValue={(title) => change({ title })}
        counterMax={TITLE_MAX}
        placeholder={t.titlePlaceholder}
        error={errors.title}
        autoComplete="off"
      />
      <div className={classes.body}>
        <span className={classes.label}>{t.body}</span>
        <MarkdownEditor
          insertRef={insert}
          value={content.body}
          onValue={(body) => body !== latest.current.body && change({ body })}
          label={t.body}
          placeholder={t.bodyPlaceholder}
          error={errors.body ?? null}
          mayPicture={site.viewerCanInsertImage}
          mayFile={site.viewerCanInsertAttachment}
          onFiles={uploads.add}
          onSend={() => void submit()}
          generation={generation}
        />
        <UploadTray
          files={content.files}
          uploads={uploads}
          onInsert={(file) => insert.current?.(markdownOf(file))}
          onRemove={removeFile}
        />
      </div>
      {site.viewerCanInsertPosition && (
        <PositionField value={content.position} onValue={(position) => change({ position })} />
      )}
      {isNew && site.viewerCanPostAnonymously && (
        <label className={classes.anonymous}>
          <input
            type="checkbox"
            checked={content.isAnonymous}
            aria-describedby={anonymousHint}
            onChange={(event) => change({ isAnonymous: event.currentTarget.checked })}
          />
          <span>
            {t.anonymous}
            <span id={anonymousHint} className={classes.hint}>
              {t.anonymousHint}
            </span>
          </span>
        </label>
      )}
      {errors.form && (
        <p className={classes.error} role="alert">
          {errors.form}
        </p>
      )}
      <div className={classes.foot}>
        <DraftStatus state={draft.state} isRestored={draft.isRestored} />
        <span className={classes.space} />
        {onCancel && (
          <Button variant="subtle" onClick={onCancel}>
            {t.cancel}
          </Button>
        )}
        <Button type="submit" variant="primary" size="lg" loading={isSending}>
          {submitLabel}
        </Button>
      </div>
      <noscript>
        <p className={classes.error}>{t.noScript}</p>
      </noscript>
    </form>
  );
}
