import { useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { useSaveSettingsMutation, useUndoSettingsMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import type { EditedSetting } from "./editedSetting.ts";
import { settingDifferences } from "./settingDifferences.ts";
import { settingName } from "./settingSections.ts";
import { settingsTexts } from "./settings.texts.ts";

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

/** Values that were typed and not saved, by the names of their settings. */
type Draft = Readonly<Record<string, string>>;

/** Changes of settings before they are saved, with the ways to save them and to take the last save back. */
export function useSettingsDraft(settings: readonly EditedSetting[], refetch: () => Promise<unknown>) {
  const t = useTexts(settingsTexts);
  const [draft, setDraft] = useState<Draft>({});
  const [lastSave, setLastSave] = useState<string | null>(null);
  // The frame shows the name of the site as well.
  const [save] = useSaveSettingsMutation({ refetchQueries: ["Shell"] });
  const [undo] = useUndoSettingsMutation({ refetchQueries: ["Shell"] });
  const differences = settingDifferences(settings, draft, t);
  const stored = new Map(settings.map((setting) => [settingName(setting), setting.value]));

  const store = async () => {
    const changed = new Set(differences.map(({ key }) => key));
    const entries = settings
      .filter((setting) => changed.has(settingName(setting)))
      .map((setting) => ({ tag: setting.tag, key: setting.key, value: draft[settingName(setting)]! }));
    const { data } = await save({ variables: { entries } });
    await refetch();
    setDraft({});
    setLastSave(data?.saveSettings?.id ?? null);
  };
  const undoSave = async (saveId: string) => {
    await undo({ variables: { saveId } });
    setLastSave(null);
    await refetch();
  };
  return {
    differences,
    store,
    discard: () => setDraft({}),
    undoSave,
    undoLast: lastSave === null ? null : () => undoSave(lastSave),
    valueOf: (name: string): string => draft[name] ?? stored.get(name) ?? "",
    setValue: (name: string, value: string) => setDraft((present) => ({ ...present, [name]: value })),
    /** Reads anew what was saved apart from the draft, which knows an older value. */
    reread: async (name: string) => {
      await refetch();
      setDraft(({ [name]: _old, ...rest }) => rest);
    },
  };
}

/** The draft of the page of settings. */
export type SettingsDraft = ReturnType<typeof useSettingsDraft>;
