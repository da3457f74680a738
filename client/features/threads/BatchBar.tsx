import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import {
  useBatchApprovalMutation,
  useBatchDeleteMutation,
  useBatchEssenceMutation,
  useBatchMoveMutation,
  useBatchRestoreMutation,
  useBatchStickyMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { type Choice, Select } from "../../ui/Select.tsx";
import panels from "../admin/panels.module.css";
import classes from "./BatchBar.module.css";
import type { AdminList } from "./threadsAdminAddress.ts";
import { threadsAdminTexts } from "./threadsAdmin.texts.ts";
import { ThreadsAdminTable_thread } from "./ThreadsAdminTable.tsx";
import { type BatchStep, useBatch } from "./useBatch.ts";

graphql(`
  mutation BatchMove($threadId: ID!, $categoryId: ID!) {
    editThread(input: { threadId: $threadId, categoryId: $categoryId }) {
      id
    }
  }
`);
graphql(`
  mutation BatchSticky($threadId: ID!, $sticky: Boolean!) {
    setThreadSticky(threadId: $threadId, sticky: $sticky) {
      id
      isSticky
    }
  }
`);
graphql(`
  mutation BatchEssence($threadId: ID!, $essence: Boolean!) {
    setThreadEssence(threadId: $threadId, essence: $essence) {
      id
      isEssence
    }
  }
`);
graphql(`
  mutation BatchApproval($threadId: ID!, $approval: ApprovalState!) {
    setThreadApproval(threadId: $threadId, approval: $approval) {
      id
      approval
    }
  }
`);
graphql(`
  mutation BatchDelete($threadId: ID!) {
    deleteThread(threadId: $threadId) {
      id
      isDeleted
    }
  }
`);
graphql(`
  mutation BatchRestore($threadId: ID!) {
    restoreThread(threadId: $threadId) {
      id
      isDeleted
    }
  }
`);

interface Props {
  list: AdminList;
  threads: readonly FragmentType<typeof ThreadsAdminTable_thread>[];
  selected: ReadonlySet<string>;
  categories: readonly Choice[];
  onSettled: () => Promise<unknown>;
}

/** Changes the selected threads one after the other, shows how far it is, and takes all of it back at once. */
export function BatchBar({ list, threads: masked, selected, categories, onSettled }: Props) {
  const threads = readFragment(ThreadsAdminTable_thread, masked).filter(({ id }) => selected.has(id));
  const t = useTexts(threadsAdminTexts);
  const { state, run, canUndo, undo } = useBatch(onSettled);
  const [move] = useBatchMoveMutation();
  const [stick] = useBatchStickyMutation();
  const [feature] = useBatchEssenceMutation();
  const [approve] = useBatchApprovalMutation();
  const [remove] = useBatchDeleteMutation();
  const [restore] = useBatchRestoreMutation();
  type Row = (typeof threads)[number];
  const each = (step: (thread: Row) => BatchStep) => void run(threads.map(step));

  const moveTo = (categoryId: string) =>
    each(({ id: threadId, category }) => ({
      run: () => move({ variables: { threadId, categoryId } }),
      undo: () => move({ variables: { threadId, categoryId: category.id } }),
    }));
  const setSticky = (sticky: boolean) =>
    each(({ id: threadId, isSticky }) => ({
      run: () => stick({ variables: { threadId, sticky } }),
      undo: () => stick({ variables: { threadId, sticky: isSticky } }),
    }));
  const setEssence = (essence: boolean) =>
    each(({ id: threadId, isEssence }) => ({
      run: () => feature({ variables: { threadId, essence } }),
      undo: () => feature({ variables: { threadId, essence: isEssence } }),
    }));
  const setApproval = (to: Row["approval"]) =>
    each(({ id: threadId, approval }) => ({
      run: () => approve({ variables: { threadId, approval: to } }),
      undo: () => approve({ variables: { threadId, approval } }),
    }));
  const setDeleted = (deleted: boolean) =>
    each(({ id: threadId }) => {
      const take = () => remove({ variables: { threadId } });
      const bring = () => restore({ variables: { threadId } });
      return deleted ? { run: take, undo: bring } : { run: bring, undo: take };
    });

  if (threads.length === 0 && !state) return null;
  return (
    <div className={classes.bar} role="region" aria-label={t.selected(threads.length)}>
      {state && (
        <p role="status" className={classes.state}>
          {state.isRunning ? (
            <>
              <progress value={state.done} max={state.all} aria-label={t.progress(state.done, state.all)} />
              {t.progress(state.done, state.all)}
            </>
          ) : (
            <>
              {state.isUndone ? t.undone : t.done(state.done - state.failed)}
              {state.failed > 0 && (
                <span className={classes.failed}>{t.failed(state.failed, state.why)}</span>
              )}
              {canUndo && (
                <Button size="sm" onClick={() => void undo()}>
                  {t.undo}
                </Button>
              )}
            </>
          )}
        </p>
      )}
      {threads.length > 0 && !state?.isRunning && (
        <div className={panels.row}>
          <strong>{t.selected(threads.length)}</strong>
          {list === "deleted" ? (
            <Button size="sm" onClick={() => setDeleted(false)}>
              {t.restore}
            </Button>
          ) : (
            <>
              <Select
                label={t.move}
                hideLabel
                value=""
                onValue={(id) => id && moveTo(id)}
                choices={[{ value: "", label: t.move }, ...categories]}
                className={classes.move ?? ""}
              />
              {list !== "live" ? (
                <Button size="sm" onClick={() => setApproval("APPROVED")}>
                  {t.approve}
                </Button>
              ) : (
                <>
                  <Button size="sm" onClick={() => setSticky(true)}>
                    {t.stick}
                  </Button>
                  <Button size="sm" onClick={() => setSticky(false)}>
                    {t.unstick}
                  </Button>
                  <Button size="sm" onClick={() => setEssence(true)}>
                    {t.feature}
                  </Button>
                  <Button size="sm" onClick={() => setEssence(false)}>
                    {t.unfeature}
                  </Button>
                </>
              )}
              {list !== "hidden" && (
                <Button size="sm" onClick={() => setApproval("IGNORED")}>
                  {t.hide}
                </Button>
              )}
              <Button size="sm" variant="danger" onClick={() => setDeleted(true)}>
                {t.delete}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}
