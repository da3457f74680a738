import { type FormEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { appendPage } from "../../apollo/append.ts";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import { AuditAdminPageDocument } from "../../gql/graphql.ts";
import { useAuditAdminPageQuery, useVerifyAuditLazyQuery } from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Field } from "../../ui/Field.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/toast.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import panels from "../admin/panels.module.css";
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
    try {
      const { data, error } = await verify();
      if (!data) throw error instanceof Error ? error : new Error("No answer.");
      const { intact, entries, brokenAt } = data.auditVerification;
      showToast(
        intact
          ? { type: "success", message: t.intact(entries), durationMs: 4000 }
          : { type: "error", message: t.broken(brokenAt ?? "") },
      );
    } catch (error) {
      showToast({ type: "error", message: errorOf(error).message });
    }
  };
  return (
    <Button size="sm" loading={loading} onClick={() => void run()}>
      {t.verify}
    </Button>
  );
}

function Log() {
  const t = useTexts(auditTexts);
  const common = useTexts(commonTexts);
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
        {({ auditLog: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <EmptyState title={t.nothing} />
          ) : (
            <>
              <ul>
                {nodes.map((entry) => (
                  <AuditRow key={entry.id} entry={entry} />
                ))}
              </ul>
              {pageInfo.hasNextPage && (
                <div className={panels.more}>
                  <Button
                    onClick={() =>
                      void query.fetchMore({
                        variables: { ...variables, after: pageInfo.endCursor ?? null },
                        updateQuery: (known, { fetchMoreResult }) => ({
                          auditLog: appendPage(known.auditLog, fetchMoreResult.auditLog),
                        }),
                      })
                    }
                  >
                    {common.loadMore}
                  </Button>
                </div>
              )}
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
