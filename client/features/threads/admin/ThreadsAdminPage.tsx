import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import { ThreadsAdminPageDocument } from "../../../gql/graphql.ts";
import { useThreadsAdminPageQuery, useUndoModerationMutation } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { definePage } from "../../../page.ts";
import { act } from "../../../ui/act.ts";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { AdminFrame } from "../../admin/AdminFrame.tsx";
import panels from "../../../ui/panels.module.css";
import { UNDO_TOAST_MS } from "../../admin/useUndo.tsx";
import { BatchBar } from "../../moderation/batches/BatchBar.tsx";
import { RecentBatches } from "../../moderation/batches/RecentBatches.tsx";
import {
  ADMIN_LISTS,
  readThreadsAdminView,
  threadsAdminHref,
  threadsAdminVariables,
  type ThreadsAdminView,
} from "./threadsAdminAddress.ts";
import { threadsAdminTexts } from "./threadsAdmin.texts.ts";
import { ThreadsAdminFilters } from "./ThreadsAdminFilters.tsx";
import { ThreadsAdminTable } from "./ThreadsAdminTable.tsx";

graphql(`
  query ThreadsAdminPage(
    $first: Int!
    $after: String
    $categoryId: ID
    $filter: ThreadFilter
    $word: String!
    $bySearch: Boolean!
    $byFilter: Boolean!
  ) {
    categories {
      id
      name
      children {
        id
        name
      }
    }
    threads(first: $first, after: $after, categoryId: $categoryId, filter: $filter, sort: NEWEST)
      @include(if: $byFilter) {
      nodes {
        ...ThreadsAdminTable_thread
        ...BatchBar_thread
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    search(query: $word, kind: THREAD, first: $first, after: $after) @include(if: $bySearch) {
      nodes {
        thread {
          ...ThreadsAdminTable_thread
          ...BatchBar_thread
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

graphql(`
  mutation UndoModeration($batchId: ID!) {
    undoModeration(batchId: $batchId) {
      id
      undoneAt
    }
  }
`);

/** `/admin/content` — threads with filters, changes of many at once, and the recycle bin. */
function ThreadsAdminPage() {
  const [search] = useSearchParams();
  const view = readThreadsAdminView(search);
  return (
    <AdminFrame page="content">
      <Threads key={search.toString()} view={view} />
    </AdminFrame>
  );
}

function Threads({ view }: { view: ThreadsAdminView }) {
  const t = useTexts(threadsAdminTexts);
  const query = useThreadsAdminPageQuery({ variables: threadsAdminVariables(view) });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [undoBatch] = useUndoModerationMutation();
  const [changes, setChanges] = useState(0);
  const changed = async () => {
    setChanges((count) => count + 1);
    await query.refetch();
  };
  const undo = (batchId: string) =>
    act(() => undoBatch({ variables: { batchId } }), {
      done: t.undone,
      reread: changed,
      key: `undoModeration ${batchId}`,
    });
  return (
    <>
      <section className={`card ${panels.panel}`} aria-label={t[view.list]}>
        <div className={panels.head}>
          <Tabs
            label={t.lists}
            current={view.list}
            tabs={ADMIN_LISTS.map((list) => ({ key: list, label: t[list], to: threadsAdminHref({ list }) }))}
          />
        </div>
        <QueryView query={query} optional={["threads", "search"]}>
          {({ categories, threads, search }) => {
            const rows = threads?.nodes ?? search?.nodes.flatMap(({ thread }) => thread ?? []) ?? [];
            const choices = categories.flatMap((top) => [
              { value: top.id, label: top.name },
              ...top.children.map(({ id, name }) => ({ value: id, label: `${top.name} / ${name}` })),
            ]);
            return (
              <>
                <ThreadsAdminFilters view={view} categories={choices} />
                <ThreadsAdminTable
                  threads={rows}
                  selected={selected}
                  onSelected={setSelected}
                  more={<LoadMore query={query} of={view.word ? "search" : "threads"} />}
                />
                <BatchBar
                  list={view.list}
                  threads={rows}
                  selected={selected}
                  categories={choices}
                  onDone={async (batchId, count) => {
                    setSelected(new Set());
                    const action = { label: t.undo, run: () => void undo(batchId) };
                    showToast({ type: "success", message: t.done(count), durationMs: UNDO_TOAST_MS, action });
                    await changed();
                  }}
                />
              </>
            );
          }}
        </QueryView>
      </section>
      <RecentBatches changes={changes} onUndo={undo} />
    </>
  );
}

/** `/admin/content` for the table of addresses. */
export const threadsAdminPage = definePage({
  Component: ThreadsAdminPage,
  needsLogin: true,
  queries: ({ search }) => [
    ask(ThreadsAdminPageDocument, threadsAdminVariables(readThreadsAdminView(search))),
  ],
});
