import { useEffect, useRef } from "react";
import { ask } from "../../apollo/answers.ts";
import { readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { BrandAdminPageDocument } from "../../gql/graphql.ts";
import { useBrandAdminPageQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { definePage } from "../../page.ts";
import { Button } from "../../ui/Button.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { AdminFrame } from "../admin/AdminFrame.tsx";
import { SaveBar } from "../admin/SaveBar.tsx";
import { type EditedSetting, EditedSetting_setting } from "../settings/editedSetting.ts";
import { settingName } from "../settings/settingSections.ts";
import { useSettingsDraft } from "../settings/useSettingsDraft.ts";
import { ACCENT_SETTING, BRAND_KEYS, BrandForm } from "./BrandForm.tsx";
import classes from "./Launch.module.css";
import { launchTexts } from "./launch.texts.ts";

graphql(`
  query BrandAdminPage {
    settings(section: "site") {
      key
      ...EditedSetting_setting
    }
  }
`);

/** `/admin/brand` — name, sentence, pictures and colour of the site. */
function BrandAdminPage() {
  const t = useTexts(launchTexts);
  return (
    <AdminFrame page="brand" actions={<Button to="/admin/start">{t.wizard}</Button>}>
      <Loaded />
    </AdminFrame>
  );
}

function Loaded() {
  const query = useBrandAdminPageQuery();
  return (
    <QueryView query={query}>
      {({ settings }) => {
        const edited = settings.filter(({ key }) => BRAND_KEYS.includes(key));
        return (
          <Editor settings={readFragment(EditedSetting_setting, edited)} refetch={() => query.refetch()} />
        );
      }}
    </QueryView>
  );
}

function Editor({
  settings,
  refetch,
}: {
  settings: readonly EditedSetting[];
  refetch: () => Promise<unknown>;
}) {
  const t = useTexts(launchTexts);
  const draft = useSettingsDraft(settings, refetch);
  useRepaint(settings, draft.differences.length === 0);
  return (
    <>
      <section className={`card ${classes.panel}`}>
        <p className={classes.lead}>{t.brandLead}</p>
        <BrandForm settings={settings} draft={draft} />
      </section>
      <SaveBar
        differences={draft.differences}
        onSave={draft.store}
        onDiscard={draft.discard}
        onUndo={draft.undoLast}
      />
    </>
  );
}

/** Loads the page anew once another colour is stored: the rules of the colour stand in the page itself. */
function useRepaint(settings: readonly EditedSetting[], isClean: boolean): void {
  const stored = settings.find((setting) => settingName(setting) === ACCENT_SETTING)?.value;
  const painted = useRef(stored);
  useEffect(() => {
    if (isClean && stored !== painted.current) location.reload();
  }, [stored, isClean]);
}

/** `/admin/brand` for the table of addresses. */
export const brandAdminPage = definePage({
  Component: BrandAdminPage,
  needsLogin: true,
  queries: () => [ask(BrandAdminPageDocument, {})],
});
