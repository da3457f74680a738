import { type ReactNode, useState } from "react";
import { useParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { GroupAdminPageDocument, type GroupAdminPageQuery } from "../../gql/graphql.ts";
import { useGroupAdminPageQuery, useSetGroupPermissionsMutation } from "../../gql/hooks.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { NotFound } from "../../layout/NotFound.tsx";
import { definePage } from "../../page.ts";
import { QueryView } from "../../ui/QueryView.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import panels from "../../ui/panels.module.css";
import { SaveBar } from "../admin/SaveBar.tsx";
import { groupsAdminTexts } from "./groupsAdmin.texts.ts";
import {
  extentOf,
  keyOf,
  PERMISSION_SECTIONS,
  type PermissionKey,
  type PluginKey,
  withExtent,
} from "./permissionGrid.ts";
import { PermissionRow } from "./PermissionRow.tsx";
import { extentText, wordsOf } from "./permissionSentence.ts";
import classes from "./Permissions.module.css";
import { ADMIN_GROUP_ID, GUEST_GROUP_ID } from "./presetGroups.ts";

graphql(`
  query GroupAdminPage {
    groups {
      id
      name
      isPaid
      permissions
    }
    permissionKeys {
      key
      isOffered
      isForVisitors
      label
    }
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
  mutation SetGroupPermissions($groupId: ID!, $permissions: [String!]!) {
    setGroupPermissions(groupId: $groupId, permissions: $permissions)
  }
`);

/** `/admin/groups/:id` — what members of a group may do where. */
function GroupAdminPage() {
  const t = useTexts(groupsAdminTexts);
  const { id } = useParams();
  const query = useGroupAdminPageQuery();
  const group = query.data?.groups.find((each) => each.id === id);
  if (query.data && !group) return <NotFound />;
  return (
    <AdminFrame page="groups" {...(group ? { title: t.permissionsOf(group.name) } : {})}>
      <QueryView query={query}>
        {({ groups, categories, permissionKeys }) => (
          <>
            <Tabs
              label={t.tabs}
              current={id!}
              tabs={groups.map(({ id: key, name }) => ({ key, label: name, to: `/admin/groups/${key}` }))}
            />
            {group?.isPaid && <p className={`card ${classes.note}`}>{t.buyersKeep}</p>}
            {id === ADMIN_GROUP_ID ? (
              <p className={`card ${classes.note}`}>{t.isAdmin}</p>
            ) : (
              <Grid
                key={id}
                groupId={id!}
                saved={new Set(group!.permissions ?? [])}
                idle={
                  new Set(
                    permissionKeys
                      .filter(({ isOffered, isForVisitors }) =>
                        id === GUEST_GROUP_ID ? !isOffered || !isForVisitors : !isOffered,
                      )
                      .map(({ key }) => key),
                  )
                }
                // Visitors use no plugins that ask for a permission.
                pluginKeys={
                  id === GUEST_GROUP_ID
                    ? []
                    : permissionKeys.flatMap(({ key, label }) => (label ? [{ key, label }] : []))
                }
                categories={categories.flatMap((top) => [top, ...top.children])}
                refetch={() => query.refetch()}
              />
            )}
          </>
        )}
      </QueryView>
    </AdminFrame>
  );
}

const KEYS: readonly (PermissionKey | PluginKey)[] = PERMISSION_SECTIONS.flatMap(
  (section): readonly PermissionKey[] => section.permissions,
);

interface GridProps {
  groupId: string;
  saved: ReadonlySet<string>;
  /** Keys that have no effect on the group: they are not granted anew. */
  idle: ReadonlySet<string>;
  /** Permissions to use plugins. */
  pluginKeys: readonly PluginKey[];
  categories: readonly { id: string; name: string }[];
  refetch: () => Promise<unknown>;
}

function Grid({ groupId, saved, idle, pluginKeys, categories, refetch }: GridProps) {
  const t = useTexts(groupsAdminTexts);
  const locale = useLocale();
  const [draft, setDraft] = useState<ReadonlySet<string>>(saved);
  const [previous, setPrevious] = useState<ReadonlySet<string> | null>(null);
  const [set] = useSetGroupPermissionsMutation();
  const nameOf = (id: string) => categories.find((category) => category.id === id)?.name ?? id;
  const textOf = (grants: ReadonlySet<string>, key: string) => extentText(extentOf(grants, key), t, nameOf);

  const differences = [...KEYS, ...pluginKeys].flatMap((permission) => {
    const key = keyOf(permission);
    const [before, after] = [textOf(saved, key), textOf(draft, key)];
    return before === after ? [] : { key, label: wordsOf(locale, permission), before, after };
  });
  const store = async (grants: ReadonlySet<string>) => {
    await set({ variables: { groupId, permissions: [...grants] } });
    // Some permissions are granted with every save.
    const { data } = (await refetch()) as { data?: GroupAdminPageQuery };
    setDraft(new Set(data?.groups.find(({ id }) => id === groupId)?.permissions ?? grants));
  };

  const row = (permission: PermissionKey | PluginKey, scoped: boolean) => {
    const key = keyOf(permission);
    return (
      <PermissionRow
        key={key}
        permission={permission}
        scoped={scoped}
        extent={extentOf(draft, key)}
        isChanged={differences.some((difference) => difference.key === key)}
        categories={categories}
        // What has no effect may be taken away, and given back until that is saved.
        disabled={idle.has(key) && extentOf(saved, key).length === 0}
        onExtent={(extent) => setDraft(withExtent(draft, key, extent))}
      />
    );
  };
  const idleRows = PERMISSION_SECTIONS.flatMap(({ scoped, permissions }) =>
    permissions.filter((key) => idle.has(key)).map((key) => row(key, scoped)),
  );

  return (
    <>
      {PERMISSION_SECTIONS.map(({ key: section, scoped, permissions }) => {
        const live = permissions.filter((key: PermissionKey) => !idle.has(key));
        if (live.length === 0) return null;
        return (
          <Section key={section} id={section} title={t[section]}>
            {live.map((key) => row(key, scoped))}
          </Section>
        );
      })}
      {pluginKeys.length > 0 && (
        <Section id="plugins" title={t.plugins}>
          {pluginKeys.map((each) => row(each, false))}
        </Section>
      )}
      <IdleRows isForVisitors={groupId === GUEST_GROUP_ID} rows={idleRows} />
      <SaveBar
        differences={differences}
        onDiscard={() => setDraft(saved)}
        onSave={async () => {
          await store(draft);
          setPrevious(saved);
        }}
        onUndo={
          previous &&
          (async () => {
            await store(previous);
            setPrevious(null);
          })
        }
      />
    </>
  );
}

/** Permissions without effect on the group, folded. */
function IdleRows({ isForVisitors, rows }: { isForVisitors: boolean; rows: readonly ReactNode[] }) {
  const t = useTexts(groupsAdminTexts);
  if (rows.length === 0) return null;
  return (
    <details className={`card ${classes.idle}`}>
      <summary>
        {t.notYet(rows.length)}
        <small>{isForVisitors ? t.notForVisitorsText : t.notYetText}</small>
      </summary>
      <ul className={classes.rows}>{rows}</ul>
    </details>
  );
}

/** Permissions under a heading. */
function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={`card ${panels.panel}`} aria-labelledby={id}>
      <div className={panels.head}>
        <h2 id={id}>{title}</h2>
      </div>
      <ul className={classes.rows}>{children}</ul>
    </section>
  );
}

/** `/admin/groups/:id` for the table of addresses. */
export const groupAdminPage = definePage({
  Component: GroupAdminPage,
  needsLogin: true,
  queries: () => [ask(GroupAdminPageDocument, {})],
});
