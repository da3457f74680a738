import { useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { useLaunchCardQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { store, stored } from "../../platform/storage.ts";
import { Button } from "../../ui/Button.tsx";
import { checklistTexts } from "./checklist.texts.ts";
import { LaunchChecklist } from "./LaunchChecklist.tsx";

graphql(`
  query LaunchCard {
    launchSteps {
      ...LaunchChecklist_step
    }
  }
`);

/** Key in the browser's storage under which an administrator has put the list away. */
const PUT_AWAY = "launch_put_away";

/** Steps before a forum is open, beside the list of its home page, until they are done or put away. */
export function LaunchCard() {
  const t = useTexts(checklistTexts);
  const [isPutAway, setPutAway] = useState(() => stored<boolean>(PUT_AWAY) === true);
  const { data } = useLaunchCardQuery({ skip: isPutAway });
  if (isPutAway || !data) return null;
  const putAway = () => {
    store(PUT_AWAY, true);
    setPutAway(true);
  };
  return (
    <LaunchChecklist
      steps={data.launchSteps}
      end={
        <Button size="sm" variant="subtle" onClick={putAway}>
          {t.putAway}
        </Button>
      }
    />
  );
}
