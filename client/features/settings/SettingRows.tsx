import { Fragment } from "react";
import { CheckTrial } from "../checks/CheckTrial.tsx";
import type { EditedSetting } from "./editedSetting.ts";
import { SettingRow } from "./SettingRow.tsx";
import { byTag, settingName } from "./settingSections.ts";
import classes from "./Settings.module.css";
import { StatisticsHosts } from "./StatisticsHosts.tsx";
import type { SettingsDraft } from "./useSettingsDraft.ts";

/** The statistics script and the hosts that it may report to. */
const SCRIPT = "default.site_stat";
const HOSTS = "default.site_stat_hosts";

/** The service that checks content. */
const CHECK_SERVICE = "checks.check_service";

interface Props {
  settings: readonly EditedSetting[];
  draft: SettingsDraft;
  /** Name of the setting that a link leads to. */
  wanted: string | null;
  /** Heading of the settings of one service. */
  tagLabel: (tag: string) => string;
}

/** Settings as rows; those of several services stand under a heading each. */
export function SettingRows({ settings, draft, wanted, tagLabel }: Props) {
  const groups = byTag(settings);
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
              {name === CHECK_SERVICE && setting.value !== "none" && (
                <CheckTrial isSaved={rows.every((each) => draft.valueOf(settingName(each)) === each.value)} />
              )}
            </SettingRow>
          );
        })}
      </ul>
    </Fragment>
  ));
}
