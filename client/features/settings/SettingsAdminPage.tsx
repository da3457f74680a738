import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { ask } from "../../apollo/answers.ts";
import { readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { SettingsAdminPageDocument } from "../../gql/graphql.ts";
import { useSettingsAdminPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Input } from "../../ui/Input.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import { settingSectionTexts } from "../admin/settingSections.texts.ts";
import panels from "../../ui/panels.module.css";
import { SaveBar } from "../admin/SaveBar.tsx";
import { type EditedSetting, EditedSetting_setting } from "./editedSetting.ts";
import { SettingHistory } from "./SettingHistory.tsx";
import { SettingRows } from "./SettingRows.tsx";
import { settingsTexts } from "./settings.texts.ts";
import classes from "./Settings.module.css";
import { KEPT_SECTION, sectionOf, sectionsOf, settingName } from "./settingSections.ts";
import { type SettingsDraft, useSettingsDraft } from "./useSettingsDraft.ts";

graphql(`
  query SettingsAdminPage {
    settings {
      ...EditedSetting_setting
    }
  }
`);

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
      {({ settings }) => (
        <Editor settings={readFragment(EditedSetting_setting, settings)} refetch={() => query.refetch()} />
      )}
    </QueryView>
  );
}

interface EditorProps {
  settings: readonly EditedSetting[];
  refetch: () => Promise<unknown>;
}

function Editor({ settings, refetch }: EditorProps) {
  const t = useTexts(settingsTexts);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const draft = useSettingsDraft(settings, refetch);
  const [word, setWord] = useState("");
  const sections = sectionsOf(settings);
  const changedOnly = search.has("changed");
  const wanted = search.get("key");
  // A link to a setting knows its part of the catalogue, which may be another than the one that shows it.
  const target = settings.find((setting) => settingName(setting) === wanted);
  const asked = target ? sectionOf(target) : search.get("section");
  const section = sections.find((name) => name === asked) ?? sections[0] ?? "site";
  useFocusOn(wanted, section);

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
      <SettingsPanel
        settings={settings}
        draft={draft}
        sections={sections}
        section={section}
        query={word.trim().toLowerCase()}
        changedOnly={changedOnly}
        wanted={wanted}
      />
      <SaveBar
        differences={draft.differences}
        onSave={draft.store}
        onDiscard={draft.discard}
        onUndo={draft.undoLast}
      />
      <SettingHistory key={settings.map(({ value }) => value).join("\n")} onUndo={draft.undoSave} />
    </>
  );
}

/** Scrolls to the setting that a link leads to, and puts the caret there. */
function useFocusOn(wanted: string | null, section: string): void {
  useEffect(() => {
    if (!wanted) return;
    const row = document.getElementById(`setting-${wanted}`);
    row?.scrollIntoView({ block: "center" });
    row?.querySelector<HTMLElement>("input, select, textarea")?.focus({ preventScroll: true });
  }, [wanted, section]);
}

function addressOf(section: string, changed: boolean): string {
  return `/admin/settings?section=${section}${changed ? "&changed=1" : ""}`;
}

interface PanelProps {
  settings: readonly EditedSetting[];
  draft: SettingsDraft;
  sections: readonly string[];
  section: string;
  /** Words that settings are looked for by, in small letters. */
  query: string;
  changedOnly: boolean;
  wanted: string | null;
}

/** The settings of a section, or those that are looked for in all of them. */
function SettingsPanel({ settings, draft, sections, section, query, changedOnly, wanted }: PanelProps) {
  const t = useTexts(settingsTexts);
  const names = useTexts(settingSectionTexts);
  const labelOf = (key: string, fallback: string): string => {
    const text = ({ ...t, ...names } as unknown as Record<string, unknown>)[key];
    return typeof text === "string" ? text : fallback;
  };
  const matches = settings.filter((setting) => {
    if (changedOnly && !setting.isChanged) return false;
    const part = labelOf(sectionOf(setting), sectionOf(setting));
    const words = `${setting.label} ${setting.help ?? ""} ${settingName(setting)} ${part}`;
    if (query) return words.toLowerCase().includes(query);
    return changedOnly || sectionOf(setting) === section;
  });
  const rows = { draft, wanted, tagLabel: (tag: string) => labelOf(`tag/${tag}`, tag) };
  return (
    <section className={`card ${panels.panel}`} aria-label={labelOf(section, section)}>
      {!query && !changedOnly && (
        <div className={`${panels.head} ${classes.tabs}`}>
          <Tabs
            label={t.sections}
            current={section}
            tabs={sections.map((name) => ({
              key: name,
              label: labelOf(name, name),
              to: addressOf(name, false),
            }))}
          />
        </div>
      )}
      {section === KEPT_SECTION && !query && !changedOnly && <p className={classes.keptText}>{t.keptText}</p>}
      {matches.length === 0 ? <EmptyState title={t.nothing} /> : <SettingRows settings={matches} {...rows} />}
    </section>
  );
}

/** `/admin/settings` for the table of addresses. */
export const settingsAdminPage = definePage({
  Component: SettingsAdminPage,
  needsLogin: true,
  queries: () => [ask(SettingsAdminPageDocument, {})],
});
