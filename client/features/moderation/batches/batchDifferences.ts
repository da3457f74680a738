import type { BatchAction, ThreadsAdminTable_ThreadFragment } from "../../../gql/graphql.ts";
import type { Difference } from "../../admin/difference.ts";

/** What is to be done to the selected threads. */
export interface BatchPlan {
  action: BatchAction;
  /** Where to; only for moving. */
  categoryId?: string;
  categoryName?: string;
}

type Thread = Pick<
  ThreadsAdminTable_ThreadFragment,
  "id" | "title" | "isSticky" | "isEssence" | "isDeleted" | "approval" | "category"
>;

/** Words for the states of threads. */
interface Words {
  sticky: string;
  notSticky: string;
  essence: string;
  notEssence: string;
  live: string;
  pending: string;
  hidden: string;
  deleted: string;
}

/** What a batch makes of each thread; those that are so already are left out. */
export function batchDifferences(threads: readonly Thread[], plan: BatchPlan, words: Words): Difference[] {
  return threads.flatMap((thread) => {
    const [before, after] = states(thread, plan, words);
    return before === after ? [] : { key: thread.id, label: thread.title, before, after };
  });
}

function states(
  thread: Thread,
  { action, categoryId, categoryName }: BatchPlan,
  words: Words,
): [before: string, after: string] {
  const shown = { APPROVED: words.live, PENDING: words.pending, IGNORED: words.hidden }[thread.approval];
  const sticky = thread.isSticky ? words.sticky : words.notSticky;
  const essence = thread.isEssence ? words.essence : words.notEssence;
  const bin = thread.isDeleted ? words.deleted : shown;
  switch (action) {
    case "MOVE": {
      const { id, name } = thread.category;
      return [name, id === categoryId ? name : (categoryName ?? "")];
    }
    case "PIN":
      return [sticky, words.sticky];
    case "UNPIN":
      return [sticky, words.notSticky];
    case "FEATURE":
      return [essence, words.essence];
    case "UNFEATURE":
      return [essence, words.notEssence];
    case "HIDE":
      return [shown, words.hidden];
    case "SHOW":
      return [shown, words.live];
    case "DELETE":
      return [bin, words.deleted];
    case "RESTORE":
      return [bin, shown];
  }
}
