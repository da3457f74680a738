import { type FormEvent, useState } from "react";
import {
  useDeleteSavedSearchMutation,
  useMySavedSearchesQuery,
  useSaveSearchMutation,
  useUpdateSavedSearchMutation,
} from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { act, useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Field } from "../../../ui/Field.tsx";
import { IconEdit, IconTrash } from "../../../ui/icons.tsx";
import { Link } from "../../../ui/Link.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { Time } from "../../../ui/Time.tsx";
import type { Toast } from "../../../ui/toast.tsx";
import { IconButton } from "../../bookmarks/IconButton.tsx";
import classes from "./saved.module.css";
import { savedTexts } from "./saved.texts.ts";
import { type Saved, SAVED_NAME_MAX, savedHref } from "./savedSearches.ts";

/** Time in which a deletion can be taken back, in milliseconds. */
const UNDO_MS = 8_000;

/** Lists the viewer's saved searches, to be opened, renamed, switched and deleted. */
export function SavedSearchesSection() {
  const t = useTexts(savedTexts);
  const query = useMySavedSearchesQuery({ fetchPolicy: "cache-and-network" });
  return (
    <QueryView query={query}>
      {({ mySavedSearches }) =>
        mySavedSearches.length === 0 ? (
          <EmptyState
            title={t.empty}
            text={t.emptyText}
            action={<Button to="/search">{t.goSearch}</Button>}
          />
        ) : (
          <ul aria-label={t.title}>
            {mySavedSearches.map((search) => (
              <SavedRow key={search.id} search={search} reread={query.refetch} />
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

interface RowProps {
  search: Saved;
  reread(): Promise<unknown>;
}

function SavedRow({ search, reread }: RowProps) {
  const t = useTexts(savedTexts);
  const { id, name, query, notifies, newCount, isBroken, createdAt } = search;
  const [isRenaming, setRenaming] = useState(false);
  const [update] = useUpdateSavedSearchMutation();
  const remove = useRemoval(reread);
  const setNotifies = (value: boolean) => {
    const optimisticResponse = {
      updateSavedSearch: { __typename: "SavedSearch" as const, id, name, notifies: value },
    };
    void act(() => update({ variables: { input: { id, notifies: value } }, optimisticResponse }));
  };
  return (
    <li className={classes.row}>
      {isRenaming ? (
        <RenameForm search={search} onEnd={() => setRenaming(false)} />
      ) : (
        <>
          <div className={classes.text}>
            <Link className={classes.title} to={savedHref(search)}>
              <bdi>{name}</bdi>
            </Link>
            <p className={classes.meta}>
              {isBroken ? (
                <span className={classes.broken}>{t.isBroken}</span>
              ) : (
                <span className={newCount > 0 ? classes.fresh : undefined}>
                  {newCount > 0 ? t.newResults(newCount) : t.noNew}
                </span>
              )}
              {query !== name && <bdi>{query}</bdi>}
              <span>
                {t.savedOn} <Time value={createdAt} />
              </span>
            </p>
          </div>
          <div className={classes.tools}>
            <Switch
              label={t.notifyFor(name)}
              hideLabel
              title={t.notify}
              checked={notifies}
              onChecked={setNotifies}
            />
            <IconButton label={`${t.rename}: ${name}`} title={t.rename} onClick={() => setRenaming(true)}>
              <IconEdit size={18} />
            </IconButton>
            <IconButton label={`${t.remove}: ${name}`} title={t.remove} onClick={() => remove(search)}>
              <IconTrash size={18} />
            </IconButton>
          </div>
        </>
      )}
    </li>
  );
}

/** Gives the function that deletes a search; its notice saves it again. */
function useRemoval(reread: () => Promise<unknown>): (search: Saved) => void {
  const t = useTexts(savedTexts);
  const [remove] = useDeleteSavedSearchMutation();
  const [save] = useSaveSearchMutation();
  return ({ id, name, query, filter, withinDays, notifies }) => {
    const { __typename, ...kept } = filter;
    const input = { query, filter: kept, withinDays, name, notifies };
    const back = () => void act(() => save({ variables: { input } }), { reread });
    const action = { label: t.undo, run: back };
    const done: Toast = { type: "success", message: t.removed, durationMs: UNDO_MS, action };
    void act(() => remove({ variables: { id } }), { done, reread, key: `deleteSavedSearch ${id}` });
  };
}

function RenameForm({ search, onEnd }: { search: Saved; onEnd(): void }) {
  const t = useTexts(savedTexts);
  const [name, setName] = useState(search.name);
  const { act: run, isBusy } = useAct();
  const [update] = useUpdateSavedSearchMutation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await update({ variables: { input: { id: search.id, name } } });
      onEnd();
    });
  };
  return (
    <form className={classes.rename} onSubmit={submit}>
      <Field label={t.name} value={name} onValue={setName} maxLength={SAVED_NAME_MAX} hideLabel autoFocus />
      <Button type="submit" variant="primary" loading={isBusy}>
        {t.save}
      </Button>
    </form>
  );
}
