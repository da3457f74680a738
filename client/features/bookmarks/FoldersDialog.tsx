import { useState } from "react";
import { graphql } from "../../gql/gql.ts";
import type { BookmarkFoldersQuery } from "../../gql/graphql.ts";
import {
  useBookmarkFoldersQuery,
  useDeleteBookmarkFolderMutation,
  useOrderBookmarkFoldersMutation,
  useRenameBookmarkFolderMutation,
} from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { Field } from "../../ui/Field.tsx";
import { IconChevronDown, IconChevronUp, IconEdit, IconTrash } from "../../ui/icons.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { bookmarkTexts } from "./bookmark.texts.ts";
import classes from "./bookmarks.module.css";
import { IconButton } from "./IconButton.tsx";
import { FOLDER_NAME_MAX, NewFolder } from "./NewFolder.tsx";

graphql(`
  query BookmarkFolders {
    bookmarkFolders {
      id
      name
      bookmarkCount
    }
  }
`);
graphql(`
  mutation RenameBookmarkFolder($folderId: ID!, $name: String!) {
    renameBookmarkFolder(folderId: $folderId, name: $name) {
      id
      name
    }
  }
`);
graphql(`
  mutation DeleteBookmarkFolder($folderId: ID!) {
    deleteBookmarkFolder(folderId: $folderId)
  }
`);
graphql(`
  mutation OrderBookmarkFolders($folderIds: [ID!]!) {
    orderBookmarkFolders(folderIds: $folderIds) {
      id
    }
  }
`);

type Folders = BookmarkFoldersQuery["bookmarkFolders"];

/** Adds, renames, orders and deletes the folders of the viewer's bookmarks. */
export function FoldersDialog({ onClose, onChanged }: { onClose(): void; onChanged(): Promise<unknown> }) {
  const t = useTexts(bookmarkTexts);
  const query = useBookmarkFoldersQuery({ fetchPolicy: "network-only" });
  const reread = async () => {
    await query.refetch();
    await onChanged();
  };
  return (
    <Sheet title={t.manage} onClose={onClose}>
      <QueryView query={query}>
        {({ bookmarkFolders }) => <FolderRows folders={bookmarkFolders} reread={reread} />}
      </QueryView>
      <NewFolder onCreated={reread} />
    </Sheet>
  );
}

function FolderRows({ folders, reread }: { folders: Folders; reread(): Promise<unknown> }) {
  const t = useTexts(bookmarkTexts);
  const common = useTexts(commonTexts);
  const confirm = useConfirm();
  const { act, isBusy } = useAct();
  const [renamed, setRenamed] = useState<string | null>(null);
  const [remove] = useDeleteBookmarkFolderMutation();
  const [order] = useOrderBookmarkFoldersMutation();

  const move = (index: number, by: 1 | -1) => {
    const folderIds = folders.map(({ id }) => id);
    [folderIds[index], folderIds[index + by]] = [folderIds[index + by]!, folderIds[index]!];
    void act(() => order({ variables: { folderIds } }), { reread });
  };
  const ask = async ({ id, name }: Folders[number]) => {
    const question = { title: t.deleteFolder(name), text: t.deleteFolderText, action: common.delete };
    if (!(await confirm({ ...question, danger: true }))) return;
    void act(() => remove({ variables: { folderId: id } }), { reread });
  };
  if (folders.length === 0) return <p className={classes.hint}>{t.noFolders}</p>;
  return (
    <ul className={classes.folderRows}>
      {folders.map((folder, index) => (
        <li key={folder.id} className={classes.folderRow}>
          {renamed === folder.id ? (
            <RenameForm folder={folder} reread={reread} onEnd={() => setRenamed(null)} />
          ) : (
            <>
              <bdi className={classes.folderName}>{folder.name}</bdi>
              <IconButton
                label={`${t.moveUp}: ${folder.name}`}
                isOff={index === 0 || isBusy}
                onClick={() => move(index, -1)}
              >
                <IconChevronUp size={18} />
              </IconButton>
              <IconButton
                label={`${t.moveDown}: ${folder.name}`}
                isOff={index === folders.length - 1 || isBusy}
                onClick={() => move(index, 1)}
              >
                <IconChevronDown size={18} />
              </IconButton>
              <IconButton label={`${t.rename}: ${folder.name}`} onClick={() => setRenamed(folder.id)}>
                <IconEdit size={18} />
              </IconButton>
              <IconButton label={`${common.delete}: ${folder.name}`} onClick={() => void ask(folder)}>
                <IconTrash size={18} />
              </IconButton>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

interface RenameProps {
  folder: Folders[number];
  reread(): Promise<unknown>;
  onEnd(): void;
}

function RenameForm({ folder, reread, onEnd }: RenameProps) {
  const t = useTexts(bookmarkTexts);
  const [name, setName] = useState(folder.name);
  const { act, isBusy } = useAct();
  const [rename] = useRenameBookmarkFolderMutation();
  return (
    <form
      className={classes.newFolder}
      onSubmit={(event) => {
        event.preventDefault();
        void act(
          async () => {
            await rename({ variables: { folderId: folder.id, name } });
            onEnd();
          },
          { reread },
        );
      }}
    >
      <Field label={t.folderName} value={name} onValue={setName} maxLength={FOLDER_NAME_MAX} hideLabel />
      <Button type="submit" variant="primary" loading={isBusy}>
        {t.save}
      </Button>
    </form>
  );
}
