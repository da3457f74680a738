import { type FormEvent, lazy, Suspense, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ask } from "../../../apollo/answers.ts";
import { graphql } from "../../../gql/gql.ts";
import { MembersAdminPageDocument, type UserSort, type UserStatus } from "../../../gql/graphql.ts";
import { useMembersAdminPageQuery } from "../../../gql/hooks.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { definePage } from "../../../page.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Select } from "../../../ui/Select.tsx";
import { AdminFrame } from "../../admin/AdminFrame.tsx";
import panels from "../../../ui/panels.module.css";
import { membersAdminTexts } from "./membersAdmin.texts.ts";
import { MembersTable } from "./MembersTable.tsx";

const MemberDialog = lazy(() => import("./MemberDialog.tsx").then((m) => ({ default: m.MemberDialog })));

graphql(`
  query MembersAdminPage(
    $query: String
    $groupId: ID
    $status: UserStatus
    $sort: UserSort!
    $after: String
  ) {
    groups {
      id
      name
    }
    users(query: $query, groupId: $groupId, status: $status, sort: $sort, first: 30, after: $after) {
      nodes {
        id
        ...MembersTable_member
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const STATUSES: readonly UserStatus[] = [
  "NORMAL",
  "BANNED",
  "UNDER_REVIEW",
  "REFUSED",
  "IGNORED",
  "FIELDS_MISSING",
];

const SORTS: readonly UserSort[] = ["NEWEST", "LAST_SEEN", "MOST_POSTS"];

function variablesOf(search: URLSearchParams) {
  const group = search.get("group") ?? "";
  return {
    query: search.get("query")?.trim() || null,
    groupId: /^\d{1,15}$/.test(group) ? group : null,
    status: STATUSES.find((status) => status === search.get("status")) ?? null,
    sort: SORTS.find((sort) => sort === search.get("sort")) ?? "NEWEST",
    after: null,
  };
}

/** `/admin/members` — finds members, reviews registrations, bans, moves to groups, resets passwords. */
function MembersAdminPage() {
  const [search] = useSearchParams();
  return (
    <AdminFrame page="members">
      <Members key={search.toString()} />
    </AdminFrame>
  );
}

/** Filters and order of the list, as the form holds them. */
interface Filters {
  query: string;
  group: string;
  status: string;
  sort: string;
}

function addressOf(filters: Filters): string {
  const params = new URLSearchParams(Object.entries(filters).filter(([, value]) => value.trim() !== ""));
  return params.size > 0 ? `/admin/members?${params}` : "/admin/members";
}

function Members() {
  const t = useTexts(membersAdminTexts);
  const [search] = useSearchParams();
  const variables = variablesOf(search);
  const query = useMembersAdminPageQuery({ variables });
  const [managed, setManaged] = useState<string | null>(null);
  const saved: Filters = {
    query: variables.query ?? "",
    group: variables.groupId ?? "",
    status: variables.status ?? "",
    sort: variables.sort === "NEWEST" ? "" : variables.sort,
  };

  return (
    <section className={`card ${panels.panel}`} aria-label={t.members}>
      <QueryView query={query}>
        {({ groups, users: { nodes } }) => (
          <>
            <MembersFilters saved={saved} groups={groups} />
            <MembersTable
              members={nodes}
              sort={variables.sort}
              sortHref={(sort) => addressOf({ ...saved, sort: sort === "NEWEST" ? "" : sort })}
              onManage={setManaged}
              onChanged={() => query.refetch()}
              more={<LoadMore query={query} of="users" />}
            />
            {managed && (
              <Suspense fallback={null}>
                <MemberDialog id={managed} groups={groups} onClose={() => setManaged(null)} />
              </Suspense>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

interface FiltersProps {
  /** Filters of the address. */
  saved: Filters;
  groups: readonly { id: string; name: string }[];
}

/** Form that narrows and sorts the list; its state becomes the address. */
function MembersFilters({ saved, groups }: FiltersProps) {
  const t = useTexts(membersAdminTexts);
  const navigate = useNavigate();
  const [draft, setDraft] = useState(saved);
  const go = (next: Filters) => void navigate(addressOf(next));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go(draft);
  };
  return (
    <form className={panels.filters} onSubmit={submit} role="search">
      <div className={panels.wideFilter}>
        <Field
          label={t.member}
          placeholder={t.find}
          value={draft.query}
          onValue={(text) => setDraft({ ...draft, query: text })}
        />
        <Button type="submit" variant="primary">
          {t.search}
        </Button>
      </div>
      <Select
        label={t.group}
        value={draft.group}
        onValue={(group) => go({ ...draft, group })}
        choices={[
          { value: "", label: t.allGroups },
          ...groups.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        label={t.status}
        value={draft.status}
        onValue={(status) => go({ ...draft, status })}
        choices={[
          { value: "", label: t.allStatuses },
          ...STATUSES.map((status) => ({ value: status as string, label: t[status] })),
        ]}
      />
      <Select
        label={t.sort}
        value={draft.sort}
        onValue={(sort) => go({ ...draft, sort })}
        choices={SORTS.map((sort) => ({ value: sort === "NEWEST" ? "" : sort, label: t[sort] }))}
      />
    </form>
  );
}

/** `/admin/members` for the table of addresses. */
export const membersAdminPage = definePage({
  Component: MembersAdminPage,
  needsLogin: true,
  queries: ({ search }) => [ask(MembersAdminPageDocument, variablesOf(search))],
});
