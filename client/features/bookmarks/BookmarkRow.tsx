import { type FormEvent, useState } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useRemoveBookmarkMutation, useSetBookmarkMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useClock } from "../../platform/clock.tsx";
import { act, useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { IconBell, IconFolder, IconNote, IconSettings, IconTrash } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { Time } from "../../ui/Time.tsx";
import { dateText, fullTimeText } from "../../ui/timeText.ts";
import { threadHref } from "../reading/threadAddress.ts";
import { bookmarkTexts } from "./bookmark.texts.ts";
import { NOTE_MAX } from "./BookmarkDialog.tsx";
import classes from "./bookmarks.module.css";
import { IconButton } from "./IconButton.tsx";
import { markingTexts } from "./marking.texts.ts";
import { backToast } from "./removal.ts";

const BookmarkRow_bookmark = graphql(`
  fragment BookmarkRow_bookmark on Bookmark {
    id
    createdAt
    note
    remindAt
    folder {
      id
      name
    }
    thread {
      id
      title
      category {
        id
        name
      }
      author {
        id
        nickname
      }
    }
  }
`);

interface Props {
  bookmark: FragmentType<typeof BookmarkRow_bookmark>;
  reread(): Promise<unknown>;
  onEdit(): void;
}

/** One bookmark: its thread, if the viewer may still see it, with note, folder and reminder. */
export function BookmarkRow({ bookmark: masked, reread, onEdit }: Props) {
  const { id, createdAt, note, remindAt, folder, thread } = readFragment(BookmarkRow_bookmark, masked);
  const t = useTexts(bookmarkTexts);
  const marking = useTexts(markingTexts);
  const [isWriting, setWriting] = useState(false);
  const [remove] = useRemoveBookmarkMutation();
  const [setBookmark] = useSetBookmarkMutation();
  const name = thread?.title ?? t.gone;

  const takeAway = () =>
    void act(() => remove({ variables: { threadId: id } }), {
      done: ({ data }) =>
        thread && data?.removeBookmark
          ? backToast(data.removeBookmark, marking, async (input) => {
              await setBookmark({ variables: { input } });
              await reread();
            })
          : marking.removed,
      reread,
      key: `removeBookmark ${id}`,
    });
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        {thread ? (
          <Link className={classes.title} to={threadHref(thread.id)}>
            <bdi>{thread.title}</bdi>
          </Link>
        ) : (
          <span className={classes.gone}>{t.gone}</span>
        )}
        <IconButton
          label={`${note ? t.editNote : t.addNote}: ${name}`}
          title={note ? t.editNote : t.addNote}
          isExpanded={isWriting}
          onClick={() => setWriting(!isWriting)}
        >
          <IconNote size={18} />
        </IconButton>
        <IconButton label={`${marking.edit}: ${name}`} title={marking.edit} onClick={onEdit}>
          <IconSettings size={18} />
        </IconButton>
        <IconButton label={`${t.remove}: ${name}`} title={t.remove} onClick={takeAway}>
          <IconTrash size={18} />
        </IconButton>
      </div>
      <p className={classes.meta}>
        {thread && <bdi>{thread.category.name}</bdi>}
        {thread?.author && <bdi>{thread.author.nickname}</bdi>}
        <span>
          {t.savedOn} <Time value={createdAt} />
        </span>
        {folder && (
          <span className={classes.badge}>
            <IconFolder size={14} aria-hidden="true" /> <bdi>{folder.name}</bdi>
          </span>
        )}
        {remindAt && <ReminderBadge time={remindAt} />}
      </p>
      {isWriting ? (
        <NoteForm threadId={id} note={note} onEnd={() => setWriting(false)} />
      ) : (
        note && <p className={classes.note}>{note}</p>
      )}
    </li>
  );
}

function ReminderBadge({ time }: { time: string }) {
  const t = useTexts(bookmarkTexts);
  const { now, isLive } = useClock();
  const at = new Date(time);
  return (
    <span className={classes.badge}>
      <IconBell size={14} aria-hidden="true" />
      <time dateTime={time}>{t.remindedAt(isLive ? fullTimeText(at) : dateText(at, now, false))}</time>
    </span>
  );
}

interface NoteProps {
  threadId: string;
  note: string;
  onEnd(): void;
}

function NoteForm({ threadId, note, onEnd }: NoteProps) {
  const t = useTexts(bookmarkTexts);
  const common = useTexts(commonTexts);
  const [text, setText] = useState(note);
  const { act: run, isBusy } = useAct();
  const [setBookmark] = useSetBookmarkMutation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await setBookmark({ variables: { input: { threadId, note: text } } });
      onEnd();
    });
  };
  return (
    <form className={classes.noteForm} onSubmit={submit}>
      <Field
        multiline
        label={t.note}
        hint={t.noteHint}
        value={text}
        onValue={setText}
        maxLength={NOTE_MAX}
        counterMax={NOTE_MAX}
        autoFocus
      />
      <div className={classes.buttons}>
        <Button size="sm" onClick={onEnd}>
          {common.cancel}
        </Button>
        <Button size="sm" type="submit" variant="primary" loading={isBusy}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}
