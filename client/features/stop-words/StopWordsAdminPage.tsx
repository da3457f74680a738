import { type FormEvent, lazy, Suspense, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { StopWordsAdminPageDocument } from "../../gql/graphql.ts";
import {
  useStopWordExportLazyQuery,
  useStopWordsAdminPageQuery,
  useUndoStopWordsMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { saveFile } from "../../platform/saveFile.ts";
import { definePage } from "../../page.ts";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { IconPlus } from "../../ui/icons.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { showToast } from "../../ui/toast.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import panels from "../../ui/panels.module.css";
import { UNDO_TOAST_MS } from "../admin/useUndo.tsx";
import { RecentWords } from "./RecentWords.tsx";
import { StopWordsTable } from "./StopWordsTable.tsx";
import { StopWordTest } from "./StopWordTest.tsx";
import { stopWordsTexts } from "./stopWords.texts.ts";
import { trialTexts } from "./trial.texts.ts";
import { WordUses, wordUsesAsk } from "./WordUses.tsx";

const TrialDialog = lazy(() => import("./TrialDialog.tsx").then((m) => ({ default: m.TrialDialog })));
const ImportDialog = lazy(() => import("./ImportDialog.tsx").then((m) => ({ default: m.ImportDialog })));

graphql(`
  query StopWordsAdminPage($query: String, $after: String) {
    stopWords(query: $query, first: 50, after: $after) {
      nodes {
        id
        ...WordDraft_word
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
graphql(`
  mutation UndoStopWords($batchId: ID!) {
    undoStopWords(batchId: $batchId) {
      id
      undoneAt
    }
  }
`);
graphql(`
  query StopWordExport {
    stopWordExport
  }
`);

function variablesOf(search: URLSearchParams) {
  return { query: search.get("query")?.trim() || null, after: null };
}

/** `/admin/stop-words` — words that members cannot write, and what happens instead. */
function StopWordsAdminPage() {
  const [search] = useSearchParams();
  return (
    <AdminFrame page="stopWords" actions={<PageActions />}>
      <StopWords key={search.toString()} />
      <StopWordTest />
      <WordUses />
    </AdminFrame>
  );
}

function PageActions() {
  const t = useTexts(trialTexts);
  const [isTrying, setTrying] = useState(false);
  return (
    <>
      <Button onClick={() => setTrying(true)}>{t.tryList}</Button>
      <ExportButton />
      {isTrying && (
        <Suspense fallback={null}>
          <TrialDialog onClose={() => setTrying(false)} />
        </Suspense>
      )}
    </>
  );
}

function ExportButton() {
  const t = useTexts(stopWordsTexts);
  const [read, { loading }] = useStopWordExportLazyQuery({ fetchPolicy: "network-only" });
  const save = async () => {
    await act(async () => {
      const { data, error } = await read();
      if (!data) throw error instanceof Error ? error : new Error("No answer.");
      saveFile(new Blob([data.stopWordExport], { type: "text/plain" }), "stop-words.txt");
    });
  };
  return (
    <Button loading={loading} onClick={() => void save()}>
      {t.export}
    </Button>
  );
}

function StopWords() {
  const t = useTexts(stopWordsTexts);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const variables = variablesOf(search);
  const [word, setWord] = useState(variables.query ?? "");
  const [isImporting, setImporting] = useState(false);
  const query = useStopWordsAdminPageQuery({ variables });
  const [undoBatch] = useUndoStopWordsMutation();
  const [changes, setChanges] = useState(0);
  const changed = async () => {
    setChanges((count) => count + 1);
    await query.refetch();
  };
  const takeBack = async (batchId: string) => {
    await undoBatch({ variables: { batchId } });
    // Failing to read the list anew is no reason to undo it twice.
    void act(changed);
  };
  const undo = (batchId: string) =>
    act(() => takeBack(batchId), { done: t.undone, key: `undoStopWords ${batchId}` });
  const done = async (batchId: string | null, message: string) => {
    await changed();
    const action = batchId && { label: t.undo, run: () => void undo(batchId) };
    showToast({ type: "success", message, durationMs: UNDO_TOAST_MS, ...(action ? { action } : {}) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = word.trim();
    void navigate(text ? `/admin/stop-words?query=${encodeURIComponent(text)}` : "/admin/stop-words");
  };
  return (
    <>
      <section className={`card ${panels.panel}`} aria-label={t.words}>
        <div className={panels.head}>
          <form className={panels.row} onSubmit={submit} role="search">
            <Field label={t.find} hideLabel placeholder={t.find} value={word} onValue={setWord} />
            <Button type="submit">{t.search}</Button>
          </form>
          <Button variant="primary" icon={<IconPlus size={16} />} onClick={() => setImporting(true)}>
            {t.import}
          </Button>
        </div>
        <QueryView query={query}>
          {({ stopWords: { nodes } }) => (
            <StopWordsTable
              words={nodes}
              onDone={done}
              onUndo={takeBack}
              onConflict={changed}
              more={<LoadMore query={query} of="stopWords" />}
            />
          )}
        </QueryView>
        {isImporting && (
          <Suspense fallback={null}>
            <ImportDialog onClose={() => setImporting(false)} onImported={done} />
          </Suspense>
        )}
      </section>
      <RecentWords changes={changes} onUndo={undo} />
    </>
  );
}

/** `/admin/stop-words` for the table of addresses. */
export const stopWordsAdminPage = definePage({
  Component: StopWordsAdminPage,
  needsLogin: true,
  queries: ({ search }) => [ask(StopWordsAdminPageDocument, variablesOf(search)), wordUsesAsk],
});
