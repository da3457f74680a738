import { type FormEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { AuditAdminPageDocument } from "../../gql/graphql.ts";
import { useAuditAdminPageQuery, useVerifyAuditLazyQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Field } from "../../ui/Field.tsx";
import { LoadMore } from "../../ui/LoadMore.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Select } from "../../ui/Select.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import panels from "../../ui/panels.module.css";
import { actionsTexts } from "./actions.texts.ts";
import { auditTexts } from "./audit.texts.ts";
import { AuditRow } from "./AuditRow.tsx";

graphql(`
  query AuditAdminPage($action: String, $target: String, $after: String) {
    auditLog(action: $action, target: $target, first: 50, after: $after) {
      nodes {
        id
        ...AuditRow_entry
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);
graphql(`
  query VerifyAudit {
    auditVerification {
      intact
      entries
      brokenAt
    }
  }
`);

function variablesOf(search: URLSearchParams) {
  const text = (name: string) => search.get(name)?.trim() || null;
  return { action: text("action"), target: text("target"), after: null };
}

/** `/admin/log` — what staff did, with before and after. */
function AuditAdminPage() {
  const [search] = useSearchParams();
  return (
    <AdminFrame page="log" actions={<VerifyButton />}>
      <Log key={search.toString()} />
    </AdminFrame>
  );
}

function VerifyButton() {
  const t = useTexts(auditTexts);
  const [verify, { loading }] = useVerifyAuditLazyQuery({ fetchPolicy: "network-only" });
  const run = async () => {
    await act(
      async () => {
        const { data, error } = await verify();
        if (!data) throw error instanceof Error ? error : new Error("No answer.");
        return data.auditVerification;
      },
      {
        done: ({ intact, entries, brokenAt }) =>
          intact
            ? { type: "success", message: t.intact(entries), durationMs: 4000 }
            : { type: "error", message: t.broken(brokenAt ?? "") },
      },
    );
  };
  return (
    <Button size="sm" loading={loading} onClick={() => void run()}>
      {t.verify}
    </Button>
  );
}

function Log() {
  const t = useTexts(auditTexts);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const variables = variablesOf(search);
  const [action, setAction] = useState(variables.action ?? "");
  const [target, setTarget] = useState(variables.target ?? "");
  const query = useAuditAdminPageQuery({ variables });
  const words = Object.entries(useTexts(actionsTexts));
  const choices = [
    { value: "", label: t.anyAction },
    ...words.map(([value, label]) => ({ value, label })),
    // An address may name what has no words here.
    ...(action && !words.some(([value]) => value === action) ? [{ value: action, label: action }] : []),
  ];
  const go = (chosen: string) => {
    const next = new URLSearchParams();
    if (chosen) next.set("action", chosen);
    if (target.trim()) next.set("target", target.trim());
    void navigate(next.size > 0 ? `/admin/log?${next}` : "/admin/log");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go(action);
  };
  return (
    <section className={`card ${panels.panel}`} aria-label={t.log}>
      <form className={panels.filters} onSubmit={submit} role="search">
        <Select
          label={t.action}
          value={action}
          onValue={(chosen) => {
            setAction(chosen);
            go(chosen);
          }}
          choices={choices}
        />
        <Field label={t.target} value={target} onValue={setTarget} placeholder={t.anyTarget} />
        <div className={panels.row}>
          <Button type="submit">{t.filter}</Button>
        </div>
      </form>
      <QueryView query={query}>
        {({ auditLog: { nodes } }) =>
          nodes.length === 0 ? (
            <EmptyState title={t.nothing} />
          ) : (
            <>
              <ul>
                {nodes.map((entry) => (
                  <AuditRow key={entry.id} entry={entry} />
                ))}
              </ul>
              <LoadMore query={query} of="auditLog" />
            </>
          )
        }
      </QueryView>
    </section>
  );
}

/** `/admin/log` for the table of addresses. */
export const auditAdminPage = definePage({
  Component: AuditAdminPage,
  needsLogin: true,
  queries: ({ search }) => [ask(AuditAdminPageDocument, variablesOf(search))],
});
