import { useEffect, useRef, useState } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useDiscardDraftMutation, useDraftBoxQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { QueryView } from "../../ui/QueryView.tsx";
import { Button } from "../../ui/Button.tsx";
import { IconTrash } from "../../ui/icons.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { Time } from "../../ui/Time.tsx";
import classes from "./DraftBox.module.css";
import { draftTexts } from "./drafts.texts.ts";
import { ScheduleBadge } from "./ScheduleBadge.tsx";
import { type ScheduledMenu, ScheduledMenuButton, useScheduledMenu } from "./useScheduledMenu.tsx";

/** Time for which a deleted draft can be restored, in milliseconds. */
export const UNDO_MS = 6_000;
/** Characters of a text that name a draft without a title. */
const NAME_MAX = 60;
const ICON_PX = 18;

graphql(`
  query DraftBox {
    drafts {
      id
      ...DraftRow_draft
    }
  }
`);

interface Props {
  /** The draft that is being written. */
  openId: string | null;
  onOpen(id: string): void;
  onNew(): void;
  onClose(): void;
}

/** Everything that was begun: to go on with, or to throw away and take back. */
export function DraftBox({ openId, onOpen, onNew, onClose }: Props) {
  const t = useTexts(draftTexts);
  const query = useDraftBoxQuery({ fetchPolicy: "network-only" });
  const { deleted, remove, takeBack } = useDeletions(query.refetch);
  const menu = useScheduledMenu({ reread: query.refetch, onDelete: remove });
  // One dialog at a time: Escape leads back to the box.
  if (menu.dialog) return menu.dialog;

  return (
    <Sheet
      title={t.box}
      size="medium"
      actions={
        <Button size="sm" onClick={onNew}>
          {t.startNew}
        </Button>
      }
      onClose={onClose}
    >
      <QueryView query={query}>
        {({ drafts }) => (
          <>
            {drafts.length === 0 && <p className={classes.empty}>{t.boxEmpty}</p>}
            <ul className={classes.list}>
              {drafts.map((draft) => (
                <DraftRow
                  key={draft.id}
                  draft={draft}
                  menu={menu}
                  isOpen={draft.id === openId}
                  isDeleted={deleted.includes(draft.id)}
                  onOpen={() => onOpen(draft.id)}
                  onRemove={() => remove(draft.id)}
                  onTakeBack={() => takeBack(draft.id)}
                />
              ))}
            </ul>
          </>
        )}
      </QueryView>
      {menu.menu}
    </Sheet>
  );
}

/**
 * Deletes drafts after a while in which they can be taken back.
 * @param reread reads the list again
 */
function useDeletions(reread: () => Promise<unknown>) {
  const [discard] = useDiscardDraftMutation();
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());

  // What nobody takes back goes, at the latest when the box closes.
  useEffect(() => {
    const waiting = timers.current;
    return () => {
      for (const [id, timer] of waiting) {
        clearTimeout(timer);
        void act(() => discard({ variables: { id } }));
      }
    };
  }, [discard]);

  function remove(id: string): void {
    setDeleted((ids) => [...ids, id]);
    const timer = setTimeout(() => {
      timers.current.delete(id);
      void act(() => discard({ variables: { id } }), {
        reread,
        // What could not be deleted is there again.
        failed: () => void setDeleted((ids) => ids.filter((other) => other !== id)),
      });
    }, UNDO_MS);
    timers.current.set(id, timer);
  }

  function takeBack(id: string): void {
    clearTimeout(timers.current.get(id));
    timers.current.delete(id);
    setDeleted((ids) => ids.filter((other) => other !== id));
  }

  return { deleted, remove, takeBack };
}

const DraftRow_draft = graphql(`
  fragment DraftRow_draft on Draft {
    id
    threadId
    title
    body
    updatedAt
    publishAt
    problem {
      code
    }
    ...ScheduleBadge_draft
  }
`);

/** The beginning of a text without the lines that it quotes. */
function wordsOf(body: string): string {
  return body.replace(/^>.*$/gm, "").trim();
}

interface RowProps {
  draft: FragmentType<typeof DraftRow_draft>;
  menu: ScheduledMenu;
  /** It is being written. */
  isOpen: boolean;
  isDeleted: boolean;
  onOpen(): void;
  onRemove(): void;
  onTakeBack(): void;
}

function DraftRow({ draft: masked, menu, isOpen, isDeleted, onOpen, onRemove, onTakeBack }: RowProps) {
  const t = useTexts(draftTexts);
  const draft = readFragment(DraftRow_draft, masked);
  const { id, threadId, title, body, updatedAt, publishAt = null, problem } = draft;
  const wasScheduled = publishAt !== null || Boolean(problem);
  const own = title || wordsOf(body).slice(0, NAME_MAX) || t.untitled;
  const name = threadId ? t.replyTo(own) : own;
  if (isDeleted) {
    return (
      <li className={classes.draft} data-deleted="">
        <span className={classes.name} role="status">
          {t.deleted(name)}
        </span>
        <Button size="sm" variant="subtle" onClick={onTakeBack}>
          {t.undoDelete}
        </Button>
      </li>
    );
  }
  return (
    <li className={classes.draft}>
      {threadId ? (
        <a className={classes.open} href={`/thread/${threadId}#reply`}>
          <span className={classes.name}>{name}</span>
          <span className={classes.note}>
            {title && wordsOf(body).slice(0, NAME_MAX)} <Time value={updatedAt} />
          </span>
        </a>
      ) : (
        <button type="button" className={classes.open} onClick={onOpen}>
          <span className={classes.name}>{name}</span>
          <span className={classes.note}>
            {isOpen ? t.writingNow : t.threadDraft} · <Time value={updatedAt} />
          </span>
          <ScheduleBadge draft={draft} />
        </button>
      )}
      {!isOpen && wasScheduled && (
        <ScheduledMenuButton className={classes.tool} menu={menu} draft={{ id, name, publishAt }} />
      )}
      {!isOpen && !wasScheduled && (
        <button type="button" className={classes.tool} aria-label={t.deleteDraft(name)} onClick={onRemove}>
          <IconTrash size={ICON_PX} />
        </button>
      )}
    </li>
  );
}
