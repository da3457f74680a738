import { useForm } from "@mantine/form";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import type { PluginDialog_PluginFragment } from "../../gql/graphql.ts";
import { useExportPluginDataMutation, useSavePluginSettingsMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { saveFile } from "../../platform/saveFile.ts";
import type { Proven } from "../../session/useProven.tsx";
import { act } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { Field } from "../../ui/Field.tsx";
import panels from "../../ui/panels.module.css";
import { Select } from "../../ui/Select.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { Time } from "../../ui/Time.tsx";
import dialogs from "../admin/dialogs.module.css";
import classes from "./PluginsAdminPage.module.css";
import { pluginsAdminTexts } from "./pluginsAdmin.texts.ts";

const PluginDialog_plugin = graphql(`
  fragment PluginDialog_plugin on Plugin {
    id
    label
    description
    authorName
    name
    tier
    hasData
    capabilities
    settingFields {
      key
      kind
      label
      value
      isSet
      choices {
        value
        label
      }
    }
    costs {
      handler
      calls
      errors
      averageMs
      slowestMs
    }
    faults {
      id
      place
      message
      stack
      createdAt
    }
  }
`);
graphql(`
  mutation SavePluginSettings($pluginId: ID!, $values: [PluginSettingInput!]!) {
    savePluginSettings(pluginId: $pluginId, values: $values) {
      id
      settingFields {
        key
        value
        isSet
      }
    }
  }
`);

graphql(`
  mutation ExportPluginData($pluginId: ID!) {
    exportPluginData(pluginId: $pluginId)
  }
`);

const RIGHTS = ["viewer", "thread", "user", "navigate"] as const;

interface Props {
  plugin: FragmentType<typeof PluginDialog_plugin>;
  onSaved: () => Promise<unknown>;
  /** @param keeps what it has stored stays */
  onUninstall: (keeps: boolean) => void;
  proven: Proven;
  onClose: () => void;
}

/** A plugin with what it is told, its settings, its last faults, and the way to be rid of it. */
export function PluginDialog({ plugin: masked, onSaved, onUninstall, proven, onClose }: Props) {
  const plugin = readFragment(PluginDialog_plugin, masked);
  const t = useTexts(pluginsAdminTexts);
  const [exportData] = useExportPluginDataMutation();
  const download = async () => {
    const { data } = await exportData({ variables: { pluginId: plugin.id } });
    if (data)
      saveFile(new Blob([data.exportPluginData], { type: "application/json" }), `plugin-${plugin.name}.json`);
  };
  const rights = RIGHTS.filter((right) => plugin.capabilities.includes(right)).map((right) => t[right]);
  return (
    <Sheet title={t.detailsOf(plugin.label)} onClose={onClose} size="medium">
      <div className={dialogs.form}>
        {plugin.description && (
          <p>
            <bdi>{plugin.description}</bdi>
          </p>
        )}
        <p className={panels.quiet}>
          <bdi>{t.by(plugin.authorName)}</bdi> · {t[plugin.tier]}
        </p>
        {plugin.tier === "FRAMED" && (
          <p>
            {t.rights}: {rights.length > 0 ? rights.join(", ") : t.noRights}
          </p>
        )}
        {plugin.settingFields.length > 0 && <PluginSettings plugin={plugin} onSaved={onSaved} />}
        {plugin.costs.length > 0 && <PluginCosts costs={plugin.costs} />}
        <h3>{t.lastFaults}</h3>
        {plugin.faults.length === 0 ? (
          <p className={panels.quiet}>{t.noFaults}</p>
        ) : (
          <ul className={classes.faults}>
            {plugin.faults.map(({ id, place, message, stack, createdAt }) => (
              <li key={id}>
                <Time value={createdAt} /> · {place} · <bdi>{message}</bdi>
                {stack && <pre>{stack}</pre>}
              </li>
            ))}
          </ul>
        )}
        <div className={dialogs.buttons}>
          {plugin.hasData && (
            <>
              <Button onClick={() => void act(() => proven(download))}>{t.exportData}</Button>
              <Button variant="danger" onClick={() => onUninstall(true)}>
                {t.uninstallKeeping}
              </Button>
            </>
          )}
          <Button variant="danger" onClick={() => onUninstall(false)}>
            {plugin.hasData ? t.uninstallDeleting : t.uninstall}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

type Cost = PluginDialog_PluginFragment["costs"][number];

/** Time that the plugin took: in browsers, and its server part by what it was asked. */
function PluginCosts({ costs }: { costs: readonly Cost[] }) {
  const t = useTexts(pluginsAdminTexts);
  const columns: readonly Column<Cost & { id: string }>[] = [
    { key: "handler", header: t.handler, phone: "title", cell: ({ handler }) => <code>{handler}</code> },
    { key: "calls", header: t.calls, numeric: true, phone: "labelled", cell: ({ calls }) => calls },
    { key: "errors", header: t.errors, numeric: true, phone: "labelled", cell: ({ errors }) => errors },
    {
      key: "average",
      header: t.averageMs,
      numeric: true,
      phone: "labelled",
      cell: ({ averageMs }) => averageMs,
    },
    {
      key: "slowest",
      header: t.slowestMs,
      numeric: true,
      phone: "labelled",
      cell: ({ slowestMs }) => slowestMs,
    },
  ];
  const rows = costs.map((cost) => ({ ...cost, id: cost.handler }));
  return (
    <>
      <h3>{t.costs}</h3>
      <p className={panels.quiet}>{t.costsLead}</p>
      <DataTable caption={t.costs} columns={columns} rows={rows} empty={null} />
    </>
  );
}

interface SettingsProps {
  plugin: PluginDialog_PluginFragment;
  onSaved: () => Promise<unknown>;
}

/** A form made from the settings that the manifest names. */
function PluginSettings({ plugin: { id, settingFields }, onSaved }: SettingsProps) {
  const t = useTexts(pluginsAdminTexts);
  const [save] = useSavePluginSettingsMutation();
  const form = useForm<Record<string, string>>({
    initialValues: Object.fromEntries(settingFields.map(({ key, value }) => [key, value])),
  });
  const submit = form.onSubmit(async (values) => {
    // A secret that nobody has typed stays as it is.
    const changed = Object.entries(values)
      .filter(
        ([key, value]) =>
          value !== "" || settingFields.some((each) => each.key === key && each.kind !== "secret"),
      )
      .map(([key, value]) => ({ key, value }));
    await act(() => save({ variables: { pluginId: id, values: changed } }), {
      done: t.saved,
      reread: onSaved,
    });
  });
  return (
    <form className={dialogs.form} onSubmit={submit} aria-label={t.settings} noValidate>
      <h3>{t.settings}</h3>
      {settingFields.map(({ key, kind, label, isSet, choices }) => {
        const value = form.values[key] ?? "";
        const onValue = (next: string) => form.setFieldValue(key, next);
        if (kind === "flag")
          return (
            <Switch
              key={key}
              label={label}
              checked={value === "true"}
              onChecked={(checked) => onValue(String(checked))}
            />
          );
        if (kind === "choice")
          return <Select key={key} label={label} value={value} choices={choices} onValue={onValue} />;
        return (
          <Field
            key={key}
            label={label}
            value={value}
            onValue={onValue}
            {...(kind === "secret"
              ? {
                  type: "password" as const,
                  autoComplete: "off",
                  hint: isSet ? t.secretIsSet : t.secretIsEmpty,
                }
              : { inputMode: kind === "number" ? ("decimal" as const) : ("text" as const) })}
          />
        );
      })}
      <div className={dialogs.buttons}>
        <Button type="submit" variant="primary" loading={form.submitting} disabled={!form.isDirty()}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}
