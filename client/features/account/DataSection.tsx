import { useSearchParams } from "react-router-dom";
import { graphql } from "../../gql/gql.ts";
import { useCloseAccountMutation } from "../../gql/hooks.ts";
import { useLocale, useTexts } from "../../i18n/texts.ts";
import { requestFile } from "./requestFile.ts";
import { markLeaving } from "../../session/sessionEnd.ts";
import { dropAccessToken } from "../../session/token.ts";
import { useProven } from "../../session/useProven.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { showToast } from "../../ui/toast.tsx";
import classes from "./settings.module.css";
import { settingsTexts } from "./settings.texts.ts";

graphql(`
  mutation CloseAccount {
    closeAccount
  }
`);

/** Time in which the date is read before the page is left, in milliseconds. */
const READ_MS = 4_000;

/** The file of one's data, and the end of the account. */
export function DataSection() {
  const t = useTexts(settingsTexts);
  const [search] = useSearchParams();
  return (
    <div className={classes.section}>
      {search.has("reopened") && (
        <p className={classes.note} role="status">
          {t.reopened}
        </p>
      )}
      <ExportCard />
      <CloseCard />
    </div>
  );
}

function ExportCard() {
  const t = useTexts(settingsTexts);
  const [proven, dialog] = useProven();
  const { act, isBusy } = useAct();
  return (
    <section className={`card ${classes.card}`} aria-labelledby="export-title">
      <div className={classes.line}>
        <div className={classes.grow}>
          <h2 id="export-title" className={classes.title}>
            {t.exportTitle}
          </h2>
          <p className={classes.hint}>{t.exportText}</p>
        </div>
        <Button loading={isBusy} onClick={() => void act(() => proven(requestFile))}>
          {t.exportAction}
        </Button>
      </div>
      {dialog}
    </section>
  );
}

function CloseCard() {
  const t = useTexts(settingsTexts);
  const locale = useLocale();
  const confirm = useConfirm();
  const [close] = useCloseAccountMutation();
  const [proven, dialog] = useProven();
  const { act, isBusy } = useAct();
  const closeForGood = async () => {
    const question = { title: t.closeQuestion, text: t.closeText, action: t.closeAction, danger: true };
    if (!(await confirm(question))) return;
    await act(async () => {
      markLeaving();
      const { data } = await proven(() => close()).catch((error: unknown) => {
        markLeaving(false);
        throw error;
      });
      dropAccessToken();
      const day = new Date(data!.closeAccount).toLocaleDateString(locale);
      showToast({ type: "success", message: t.closed(day), durationMs: READ_MS });
      setTimeout(() => location.assign("/"), READ_MS);
    });
  };
  return (
    <section className={`card ${classes.card}`} id="close" aria-labelledby="close-title">
      <div className={classes.line}>
        <div className={classes.grow}>
          <h2 id="close-title" className={classes.title}>
            {t.closeTitle}
          </h2>
          <p className={classes.hint}>{t.closeText}</p>
        </div>
        <Button variant="danger" loading={isBusy} onClick={() => void closeForGood()}>
          {t.closeAction}
        </Button>
      </div>
      {dialog}
    </section>
  );
}
