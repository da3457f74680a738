import { type FormEvent, useState } from "react";
import { graphql } from "../../../gql/gql.ts";
import { useMoveDialogQuery, useMoveThreadMutation, useUndoMoveMutation } from "../../../gql/hooks.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { act, useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { reasonTexts } from "../../moderation/queue/reason.texts.ts";
import { ReasonPicker } from "../../moderation/queue/ReasonPicker.tsx";
import { useReason } from "../../moderation/queue/useReason.ts";
import classes from "./ThreadStaffDialogs.module.css";
import { threadStaffTexts } from "./threadStaff.texts.ts";

graphql(`
  query MoveDialog {
    categories {
      id
      name
      children {
        id
        name
      }
    }
  }
`);
graphql(`
  mutation MoveThread($input: ModerateThreadsInput!) {
    moderateThreads(input: $input) {
      id
    }
  }
`);
graphql(`
  mutation UndoMove($batchId: ID!) {
    undoModeration(batchId: $batchId) {
      id
    }
  }
`);

/** The undo stays this long, in milliseconds. */
const UNDO_MS = 10_000;

/** Properties of the dialogs about a thread. */
export interface ThreadDialogProps {
  thread: { id: string; categoryId: string };
  /** Reads the thread again. */
  reread: () => Promise<unknown>;
  onClose: () => void;
}

/** Moves a thread to another category, in place; it can be taken back. */
export function MoveDialog({ thread, reread, onClose }: ThreadDialogProps) {
  const t = useTexts(threadStaffTexts);
  const reasons = useTexts(reasonTexts);
  const common = useTexts(commonTexts);
  const query = useMoveDialogQuery();
  const [chosen, setChosen] = useState(thread.categoryId);
  const { given, picker } = useReason("", []);
  const { act: perform, isBusy } = useAct();
  const [move] = useMoveThreadMutation();
  const [undo] = useUndoMoveMutation();
  const categories = (query.data?.categories ?? []).flatMap(({ id, name, children }) => [
    { value: id, label: name },
    ...children.map((child) => ({ value: child.id, label: `\u3000${child.name}` })),
  ]);

  const takeBack = (batchId: string) =>
    void act(async () => void (await undo({ variables: { batchId } })), { done: t.undone, reread });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = { threadIds: [thread.id], action: "MOVE" as const, categoryId: chosen, reason: given };
    const name = categories.find(({ value }) => value === chosen)?.label.trim() ?? "";
    void perform(
      async () => {
        const { data } = await move({ variables: { input } });
        const batchId = data!.moderateThreads.id;
        const action = { label: t.undo, run: () => takeBack(batchId) };
        showToast({ type: "success", message: t.moved(name), durationMs: UNDO_MS, action });
        onClose();
      },
      { reread },
    );
  };
  return (
    <Sheet title={t.moveTitle} onClose={onClose}>
      <QueryView query={query}>
        {() => (
          <form className={classes.form} onSubmit={submit}>
            <Select label={t.category} value={chosen} onValue={setChosen} choices={categories} />
            <ReasonPicker {...picker} hint={reasons.authorReads} />
            <div className={classes.buttons}>
              <Button onClick={onClose}>{common.cancel}</Button>
              <Button
                type="submit"
                variant="primary"
                loading={isBusy}
                disabled={chosen === thread.categoryId}
              >
                {t.moveAction}
              </Button>
            </div>
          </form>
        )}
      </QueryView>
    </Sheet>
  );
}
