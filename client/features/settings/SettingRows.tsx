import { Fragment } from "react";
import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { SettingRow } from "./SettingRow.tsx";
import { byTag, settingName } from "./settingSections.ts";
import classes from "./Settings.module.css";
import { StatisticsHosts } from "./StatisticsHosts.tsx";
import type { SettingsDraft } from "./useSettingsDraft.ts";

/** The statistics script and the hosts that it may report to. */
const SCRIPT = "default.site_stat";
const HOSTS = "default.site_stat_hosts";

const SettingRows_setting = graphql(`
  fragment SettingRows_setting on Setting {
    tag
    key
    section
    ...SettingRow_setting
  }
`);

interface Props {
  settings: readonly FragmentType<typeof SettingRows_setting>[];
  draft: SettingsDraft;
  /** Name of the setting that a link leads to. */
  wanted: string | null;
  /** Heading of the settings of one service. */
  tagLabel: (tag: string) => string;
}

/** Settings as rows; those of several services stand under a heading each. */
export function SettingRows({ settings, draft, wanted, tagLabel }: Props) {
  const groups = byTag(readFragment(SettingRows_setting, settings));
  const script = draft.valueOf(SCRIPT);
  return groups.map(({ tag, settings: rows }) => (
    <Fragment key={tag}>
      {groups.length > 1 && <h2 className={classes.tag}>{tagLabel(tag)}</h2>}
      <ul>
        {rows.map((setting) => {
          const name = settingName(setting);
          return (
            <SettingRow
              key={name}
              setting={setting}
              value={draft.valueOf(name)}
              isWanted={name === wanted}
              onValue={(value) => draft.setValue(name, value)}
              onStored={() => draft.reread(name)}
            >
              {name === SCRIPT && script.trim() !== "" && (
                <StatisticsHosts
                  script={script}
                  hosts={draft.valueOf(HOSTS)}
                  onHosts={(value) => draft.setValue(HOSTS, value)}
                />
              )}
            </SettingRow>
          );
        })}
      </ul>
    </Fragment>
  ));
}
