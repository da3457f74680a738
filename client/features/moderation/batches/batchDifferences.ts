import { graphql } from "../../../gql/gql.ts";
import type { BatchAction, BatchDifferences_ThreadFragment } from "../../../gql/graphql.ts";
import type { Difference } from "../../admin/difference.ts";

/** Action on the selected threads. */
export interface BatchPlan {
  action: BatchAction;
  /** Target; only for moving. */
  categoryId?: string;
  categoryName?: string;
}

/** Fields of a thread that a batch changes. */
export const BatchDifferences_thread = graphql(`
  fragment BatchDifferences_thread on Thread {
    id
    title
    isSticky
    isEssence
    isDeleted
    approval
    category {
      id
      name
    }
  }
`);

type Thread = BatchDifferences_ThreadFragment;

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

/** Lists the change that a batch makes to each thread, without the threads that are so already. */
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
  const visibility = { APPROVED: words.live, PENDING: words.pending, IGNORED: words.hidden }[thread.approval];
  const sticky = thread.isSticky ? words.sticky : words.notSticky;
  const essence = thread.isEssence ? words.essence : words.notEssence;
  const bin = thread.isDeleted ? words.deleted : visibility;
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
    case "BAN":
    case "SILENCE":
      return [bin, words.deleted];
    case "HIDE":
      return [visibility, words.hidden];
    case "SHOW":
      return [visibility, words.live];
    case "DELETE":
      return [bin, words.deleted];
    case "RESTORE":
      return [bin, visibility];
  }
}
