import { graphql } from "../../gql/gql.ts";
import type { Audience, PrivacyInput } from "../../gql/graphql.ts";
import { usePrivacySectionQuery, useSavePrivacyMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { act } from "../../ui/act.ts";
import { QueryView } from "../../ui/QueryView.tsx";
import { Select } from "../../ui/Select.tsx";
import classes from "./settings.module.css";
import { settingsTexts } from "./settings.texts.ts";

graphql(`
  query PrivacySection {
    viewer {
      id
      messagesFrom
      followsFrom
    }
  }
`);
graphql(`
  mutation SavePrivacy($input: PrivacyInput!) {
    savePrivacy(input: $input) {
      id
      messagesFrom
      followsFrom
    }
  }
`);

const AUDIENCES = ["EVERYONE", "FOLLOWED", "NOBODY"] as const satisfies readonly Audience[];

/** Choices of the circle that may write to the member, and of the one that sees whom they follow. */
export function PrivacySection() {
  const t = useTexts(settingsTexts);
  const query = usePrivacySectionQuery();
  const [save] = useSavePrivacyMutation();
  const choose = (input: PrivacyInput) =>
    void act(() => save({ variables: { input } }), { done: t.saved, key: "savePrivacy" });
  const choices = AUDIENCES.map((value) => ({ value, label: t[value] }));
  const writers = AUDIENCES.map((value) => ({
    value,
    label: value === "NOBODY" ? t.NOBODY_WRITES : t[value],
  }));
  return (
    <QueryView query={query}>
      {({ viewer }) => (
        <section className={`card ${classes.card}`} aria-label={t.privacy}>
          <div className={classes.line}>
            <div className={classes.grow}>
              <p className={classes.name}>{t.messagesFrom}</p>
              <p className={classes.hint}>{t.privacyNote}</p>
            </div>
            <Select
              className={classes.select}
              label={t.messagesFrom}
              hideLabel
              value={viewer.messagesFrom ?? "EVERYONE"}
              choices={writers}
              onValue={(value) => choose({ messagesFrom: value as Audience })}
            />
          </div>
          <div className={classes.line}>
            <p className={`${classes.name} ${classes.grow}`}>{t.followsFrom}</p>
            <Select
              className={classes.select}
              label={t.followsFrom}
              hideLabel
              value={viewer.followsFrom ?? "EVERYONE"}
              choices={choices}
              onValue={(value) => choose({ followsFrom: value as Audience })}
            />
          </div>
        </section>
      )}
    </QueryView>
  );
}
