import { type FormEvent, lazy, Suspense, useState } from "react";
import { errorOf } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import {
  useBeginSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useRemoveSecondFactorMutation,
  useRenewRecoveryCodesMutation,
} from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { saveFile } from "../../platform/saveFile.ts";
import { useProven } from "../../session/useProven.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { Field } from "../../ui/Field.tsx";
import classes from "./settings.module.css";
import { secondFactorTexts } from "./secondFactor.texts.ts";

const QrCode = lazy(() => import("./QrCode.tsx").then((m) => ({ default: m.QrCode })));

graphql(`
  mutation BeginSecondFactor {
    beginSecondFactor {
      secret
      uri
    }
  }
`);
graphql(`
  mutation ConfirmSecondFactor($code: String!) {
    confirmSecondFactor(code: $code)
  }
`);
graphql(`
  mutation RenewRecoveryCodes {
    renewRecoveryCodes
  }
`);
graphql(`
  mutation RemoveSecondFactor {
    removeSecondFactor
  }
`);

interface Props {
  isOn: boolean;
  /** The site asks it of the administrator, who has none. */
  isNeeded: boolean;
  codesLeft: number;
  /** Reads the account again. */
  onChanged: () => Promise<unknown>;
}

/** The second factor of the account: setting it up, its recovery codes, and removing it. */
export function SecondFactorCard({ isOn, isNeeded, codesLeft, onChanged }: Props) {
  const t = useTexts(secondFactorTexts);
  const [begin] = useBeginSecondFactorMutation();
  const [proven, dialog] = useProven();
  const { act, isBusy } = useAct();
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  const start = () =>
    act(async () => {
      const { data } = await proven(() => begin());
      setSetup(data!.beginSecondFactor);
    });

  return (
    <section className={`card ${classes.card}`} id="second-factor" aria-labelledby="second-factor-title">
      <h2 id="second-factor-title" className={classes.title}>
        {t.title}
        {isOn && <span className={classes.badge}>{t.on}</span>}
      </h2>
      <p className={classes.hint}>{isNeeded ? t.needed : t.text}</p>
      {codes ? (
        <Codes
          codes={codes}
          onClose={() => {
            setCodes(null);
            void onChanged();
          }}
        />
      ) : isOn ? (
        <Management codesLeft={codesLeft} proven={proven} onCodes={setCodes} onChanged={onChanged} />
      ) : setup ? (
        <Setup
          {...setup}
          proven={proven}
          onCodes={(recoveryCodes) => {
            setSetup(null);
            setCodes(recoveryCodes);
          }}
          onCancel={() => setSetup(null)}
        />
      ) : (
        <div className={classes.form}>
          <div className={classes.buttons}>
            <Button variant={isNeeded ? "primary" : "default"} loading={isBusy} onClick={() => void start()}>
              {t.begin}
            </Button>
          </div>
        </div>
      )}
      {dialog}
    </section>
  );
}

type Proven = ReturnType<typeof useProven>[0];

interface SetupProps {
  secret: string;
  uri: string;
  proven: Proven;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}

function Setup({ secret, uri, proven, onCodes, onCancel }: SetupProps) {
  const t = useTexts(secondFactorTexts);
  const common = useTexts(commonTexts);
  const [confirmCode] = useConfirmSecondFactorMutation();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !code.trim()) return;
    setBusy(true);
    setError(null);
    try {
      const { data } = await proven(() => confirmCode({ variables: { code } }));
      onCodes(data!.confirmSecondFactor);
    } catch (failure) {
      setError(errorOf(failure).message);
      setBusy(false);
    }
  };

  return (
    <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={classes.step}>{t.scan}</p>
      <div className={classes.qr}>
        <Suspense fallback={null}>
          <QrCode text={uri} label={t.qrLabel} />
        </Suspense>
      </div>
      <p className={classes.step}>
        {t.typeIn} <code className={classes.secret}>{(secret.match(/.{1,4}/g) ?? []).join(" ")}</code>{" "}
        <a href={uri}>{t.openApp}</a>
      </p>
      <Field
        label={t.code}
        hint={t.codeHint}
        value={code}
        onValue={setCode}
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        name="code"
      />
      <div className={classes.buttons}>
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button type="submit" variant="primary" loading={isBusy} disabled={!code.trim()}>
          {t.confirm}
        </Button>
      </div>
    </form>
  );
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTexts(secondFactorTexts);
  const download = () =>
    saveFile(new Blob([`${codes.join("\n")}\n`], { type: "text/plain" }), "recovery-codes.txt");
  return (
    <div className={classes.form}>
      <p className={classes.note} role="status">
        {t.codesText}
      </p>
      <ul className={classes.codes} aria-label={t.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={download}>{t.download}</Button>
        <Button variant="primary" onClick={onClose}>
          {t.kept}
        </Button>
      </div>
    </div>
  );
}

interface ManagementProps {
  codesLeft: number;
  proven: Proven;
  onCodes: (codes: readonly string[]) => void;
  onChanged: () => Promise<unknown>;
}

function Management({ codesLeft, proven, onCodes, onChanged }: ManagementProps) {
  const t = useTexts(secondFactorTexts);
  const confirm = useConfirm();
  const [renew] = useRenewRecoveryCodesMutation();
  const [remove] = useRemoveSecondFactorMutation();
  const { act, isBusy } = useAct();

  const renewCodes = () =>
    act(async () => {
      const { data } = await proven(() => renew());
      onCodes(data!.renewRecoveryCodes);
    });
  const switchOff = async () => {
    if (!(await confirm({ title: t.removeQuestion, action: t.remove, danger: true }))) return;
    await act(() => proven(() => remove()), { done: t.removed, reread: onChanged });
  };
  return (
    <div className={classes.form}>
      <p className={classes.step}>{t.codesLeft(codesLeft)}</p>
      <div className={classes.buttons}>
        <Button loading={isBusy} onClick={() => void renewCodes()}>
          {t.renew}
        </Button>
        <Button variant="danger" onClick={() => void switchOff()}>
          {t.remove}
        </Button>
      </div>
    </div>
  );
}
