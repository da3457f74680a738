import { type FormEvent, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { useCreateBookmarkFolderMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { bookmarkTexts } from "./bookmark.texts.ts";
import classes from "./bookmarks.module.css";

graphql(`
  mutation CreateBookmarkFolder($name: String!) {
    createBookmarkFolder(name: $name) {
      id
      name
    }
  }
`);

/** Longest name of a folder, in characters. */
export const FOLDER_NAME_MAX = 30;

/** Adds a folder of bookmarks. */
export function NewFolder({ onCreated }: { onCreated(id: string): Promise<unknown> }) {
  const t = useTexts(bookmarkTexts);
  const [name, setName] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const { act, isBusy } = useAct();
  const [create] = useCreateBookmarkFolderMutation();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    void act(
      async () => {
        const { data } = await create({ variables: { name } });
        setName("");
        setFault(null);
        await onCreated(data!.createBookmarkFolder.id);
      },
      {
        failed: (failure) => {
          if (failure.field !== "name") return undefined;
          setFault(failure.message);
          return true;
        },
      },
    );
  };
  return (
    <form className={classes.newFolder} onSubmit={submit}>
      <Field
        label={t.newFolder}
        placeholder={t.folderName}
        value={name}
        onValue={(typed) => {
          setName(typed);
          setFault(null);
        }}
        maxLength={FOLDER_NAME_MAX}
        error={fault}
      />
      <Button type="submit" loading={isBusy}>
        {t.create}
      </Button>
    </form>
  );
}
