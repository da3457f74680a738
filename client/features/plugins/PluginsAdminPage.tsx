import { type ChangeEvent, type ReactNode, useRef, useState } from "react";
import { ask } from "../../apollo/answers.ts";
import { uploadPlugin } from "../../apollo/upload.ts";
import { graphql } from "../../gql/gql.ts";
import { PluginsAdminPageDocument, type PluginsAdminPageQuery } from "../../gql/graphql.ts";
import {
  useOrderPluginsMutation,
  usePluginsAdminPageQuery,
  useSetPluginEnabledMutation,
  useUninstallPluginMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { useProven } from "../../session/useProven.tsx";
import { act, useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import panels from "../../ui/panels.module.css";
import { QueryView } from "../../ui/QueryView.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import { PluginConflicts } from "./PluginConflicts.tsx";
import { PluginDialog } from "./PluginDialog.tsx";
import classes from "./PluginsAdminPage.module.css";
import { SamplePlugins } from "./SamplePlugins.tsx";
import { pluginsAdminTexts } from "./pluginsAdmin.texts.ts";

graphql(`
  query PluginsAdminPage {
    plugins {
      id
      name
      label
      version
      tier
      isEnabled
      brokenAt
      views {
        target
        hookName
        path
      }
      hasData
      health {
        count
        lastAt
      }
      ...PluginDialog_plugin
    }
    pluginConflicts {
      ...PluginConflicts_conflict
    }
    samplePlugins {
      ...SamplePlugins_sample
    }
  }
`);
graphql(`
  mutation SetPluginEnabled($pluginId: ID!, $isEnabled: Boolean!) {
    setPluginEnabled(pluginId: $pluginId, isEnabled: $isEnabled) {
      id
      isEnabled
      brokenAt
    }
  }
`);
graphql(`
  mutation UninstallPlugin($pluginId: ID!, $data: PluginDataFate) {
    uninstallPlugin(pluginId: $pluginId, data: $data)
  }
`);
graphql(`
  mutation OrderPlugins($pluginIds: [ID!]!) {
    orderPlugins(pluginIds: $pluginIds) {
      id
      sort
    }
  }
`);

type Plugin = PluginsAdminPageQuery["plugins"][number];

/** `/admin/plugins` — installed plugins: upload, switch, set up, look at faults, uninstall. */
function PluginsAdminPage() {
  const query = usePluginsAdminPageQuery();
  return (
    <AdminFrame page="plugins">
      <QueryView query={query}>
        {({ plugins, pluginConflicts, samplePlugins }) => (
          <Plugins
            plugins={plugins}
            samples={samplePlugins}
            conflicts={<PluginConflicts conflicts={pluginConflicts} onChanged={query.refetch} />}
            onChanged={query.refetch}
          />
        )}
      </QueryView>
    </AdminFrame>
  );
}

interface Props {
  plugins: readonly Plugin[];
  samples: PluginsAdminPageQuery["samplePlugins"];
  /** Parts of pages that several of them replace. */
  conflicts: ReactNode;
  onChanged: () => Promise<unknown>;
}

function Plugins({ plugins, samples, conflicts, onChanged }: Props) {
  const t = useTexts(pluginsAdminTexts);
  const [openId, setOpenId] = useState<string | null>(null);
  const [proven, proof] = useProven();
  const [setEnabled] = useSetPluginEnabledMutation();
  const [remove] = useUninstallPluginMutation();
  const [order] = useOrderPluginsMutation();
  const confirm = useConfirm();
  const open = plugins.find(({ id }) => id === openId);
  const change = ({ id }: Plugin, isEnabled: boolean) =>
    act(() => proven(() => setEnabled({ variables: { pluginId: id, isEnabled } })), {
      done: t.saved,
      key: `plugin ${id}`,
      reread: onChanged,
    });
  const move = (from: number, by: number) => {
    const pluginIds = plugins.map(({ id }) => id);
    pluginIds.splice(from + by, 0, ...pluginIds.splice(from, 1));
    return act(() => order({ variables: { pluginIds } }), { done: t.saved, key: "order", reread: onChanged });
  };
  const uninstall = async ({ id, label }: Plugin, keeps: boolean) => {
    const question = {
      title: t.uninstallOf(label),
      text: keeps ? t.uninstallKeepingText : t.uninstallText,
      action: t.uninstall,
      danger: true,
    };
    if (!(await confirm(question))) return;
    setOpenId(null);
    const data = keeps ? ("KEEP" as const) : ("DELETE" as const);
    await act(() => proven(() => remove({ variables: { pluginId: id, data } })), {
      done: t.uninstalled,
      reread: onChanged,
    });
  };
  return (
    <section className={`card ${panels.panel}`} aria-label={t.caption}>
      <div className={panels.body}>
        <p className={panels.quiet}>{t.lead}</p>
        <UploadButton
          onUpload={(file) =>
            act(() => proven(() => uploadPlugin(file)), {
              done: ({ name, version }) => t.installed(name, version),
              reread: onChanged,
            })
          }
        />
      </div>
      {conflicts}
      <PluginTable
        plugins={plugins}
        onOpen={setOpenId}
        onSwitch={(plugin, isOn) => void change(plugin, isOn)}
        onMove={(from, by) => void move(from, by)}
      />
      <SamplePlugins samples={samples} proven={proven} onChanged={onChanged} />
      <div className={panels.body}>
        {/* A whole page, so that no code of a plugin is left in it. */}
        <a className={panels.quiet} href="/?safe=1" hrefLang="">
          {t.safe}
        </a>
      </div>
      {open && (
        <PluginDialog
          key={open.id}
          plugin={open}
          onSaved={onChanged}
          onUninstall={(keeps) => void uninstall(open, keeps)}
          proven={proven}
          onClose={() => setOpenId(null)}
        />
      )}
      {proof}
    </section>
  );
}

function UploadButton({ onUpload }: { onUpload: (file: File) => Promise<unknown> }) {
  const t = useTexts(pluginsAdminTexts);
  const input = useRef<HTMLInputElement>(null);
  const { act: run, isBusy } = useAct();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file may be chosen again once it is mended.
    event.target.value = "";
    if (file) void run(() => onUpload(file));
  };
  return (
    <div className={panels.row}>
      <input ref={input} type="file" accept=".zip" aria-label={t.upload} hidden onChange={choose} />
      <Button variant="primary" loading={isBusy} onClick={() => input.current?.click()}>
        {t.upload}
      </Button>
      <span className={panels.quiet}>{t.uploadHint}</span>
    </div>
  );
}

interface TableProps {
  plugins: readonly Plugin[];
  onOpen: (id: string) => void;
  onSwitch: (plugin: Plugin, isEnabled: boolean) => void;
  onMove: (from: number, by: number) => void;
}

function PluginTable({ plugins, onOpen, onSwitch, onMove }: TableProps) {
  const t = useTexts(pluginsAdminTexts);
  const columns: readonly Column<Plugin>[] = [
    {
      key: "plugin",
      header: t.plugin,
      phone: "title",
      cell: ({ label, name, version }) => (
        <>
          <strong>
            <bdi>{label}</bdi>
          </strong>
          <span className={classes.code}>
            {name} {version}
          </span>
        </>
      ),
    },
    { key: "tier", header: t.tier, cell: ({ tier }) => t[tier] },
    { key: "places", header: t.places, quiet: true, cell: ({ views }) => <Places views={views} /> },
    { key: "faults", header: t.faults, numeric: true, phone: "labelled", cell: ({ health }) => health.count },
    {
      key: "state",
      header: t.state,
      cell: (plugin) => (
        <>
          <Switch
            label={t.switchOf(plugin.label)}
            hideLabel
            checked={plugin.isEnabled}
            onChecked={(isEnabled) => onSwitch(plugin, isEnabled)}
          />
          {plugin.brokenAt && <span className={classes.broken}>{t.broken}</span>}
        </>
      ),
    },
    {
      key: "actions",
      header: t.actions,
      hideHeader: true,
      actions: true,
      cell: ({ id, label }) => {
        const place = plugins.findIndex((plugin) => plugin.id === id);
        return (
          <>
            {place > 0 && (
              <Button size="sm" aria-label={t.upOf(label)} onClick={() => onMove(place, -1)}>
                ↑
              </Button>
            )}
            {place < plugins.length - 1 && (
              <Button size="sm" aria-label={t.downOf(label)} onClick={() => onMove(place, 1)}>
                ↓
              </Button>
            )}
            <Button size="sm" aria-label={t.detailsOf(label)} onClick={() => onOpen(id)}>
              {t.details}
            </Button>
          </>
        );
      },
    },
  ];
  const empty = <EmptyState title={t.none} text={t.noneText} />;
  return <DataTable caption={t.caption} columns={columns} rows={plugins} empty={empty} />;
}

/** Places of a plugin as its manifest names them. */
function Places({ views }: Pick<Plugin, "views">) {
  return (
    <ul className={classes.places}>
      {views.map(({ target, hookName, path }) => (
        <li key={`${target}@${hookName}${path ?? ""}`}>
          {path ? `/plugin${path}` : `${target}@${hookName}`}
        </li>
      ))}
    </ul>
  );
}

/** `/admin/plugins` for the table of addresses. */
export const pluginsAdminPage = definePage({
  Component: PluginsAdminPage,
  needsLogin: true,
  queries: () => [ask(PluginsAdminPageDocument, {})],
});
