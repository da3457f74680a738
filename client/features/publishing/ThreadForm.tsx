import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { keyOf } from "../../platform/inputMethod.ts";
import { useTexts } from "../../i18n/texts.ts";
import { usePage } from "../../platform/page.ts";
import { useOffered } from "../../session/useOffered.ts";
import { Slot } from "../../plugins/Slot.tsx";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { showToast } from "../../ui/toast.tsx";
import { DraftStatus } from "../drafts/DraftStatus.tsx";
import { draftTexts } from "../drafts/drafts.texts.ts";
import { EMPTY_DRAFT } from "../drafts/localDraft.ts";
import { MarkdownEditor } from "../editor/MarkdownEditor.tsx";
import { type CategoryChoice, CategoryField } from "./CategoryField.tsx";
import { PositionField } from "./PositionField.tsx";
import { publishTexts } from "./publish.texts.ts";
import { SaleFields } from "./SaleFields.tsx";
import { SimilarThreads } from "./SimilarThreads.tsx";
import classes from "./ThreadForm.module.css";
import { type ThreadFormOptions, type ThreadFormState, TITLE_MAX, useThreadForm } from "./useThreadForm.ts";

const DraftBox = lazy(() => import("../drafts/DraftBox.tsx").then((m) => ({ default: m.DraftBox })));
const DraftConflict = lazy(() =>
  import("../drafts/DraftConflict.tsx").then((m) => ({ default: m.DraftConflict })),
);

interface Props extends ThreadFormOptions {
  categories: readonly CategoryChoice[];
  submitLabel: string | ((form: ThreadFormState) => string);
  /** Offers a price. */
  maySell: boolean;
  onCancel?(): void;
  /** Further fields between the text and the buttons. */
  children?(form: ThreadFormState): ReactNode;
  /** A line above the fields; null for none. It takes the place of the one about a text that is back. */
  notice?(form: ThreadFormState): ReactNode;
  /** Further ways to send the text, beside the button that sends it. */
  otherWays?(form: ThreadFormState): ReactNode;
}

/** Form that creates or changes a thread. Keeps the input whatever goes wrong. */
export function ThreadForm(props: Props) {
  const { categories, submitLabel, maySell, onCancel, children, notice, otherWays, ...options } = props;
  const { isNew } = options;
  const { site } = useViewer();
  const t = useTexts(publishTexts);
  const element = useRef<HTMLFormElement>(null);
  const [isComposing, setComposing] = useState(false);
  const form = useThreadForm(options, element);
  useTitleFocus(element, isNew);
  const { content, change, errors, submit, draft, editor } = form;

  return (
    <form
      ref={element}
      className={`card ${classes.form}`}
      noValidate
      onSubmit={(event) => void submit(event)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
    >
      {notice?.(form) ?? <Unfinished form={form} isNew={isNew} />}
      <div className={classes.top}>
        <CategoryField
          categories={categories}
          value={content.categoryId}
          error={errors.categoryId ?? null}
          onValue={(categoryId) => change({ categoryId })}
        />
        {isNew && <DraftPicker form={form} />}
      </div>
      <Field
        label={t.title}
        name="title"
        value={content.title}
        onValue={(title) => change({ title })}
        counterMax={TITLE_MAX}
        placeholder={t.titlePlaceholder}
        error={errors.title}
        autoComplete="off"
        onKeyDown={(event) => {
          // Enter leads on to the text: nobody publishes by a title alone.
          if (keyOf(event) !== "Enter") return;
          event.preventDefault();
          if (event.ctrlKey || event.metaKey) void submit();
          else editor.current?.()?.focus();
        }}
      />
      {isNew && !isComposing && <SimilarThreads title={content.title} />}
      <Conflict form={form} />
      <BodyEditor form={form} />
      <PluginFields form={form} />
      {site.viewerCanInsertPosition && (
        <PositionField value={content.position} onValue={(position) => change({ position })} />
      )}
      {maySell && <SaleBox form={form} />}
      {isNew && site.viewerCanPostAnonymously && <AnonymousBox form={form} />}
      {children?.(form)}
      <FormError text={errors.form} />
      <div className={classes.foot}>
        <DraftStatus state={draft.state} />
        <span className={classes.space} />
        {onCancel && (
          <Button variant="subtle" onClick={onCancel}>
            {t.cancel}
          </Button>
        )}
        {otherWays?.(form)}
        <Button type="submit" variant="primary" size="lg" loading={form.isSending}>
          {typeof submitLabel === "string" ? submitLabel : submitLabel(form)}
        </Button>
      </div>
      <noscript>
        <p className={classes.error}>{t.noScript}</p>
      </noscript>
    </form>
  );
}

/** Says what is wrong with the form as a whole. */
function FormError({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <p className={classes.error} role="alert">
      {text}
    </p>
  );
}

/** Says that a text of before is back, and offers to begin anew: what was begun stays among the drafts. */
function Unfinished({ form: { content, draft, restart }, isNew }: { form: ThreadFormState; isNew: boolean }) {
  const t = useTexts(draftTexts);
  const [isSeen, setSeen] = useState(false);
  if (!draft.isRestored || isSeen) return null;
  async function startOver(): Promise<void> {
    if (!isNew) return restart();
    const isBegun = await draft
      .open(null, { ...EMPTY_DRAFT, categoryId: content.categoryId })
      .catch(() => false);
    if (isBegun) showToast({ type: "info", message: t.startedOver });
  }
  return (
    <div className={classes.unfinished} role="status">
      <span>{t.restored}</span>
      <Button size="sm" onClick={() => void startOver()}>
        {t.startOver}
      </Button>
      <Button size="sm" variant="subtle" onClick={() => setSeen(true)}>
        {t.goOnWriting}
      </Button>
    </div>
  );
}

/** Asks which text is meant, where another window has saved another one. */
function Conflict({ form: { content, draft } }: { form: ThreadFormState }) {
  if (draft.state.kind !== "conflict") return null;
  return (
    <Suspense fallback={null}>
      <DraftConflict mine={content} theirs={draft.state.theirs} onChoose={draft.resolve} />
    </Suspense>
  );
}

/** Puts the cursor into the title of a new thread; not on phones, whose keyboard would cover the form. */
function useTitleFocus(form: RefObject<HTMLFormElement | null>, isNew: boolean): void {
  const { platform } = usePage();
  const isWanted = isNew && platform !== "h5";
  useEffect(() => {
    // Somebody may write already, before the page listens.
    if (!isWanted || form.current!.contains(document.activeElement)) return;
    form.current!.querySelector<HTMLElement>("[name=title]")?.focus({ preventScroll: true });
  }, [form, isWanted]);
}

/** The drafts that were begun, to go on with another one. */
function DraftPicker({ form: { content, draft } }: { form: ThreadFormState }) {
  const t = useTexts(draftTexts);
  const [isOpen, setOpen] = useState(false);

  async function goOnWith(id: string | null): Promise<void> {
    setOpen(false);
    const isThere = await draft
      .open(id, { ...EMPTY_DRAFT, categoryId: content.categoryId })
      .catch(() => false);
    if (!isThere) showToast({ type: "info", message: t.draftGone });
  }

  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {t.box}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DraftBox
            openId={draft.serverId()}
            onOpen={(id) => void goOnWith(id)}
            onNew={() => void goOnWith(null)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The text with its files. */
function BodyEditor({ form }: { form: ThreadFormState }) {
  const { content, change, errors, submit, uploads, editor, generation, removeFile } = form;
  const { site } = useViewer();
  const t = useTexts(publishTexts);
  return (
    <div className={classes.body}>
      <span className={classes.label}>{t.body}</span>
      <MarkdownEditor
        handleRef={editor}
        value={content.body}
        onValue={(body) => body !== content.body && change({ body })}
        label={t.body}
        placeholder={t.bodyPlaceholder}
        error={errors.body ?? null}
        mayPicture={site.viewerCanInsertImage}
        mayFile={site.viewerCanInsertAttachment || site.viewerCanInsertVideo || site.viewerCanInsertAudio}
        uploads={uploads}
        files={content.files}
        onRemoveFile={removeFile}
        threadId={null}
        onSend={() => void submit()}
        generation={generation}
      />
    </div>
  );
}

/** Ways in to what plugins add to a text, and what they have added. */
function PluginFields({ form: { content, change } }: { form: ThreadFormState }) {
  const { title, body, categoryId } = content;
  const useData = () => ({
    postData: { title, body, categoryId },
    insertText: (text: string) => change({ body: body ? `${body}\n\n${text}` : text }),
  });
  return (
    <>
      <Slot area="plugin_post@post_extension_entry" useData={useData} />
      <Slot area="plugin_post@post_extension_content" useData={useData} />
    </>
  );
}

function SaleBox({ form: { content, change, generation } }: { form: ThreadFormState }) {
  return (
    <SaleFields
      // What a draft brings replaces what stands there.
      key={generation}
      value={content}
      onValue={change}
    />
  );
}

function AnonymousBox({ form: { content, change } }: { form: ThreadFormState }) {
  const t = useTexts(publishTexts);
  if (!useOffered("ANONYMITY")) return null;
  return (
    <Checkbox
      label={t.anonymous}
      hint={t.anonymousHint}
      checked={content.isAnonymous}
      onChecked={(isAnonymous) => change({ isAnonymous })}
    />
  );
}
