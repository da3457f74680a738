import { Fragment, useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { graphql } from "../../gql/gql.ts";
import { SettingsAdminPageDocument, type SettingsAdminPageQuery } from "../../gql/graphql.ts";
import {
  useSaveSettingsMutation,
  useSettingsAdminPageQuery,
  useUndoSettingsMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Input } from "../../ui/Input.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import panels from "../admin/panels.module.css";
import { SaveBar } from "../admin/SaveBar.tsx";
import { settingDifferences } from "./settingDifferences.ts";
import { SettingHistory } from "./SettingHistory.tsx";
import { SettingRow } from "./SettingRow.tsx";
import { settingsTexts } from "./settings.texts.ts";
import classes from "./Settings.module.css";
import { StatisticsHosts } from "./StatisticsHosts.tsx";
import { byTag, sectionsOf } from "./settingSections.ts";

graphql(`
  query SettingsAdminPage {
    settings {
      tag
      key
      section
      kind
      label
      value
      initial
      isChanged
      isSecret
      isKept
      withheldValues
      withheldReason
      choices
      least
      most
      maxLength
    }
  }
`);
graphql(`
  mutation SaveSettings($entries: [SettingInput!]!) {
    saveSettings(entries: $entries) {
      id
    }
  }
`);
graphql(`
  mutation UndoSettings($saveId: ID!) {
    undoSettings(saveId: $saveId) {
      id
    }
  }
`);

type Settings = SettingsAdminPageQuery["settings"];

/** `/admin/settings` — all that the owner can set, with the difference before it is saved. */
function SettingsAdminPage() {
  return (
    <AdminFrame page="settings">
      <Loaded />
    </AdminFrame>
  );
}

function Loaded() {
  const query = useSettingsAdminPageQuery();
  return (
    <QueryView query={query}>
      {({ settings }) => <Editor settings={settings} refetch={() => query.refetch()} />}
    </QueryView>
  );
}

/** The statistics script and the hosts that it may report to. */
const SCRIPT = "default.site_stat";
const HOSTS = "default.site_stat_hosts";

const nameOf = ({ tag, key }: Settings[number]): string => `${tag}.${key}`;

function Editor({ settings, refetch }: { settings: Settings; refetch: () => Promise<unknown> }) {
  const t = useTexts(settingsTexts);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({});
  const [lastSave, setLastSave] = useState<string | null>(null);
  const [word, setWord] = useState("");
  // What the site is called is said by the frame as well.
  const [save] = useSaveSettingsMutation({ refetchQueries: ["Shell"] });
  const [undo] = useUndoSettingsMutation({ refetchQueries: ["Shell"] });
  const sections = sectionsOf(settings);
  const section = sections.find((name) => name === search.get("section")) ?? sections[0] ?? "site";
  const wordFor = (key: string, otherwise: string): string => {
    const found = (t as unknown as Record<string, unknown>)[key];
    return typeof found === "string" ? found : otherwise;
  };
  const changedOnly = search.has("changed");
  const wanted = search.get("key");

  const differences = settingDifferences(settings, draft, t);
  useEffect(() => {
    if (!wanted) return;
    const row = document.getElementById(`setting-${wanted}`);
    row?.scrollIntoView({ block: "center" });
    row?.querySelector<HTMLElement>("input, select, textarea")?.focus({ preventScroll: true });
  }, [wanted, section]);

  const query = word.trim().toLowerCase();
  const shown = settings.filter((setting) => {
    if (changedOnly && !setting.isChanged) return false;
    const part = wordFor(setting.section, setting.section);
    if (query) return `${setting.label} ${nameOf(setting)} ${part}`.toLowerCase().includes(query);
    return changedOnly || setting.section === section;
  });
  // What changes nothing here stands apart, unless somebody looks for it.
  const isApart = ({ isKept }: Settings[number]) => isKept && !query && !changedOnly;
  const live = shown.filter((setting) => !isApart(setting));
  const kept = shown.filter(isApart);
  const addressOf = (name: string, changed: boolean) =>
    `/admin/settings?section=${name}${changed ? "&changed=1" : ""}`;
  const store = async () => {
    const entries = settings
      .filter((setting) => differences.some(({ key }) => key === nameOf(setting)))
      .map((setting) => ({ tag: setting.tag, key: setting.key, value: draft[nameOf(setting)]! }));
    const { data } = await save({ variables: { entries } });
    await refetch();
    setDraft({});
    setLastSave(data?.saveSettings?.id ?? null);
  };

  const valueOf = (name: string) =>
    draft[name] ?? settings.find((setting) => nameOf(setting) === name)?.value ?? "";
  const rowsOf = (found: Settings) => {
    const groups = byTag(found);
    return groups.map(({ tag, settings: rows }) => (
      <Fragment key={tag}>
        {groups.length > 1 && <h2 className={classes.tag}>{wordFor(`tag/${tag}`, tag)}</h2>}
        <ul>
          {rows.map((setting) => {
            const name = nameOf(setting);
            return (
              <SettingRow
                key={name}
                setting={setting}
                value={draft[name] ?? setting.value}
                isWanted={name === wanted}
                onValue={(value) => setDraft((known) => ({ ...known, [name]: value }))}
                onStored={async () => {
                  await refetch();
                  // What the draft says of it is older than what was saved.
                  setDraft(({ [name]: _old, ...known }) => known);
                }}
              >
                {name === SCRIPT && valueOf(SCRIPT).trim() !== "" && (
                  <StatisticsHosts
                    script={valueOf(SCRIPT)}
                    hosts={valueOf(HOSTS)}
                    onHosts={(value) => setDraft((known) => ({ ...known, [HOSTS]: value }))}
                  />
                )}
              </SettingRow>
            );
          })}
        </ul>
      </Fragment>
    ));
  };

  return (
    <>
      <div className={classes.tools}>
        <Input
          value={word}
          onValue={setWord}
          aria-label={t.find}
          placeholder={t.find}
          type="search"
          className={classes.find!}
        />
        <Switch
          label={t.changedOnly}
          checked={changedOnly}
          onChecked={(on) => void navigate(addressOf(section, on), { replace: true })}
        />
      </div>
      <section className={`card ${panels.panel}`} aria-label={wordFor(section, section)}>
        {!query && !changedOnly && (
          <div className={`${panels.head} ${classes.tabs}`}>
            <Tabs
              label={t.sections}
              current={section}
              tabs={sections.map((name) => ({
                key: name,
                label: wordFor(name, name),
                to: addressOf(name, false),
              }))}
            />
          </div>
        )}
        {shown.length === 0 ? <EmptyState title={t.nothing} /> : rowsOf(live)}
        {kept.length > 0 && (
          <details
            key={`${section} ${wanted}`}
            className={classes.apart}
            open={live.length === 0 || kept.some((setting) => nameOf(setting) === wanted)}
          >
            <summary>
              {t.keptHere(kept.length)}
              <small>{t.keptText}</small>
            </summary>
            {rowsOf(kept)}
          </details>
        )}
      </section>
      <SaveBar
        differences={differences}
        onSave={store}
        onDiscard={() => setDraft({})}
        onUndo={
          lastSave === null
            ? null
            : async () => {
                await undo({ variables: { saveId: lastSave } });
                setLastSave(null);
                await refetch();
              }
        }
      />
      <SettingHistory
        key={settings.map(({ value }) => value).join("\n")}
        onUndo={async (saveId) => {
          await undo({ variables: { saveId } });
          setLastSave(null);
          await refetch();
        }}
      />
    </>
  );
}

/** `/admin/settings` for the table of addresses. */
export const settingsAdminPage = definePage({
  Component: SettingsAdminPage,
  needsLogin: true,
  queries: () => [ask(SettingsAdminPageDocument, {})],
});
