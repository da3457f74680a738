import { useState } from "react";
import { graphql } from "../../gql/gql.ts";
import { useLaunchTestMailMutation } from "../../gql/hooks.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import type { EditedSetting } from "../settings/editedSetting.ts";
import { SettingRows } from "../settings/SettingRows.tsx";
import type { SettingsDraft } from "../settings/useSettingsDraft.ts";
import classes from "./Launch.module.css";
import { launchTexts } from "./launch.texts.ts";

graphql(`
  mutation LaunchTestMail($locale: String!) {
    sendTestNotification(kind: "registered.passed", channel: EMAIL, locale: $locale) {
      sent
      error
      address
    }
  }
`);

/** Settings that say who may join and how mail is sent. */
export const JOINING_KEYS: readonly string[] = [
  "register_close",
  "register_validate",
  "register_invitation",
  "register_email",
  "smtp_host",
  "smtp_port",
  "smtp_security",
  "smtp_user",
  "smtp_password",
  "mail_from_address",
];

interface Props {
  settings: readonly EditedSetting[];
  draft: SettingsDraft;
  onStore: () => Promise<void>;
}

/** Registration and the mail server, with a message to oneself that proves it. */
export function JoiningStep({ settings, draft, onStore }: Props) {
  const t = useTexts(launchTexts);
  const locale = useLocale();
  const { act, isBusy } = useAct();
  const [send] = useLaunchTestMailMutation();
  const [outcome, setOutcome] = useState<string | null>(null);

  const test = async () => {
    setOutcome(null);
    await onStore();
    const { data } = await send({ variables: { locale } });
    const { sent, error, address } = data!.sendTestNotification;
    const reasons: Readonly<Record<string, string>> = {
      NOT_CONFIGURED: t.NOT_CONFIGURED,
      NO_ADDRESS: t.NO_ADDRESS,
    };
    setOutcome(sent ? t.testSent(address) : (reasons[error] ?? t.testFailed(error)));
  };

  return (
    <>
      <div className={classes.rows}>
        <SettingRows
          settings={settings}
          draft={draft}
          wanted={null}
          tagLabel={(tag) => (tag === "mail" ? t.mailSettings : t.whoJoins)}
        />
      </div>
      <div className={classes.test}>
        <Button loading={isBusy} onClick={() => void act(test)}>
          {t.testMail}
        </Button>
        <p role="status" className={classes.hint}>
          {outcome ?? t.testHint}
        </p>
      </div>
    </>
  );
}
