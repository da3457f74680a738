import { useDebouncedValue } from "@mantine/hooks";
import { graphql } from "../../gql/gql.ts";
import { useStatisticsHostsQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { settingsTexts } from "./settings.texts.ts";
import classes from "./Settings.module.css";

graphql(`
  query StatisticsHosts($script: String!, $hosts: String!) {
    statisticsScript(script: $script, hosts: $hosts) {
      services
      proposal
      hosts {
        origin
        isAllowed
      }
    }
  }
`);

/** Pause in typing after which a script is examined, in milliseconds. */
const REST_MS = 300;

interface Props {
  /** As they stand in the form. */
  script: string;
  hosts: string;
  /** Takes the list of hosts that allows all that the script reports to. */
  onHosts: (hosts: string) => void;
}

/** Says which service a statistics script belongs to, where it reports to, and what of it pages block; proposes the rest. */
export function StatisticsHosts({ script, hosts, onHosts }: Props) {
  const t = useTexts(settingsTexts);
  const [[restedScript, restedHosts]] = useDebouncedValue([script, hosts] as const, REST_MS);
  const { data, previousData } = useStatisticsHostsQuery({
    variables: { script: restedScript, hosts: restedHosts },
    // What is typed is never asked for again.
    fetchPolicy: "no-cache",
  });
  // What was said last stays until the next answer is there.
  const report = (data ?? previousData)?.statisticsScript;
  if (!report) return null;
  const blocked = report.hosts.filter(({ isAllowed }) => !isAllowed);
  const list = (named: typeof report.hosts) => named.map(({ origin }) => origin).join(" ");
  return (
    <div className={classes.reports} role="status">
      {report.services.length > 0 && <p>{t.recognised(report.services.join("、"))}</p>}
      {report.hosts.length === 0 && <p>{t.reportsNowhere}</p>}
      {blocked.length === 0 && report.hosts.length > 0 && <p>{t.reportsAllowed(list(report.hosts))}</p>}
      {blocked.length > 0 && (
        <>
          <p className={classes.blocked}>{t.reportsBlocked(list(blocked))}</p>
          <Button size="sm" onClick={() => onHosts(report.proposal)}>
            {t.allowReports}
          </Button>
        </>
      )}
    </div>
  );
}
