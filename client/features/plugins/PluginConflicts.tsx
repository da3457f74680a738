import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useChooseReplacementMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import panels from "../../ui/panels.module.css";
import { Select } from "../../ui/Select.tsx";
import classes from "./PluginsAdminPage.module.css";
import { pluginsAdminTexts, replacedPartTexts } from "./pluginsAdmin.texts.ts";

const PluginConflicts_conflict = graphql(`
  fragment PluginConflicts_conflict on PluginConflict {
    place
    plugins {
      id
      label
    }
    shown {
      id
    }
  }
`);
graphql(`
  mutation ChooseReplacement($place: String!, $pluginId: ID!) {
    chooseReplacement(place: $place, pluginId: $pluginId) {
      place
      shown {
        id
      }
    }
  }
`);

interface Props {
  conflicts: readonly FragmentType<typeof PluginConflicts_conflict>[];
  onChanged: () => Promise<unknown>;
}

/** Parts of pages that several plugins replace, each with the choice which of them is shown. */
export function PluginConflicts({ conflicts, onChanged }: Props) {
  const t = useTexts(pluginsAdminTexts);
  const parts = useTexts(replacedPartTexts) as Readonly<Record<string, string>>;
  const [choose] = useChooseReplacementMutation();
  if (conflicts.length === 0) return null;
  return (
    <div className={panels.body} role="group" aria-label={t.conflicts}>
      <p>
        <strong>{t.conflicts}</strong>
      </p>
      <p className={panels.quiet}>{t.conflictsLead}</p>
      <div className={classes.conflicts}>
        {readFragment(PluginConflicts_conflict, conflicts).map(({ place, plugins, shown }) => (
          <div key={place}>
            <Select
              label={parts[place] ?? place}
              value={shown.id}
              choices={plugins.map(({ id, label }) => ({ value: id, label }))}
              onValue={(pluginId) =>
                void act(() => choose({ variables: { place, pluginId } }), {
                  done: t.saved,
                  key: place,
                  reread: onChanged,
                })
              }
            />
            <span className={classes.code}>{place}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
