import { type FormEvent, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import type { BookmarkDialogQuery } from "../../gql/graphql.ts";
import { useBookmarkDialogQuery, useSetBookmarkMutation } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useClock } from "../../platform/clock.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Select } from "../../ui/Select.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { bookmarkTexts } from "./bookmark.texts.ts";
import classes from "./bookmarks.module.css";
import { markingTexts } from "./marking.texts.ts";
import { NewFolder } from "./NewFolder.tsx";
import { ReminderFields } from "./ReminderFields.tsx";
import { isPossibleReminder } from "./reminderTimes.ts";

graphql(`
  query BookmarkDialog($threadId: ID!) {
    bookmark(threadId: $threadId) {
      id
      note
      remindAt
      folder {
        id
      }
    }
    bookmarkFolders {
      id
      name
    }
  }
`);
graphql(`
  mutation SetBookmark($input: SetBookmarkInput!) {
    setBookmark(input: $input) {
      id
      note
      remindAt
      folder {
        id
        name
      }
      thread {
        id
        favoriteCount
        viewerHasFavorited
      }
    }
  }
`);

/** Longest note, in characters. */
export const NOTE_MAX = 500;

interface Props {
  threadId: string;
  onClose(): void;
  /** Reads again what shows the bookmark. */
  onSaved?: () => Promise<unknown>;
}

/** Note, folder and reminder of a bookmark. */
export function BookmarkDialog({ threadId, onClose, onSaved }: Props) {
  const t = useTexts(markingTexts);
  const query = useBookmarkDialogQuery({ variables: { threadId }, fetchPolicy: "network-only" });
  return (
    <Sheet title={t.edit} onClose={onClose}>
      <QueryView query={query} optional={["bookmark"]}>
        {(data) => (
          <BookmarkForm
            threadId={threadId}
            data={data}
            onClose={onClose}
            onSaved={onSaved}
            onFolder={() => query.refetch()}
          />
        )}
      </QueryView>
    </Sheet>
  );
}

interface FormProps extends Props {
  data: Pick<BookmarkDialogQuery, "bookmark" | "bookmarkFolders">;
  onFolder: () => Promise<unknown>;
}

function BookmarkForm({ threadId, data, onClose, onSaved, onFolder }: FormProps) {
  const t = useTexts(bookmarkTexts);
  const common = useTexts(commonTexts);
  const { now } = useClock();
  const { bookmark, bookmarkFolders: folders } = data;
  const [note, setNote] = useState(bookmark?.note ?? "");
  const [folderId, setFolderId] = useState(bookmark?.folder?.id ?? "");
  const before = bookmark?.remindAt ?? null;
  const [remindAt, setRemindAt] = useState<string | null>(before);
  const [isOwnTime, setOwnTime] = useState(before !== null);
  const { act, isBusy } = useAct();
  const [setBookmark] = useSetBookmarkMutation();
  const isPossible = isPossibleReminder(remindAt, now);
  const isWrong = remindAt === null ? isOwnTime : !isPossible;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWrong && remindAt !== before) return;
    const input = {
      threadId,
      note,
      folderId: folderId || null,
      ...(remindAt !== before && { remindAt }),
    };
    void act(
      async () => {
        await setBookmark({ variables: { input } });
        onClose();
      },
      { done: t.saved, reread: onSaved },
    );
  };
  return (
    <>
      <form id="bookmark" className={classes.form} onSubmit={submit}>
        <Field
          multiline
          label={t.note}
          hint={t.noteHint}
          value={note}
          onValue={setNote}
          maxLength={NOTE_MAX}
          counterMax={NOTE_MAX}
          data-autofocus
        />
        <Select
          label={t.folder}
          value={folderId}
          onValue={setFolderId}
          choices={[
            { value: "", label: t.unfiled },
            ...folders.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <ReminderFields
          before={before}
          time={remindAt}
          error={isOwnTime && remindAt !== null && remindAt !== before && !isPossible ? t.wrongTime : null}
          onTime={(time, isOwn) => {
            setRemindAt(time);
            setOwnTime(isOwn);
          }}
        />
      </form>
      <NewFolder
        onCreated={async (id) => {
          await onFolder();
          setFolderId(id);
        }}
      />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" form="bookmark" variant="primary" loading={isBusy}>
          {t.save}
        </Button>
      </div>
    </>
  );
}
