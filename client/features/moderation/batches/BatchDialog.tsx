import { type FormEvent } from "react";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { useModerateThreadsMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { useAct } from "../../../ui/act.ts";
import { Sheet } from "../../../ui/Sheet.tsx";
import { useWhileMounted } from "../../../ui/useWhileMounted.ts";
import classes from "../../admin/dialogs.module.css";
import { FormFoot } from "../../admin/FormFoot.tsx";
import { ReasonPicker } from "../queue/ReasonPicker.tsx";
import { reasonTexts } from "../queue/reason.texts.ts";
import { useReason } from "../queue/useReason.ts";
import { batchDifferences, BatchDifferences_thread, type BatchPlan } from "./batchDifferences.ts";
import { batchTexts } from "./batches.texts.ts";

graphql(`
  mutation ModerateThreads($input: ModerateThreadsInput!) {
    moderateThreads(input: $input) {
      id
    }
  }
`);

interface Props {
  plan: BatchPlan;
  threads: readonly FragmentType<typeof BatchDifferences_thread>[];
  onClose: () => void;
  onDone: (batchId: string, count: number) => Promise<unknown>;
}

/** Dialog of a batch: its changes, its reason, and the button that does all of it or nothing. */
export function BatchDialog({ plan, threads, onClose, onDone }: Props) {
  const t = useTexts(batchTexts);
  const reasons = useTexts(reasonTexts);
  const { given: reason, picker } = useReason();
  const { act, isBusy } = useAct();
  const closeOwn = useWhileMounted(onClose);
  const [moderate] = useModerateThreadsMutation();
  const differences = batchDifferences(readFragment(BatchDifferences_thread, threads), plan, t);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const threadIds = differences.map(({ key }) => key);
    const { action, categoryId = null } = plan;
    await act(
      async () => {
        const { data } = await moderate({ variables: { input: { threadIds, action, categoryId, reason } } });
        closeOwn();
        return data!.moderateThreads.id;
      },
      { reread: (batchId) => onDone(batchId, threadIds.length) },
    );
  };

  return (
    <Sheet title={t.batchTitle(t[plan.action], threads.length)} onClose={onClose} size="medium">
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <ReasonPicker {...picker} hint={reasons.authorReads} />
        <FormFoot
          differences={differences}
          isBusy={isBusy}
          onCancel={onClose}
          action={t[plan.action]}
          danger={plan.action === "DELETE"}
        />
      </form>
    </Sheet>
  );
}
