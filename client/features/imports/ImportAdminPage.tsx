import { type ReactNode, useState } from "react";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { type CheckImportInput, ImportAdminPageDocument } from "../../gql/graphql.ts";
import {
  useCheckImportMutation,
  useDiscardImportMutation,
  useImportAdminPageQuery,
  useStartImportMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { useProven } from "../../session/useProven.tsx";
import { act, useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import panels from "../../ui/panels.module.css";
import { QueryView } from "../../ui/QueryView.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import { hasUnsaved, ImportMapping } from "./ImportMapping.tsx";
import { ImportForm } from "./ImportForm.tsx";
import { importNamesTexts } from "./importNames.texts.ts";
import { ImportReport, ReportLinks } from "./ImportReport.tsx";
import { type ImportPage, type ImportRun, type PermissionKeys, untilClosed } from "./importRun.ts";
import { mappingTexts } from "./mapping.texts.ts";
import { NO_DRAFT } from "./mappingDraft.ts";
import classes from "./imports.module.css";
import { importsTexts } from "./imports.texts.ts";

graphql(`
  mutation CheckImport($input: CheckImportInput!) {
    checkImport(input: $input) {
      phase
    }
  }
`);
graphql(`
  mutation DiscardImport {
    discardImport
  }
`);
graphql(`
  mutation StartImport {
    startImport
  }
`);

const POLL_MS = 1_000;

/** `/admin/import` — moving a community in: its source, a dry run with a report, the start. */
function ImportAdminPage() {
  const query = useImportAdminPageQuery();
  return (
    <AdminFrame page="import">
      <QueryView query={query}>
        {({ importPage, permissionKeys }) => (
          <Moving page={importPage} keys={permissionKeys} onChanged={query.refetch} />
        )}
      </QueryView>
    </AdminFrame>
  );
}

interface Props {
  page: ImportPage;
  keys: PermissionKeys;
  onChanged: () => Promise<unknown>;
}

function Moving({ page, keys, onChanged }: Props) {
  const t = useTexts(importsTexts);
  const [proven, proof] = useProven();
  const [check] = useCheckImportMutation();
  const { run, obstacle, sources } = page;
  const form = (
    <ImportForm
      page={page}
      proven={proven}
      onUploaded={onChanged}
      onCheck={async (input: CheckImportInput) => {
        await proven(() => check({ variables: { input } }));
        await onChanged();
      }}
    />
  );
  const content = (): ReactNode => {
    if (obstacle === "MOVED_IN" && run?.phase === "MOVED_IN")
      return <Arrived run={run} onChanged={onChanged} />;
    if (obstacle) return <EmptyState title={t.closedTitle} text={t[obstacle]} />;
    if (sources.length === 0) return <EmptyState title={t.closedTitle} text={t.notHere} />;
    if (run?.phase === "CHECKING") return <Checking run={run} onChanged={onChanged} />;
    if (run?.phase === "CHECKED") return <Checked page={page} run={run} keys={keys} onChanged={onChanged} />;
    return (
      <>
        <p className={panels.quiet}>{t.lead}</p>
        {run?.problem && (
          <div className={classes.problem} role="alert">
            <p>{t.problem}</p>
            <p>{run.problem}</p>
          </div>
        )}
        {form}
      </>
    );
  };
  return (
    <section className={`card ${panels.panel}`} aria-label={t.caption}>
      <div className={panels.body}>{content()}</div>
      {proof}
    </section>
  );
}

interface RunProps {
  run: ImportRun;
  onChanged: () => Promise<unknown>;
}

/** Words of a step: `Discuz! Q: members`, `posts: 1200`. */
function useStepText(step: string): string {
  const names: Readonly<Record<string, string>> = useTexts(importNamesTexts);
  const [first = "", second] = step.split(": ");
  if (second === undefined) return names[first] ?? first;
  return /^\d+$/.test(second) ? `${names[first] ?? first} #${second}` : (names[second] ?? second);
}

function Checking({ run, onChanged }: RunProps) {
  const t = useTexts(importsTexts);
  const step = useStepText(run.step);
  // The page shows the same answer.
  useImportAdminPageQuery({ pollInterval: POLL_MS });
  const [discard] = useDiscardImportMutation();
  const { act: once, isBusy } = useAct();
  return (
    <div className={classes.running}>
      <h2>{t.checking(t[run.source])}</h2>
      <p className={panels.quiet}>{t.checkingText}</p>
      <progress aria-label={t.checking(t[run.source])} />
      <p role="status">{step}</p>
      <Button loading={isBusy} onClick={() => void once(() => discard(), { reread: onChanged })}>
        {t.cancel}
      </Button>
    </div>
  );
}

function Checked({ page, run, keys, onChanged }: RunProps & Props) {
  const t = useTexts(importsTexts);
  const mappingWords = useTexts(mappingTexts);
  const confirm = useConfirm();
  const [proven, proof] = useProven();
  const [start] = useStartImportMutation();
  const [isClosing, setClosing] = useState(false);
  const [draft, setDraft] = useState(NO_DRAFT);
  const { mapping, canStart } = page;
  const isUnsaved = mapping ? hasUnsaved(mapping, draft) : false;
  const mayStart = canStart && run.administrators.length > 0;
  const begin = async () => {
    if (!(await confirm({ title: t.startTitle, text: t.startText, action: t.start, danger: true }))) return;
    const isStarted = await act(() => proven(() => start()), { key: "startImport", reread: undefined });
    if (!isStarted) return;
    setClosing(true);
    await untilClosed();
    // From here on the page of the closed forum answers, and later the forum.
    location.assign("/admin/import");
  };
  if (isClosing) return <p role="status">{t.closing}</p>;
  return (
    <>
      <h2>{t.checked}</h2>
      <p>{t.checkedText}</p>
      <ImportReport run={run} />
      {mapping && (
        <ImportMapping mapping={mapping} keys={keys} draft={draft} onDraft={setDraft} onChanged={onChanged} />
      )}
      {!canStart && <p>{t.command}</p>}
      {mayStart && isUnsaved && <p className={panels.quiet}>{mappingWords.unsaved}</p>}
      <div className={panels.row}>
        {mayStart && (
          <Button variant="primary" disabled={isUnsaved} onClick={() => void begin()}>
            {t.start}
          </Button>
        )}
        <DiscardButton label={t.again} onChanged={onChanged} />
      </div>
      {proof}
    </>
  );
}

function Arrived({ run, onChanged }: RunProps) {
  const t = useTexts(importsTexts);
  return (
    <>
      <h2>{t.movedIn}</h2>
      <p>{t.movedInText}</p>
      <ReportLinks run={run} />
      <div className={panels.row}>
        <DiscardButton label={t.discard} onChanged={onChanged} />
      </div>
    </>
  );
}

function DiscardButton({ label, onChanged }: { label: string; onChanged: () => Promise<unknown> }) {
  const t = useTexts(importsTexts);
  const confirm = useConfirm();
  const [discard] = useDiscardImportMutation();
  const ask = { title: t.discardTitle, text: t.discardText, action: t.discard, danger: true };
  const remove = async () => {
    if (await confirm(ask)) await act(() => discard(), { done: t.discarded, reread: onChanged });
  };
  return <Button onClick={() => void remove()}>{label}</Button>;
}

/** `/admin/import` for the table of addresses. */
export const importAdminPage = definePage({
  Component: ImportAdminPage,
  needsLogin: true,
  queries: () => [ask(ImportAdminPageDocument, {})],
});
