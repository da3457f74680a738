import { type FormEvent, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import type { PasskeysCardQuery } from "../../gql/graphql.ts";
import {
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  usePasskeysCardQuery,
  useRemovePasskeyMutation,
  useRenamePasskeyMutation,
} from "../../gql/hooks.ts";
import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { deviceName } from "../../platform/deviceName.ts";
import { createPasskey, hasPasskeys } from "../../platform/passkeys.ts";
import { useProven } from "../../session/useProven.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { Field } from "../../ui/Field.tsx";
import { Time } from "../../ui/Time.tsx";
import { showToast } from "../../ui/toast.tsx";
import { passkeysTexts } from "./passkeys.texts.ts";
import classes from "./settings.module.css";

graphql(`
  query PasskeysCard {
    passkeysOffered
    passkeys {
      id
      name
      isBackedUp
      createdAt
      lastUsedAt
    }
  }
`);
graphql(`
  mutation BeginPasskey {
    beginPasskey
  }
`);
graphql(`
  mutation AddPasskey($name: String!, $answer: String!) {
    addPasskey(name: $name, answer: $answer) {
      id
    }
  }
`);
graphql(`
  mutation RenamePasskey($passkeyId: ID!, $name: String!) {
    renamePasskey(passkeyId: $passkeyId, name: $name) {
      id
      name
    }
  }
`);
graphql(`
  mutation RemovePasskey($passkeyId: ID!) {
    removePasskey(passkeyId: $passkeyId)
  }
`);

/** Longest name, in characters; the server checks it. */
const NAME_MAX = 40;

/** Passkeys of the account: adding, naming and removing them; nothing where the address of the site allows none. */
export function PasskeysCard() {
  const t = useTexts(passkeysTexts);
  const query = usePasskeysCardQuery();
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const [proven, dialog] = useProven();
  const { act, isBusy } = useAct();
  const { passkeysOffered = false, passkeys = [] } = query.data ?? {};
  if (!passkeysOffered && passkeys.length === 0) return null;

  const start = () => {
    if (!hasPasskeys()) return showToast({ type: "error", message: t.unknown });
    return act(
      async () => {
        const { data } = await proven(() => begin());
        const answer = await createPasskey(data!.beginPasskey);
        if (answer === null) return false;
        const name = (deviceName(navigator.userAgent) ?? t.oneOf).slice(0, NAME_MAX);
        await proven(() => add({ variables: { name, answer } }));
        await query.refetch();
        return true;
      },
      {
        done: (isAdded) => (isAdded ? t.added : { type: "info", message: t.cancelled }),
        failed: (_, error) =>
          (error as Error).name === "InvalidStateError" ? { type: "info", message: t.exists } : undefined,
      },
    );
  };
  return (
    <section className={`card ${classes.card}`} id="passkeys" aria-labelledby="passkeys-title">
      <h2 id="passkeys-title" className={classes.title}>
        {t.title}
      </h2>
      <p className={classes.hint}>{t.hint}</p>
      <div className={classes.form}>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} proven={proven} onRemoved={query.refetch} />
        ))}
        {passkeysOffered && (
          <div className={classes.buttons}>
            <Button loading={isBusy} onClick={() => void start()}>
              {t.add}
            </Button>
          </div>
        )}
      </div>
      {dialog}
    </section>
  );
}

interface RowProps {
  passkey: PasskeysCardQuery["passkeys"][number];
  proven: ReturnType<typeof useProven>[0];
  /** Reads the list again. */
  onRemoved: () => Promise<unknown>;
}

function PasskeyRow({ passkey, proven, onRemoved }: RowProps) {
  const { id, name, isBackedUp, createdAt, lastUsedAt } = passkey;
  const t = useTexts(passkeysTexts);
  const confirm = useConfirm();
  const [remove] = useRemovePasskeyMutation();
  const { act, isBusy } = useAct();
  const [isRenaming, setRenaming] = useState(false);

  const start = async () => {
    const question = { title: t.removeQuestion(name), text: t.removeText, action: t.remove, danger: true };
    if (!(await confirm(question))) return;
    await act(() => proven(() => remove({ variables: { passkeyId: id } })), {
      done: t.removed,
      reread: onRemoved,
    });
  };
  if (isRenaming) return <PasskeyName id={id} name={name} onDone={() => setRenaming(false)} />;
  return (
    <div className={classes.line}>
      <div className={classes.grow}>
        <p className={classes.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={classes.hint}>
          {lastUsedAt ? (
            <>
              {t.lastUsed} <Time value={lastUsedAt} />
            </>
          ) : (
            <>
              {t.addedAt} <Time value={createdAt} /> · {t.neverUsed}
            </>
          )}
        </p>
        {isBackedUp && <p className={classes.hint}>{t.backedUp}</p>}
      </div>
      <div className={classes.buttons}>
        <Button size="sm" aria-label={t.renameOf(name)} onClick={() => setRenaming(true)}>
          {t.rename}
        </Button>
        <Button size="sm" aria-label={t.removeOf(name)} loading={isBusy} onClick={() => void start()}>
          {t.remove}
        </Button>
      </div>
    </div>
  );
}

function PasskeyName({ id, name, onDone }: { id: string; name: string; onDone: () => void }) {
  const t = useTexts(passkeysTexts);
  const common = useTexts(commonTexts);
  const [rename] = useRenamePasskeyMutation();
  const { act, isBusy } = useAct();
  const [draft, setDraft] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void act(
      async () => {
        await rename({ variables: { passkeyId: id, name: draft } });
        onDone();
      },
      { done: t.renamed },
    );
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Field label={t.name} value={draft} onValue={setDraft} counterMax={NAME_MAX} autoFocus />
      <div className={classes.buttons}>
        <Button onClick={onDone}>{common.cancel}</Button>
        <Button type="submit" variant="primary" loading={isBusy} disabled={draft.trim() === ""}>
          {common.save}
        </Button>
      </div>
    </form>
  );
}
