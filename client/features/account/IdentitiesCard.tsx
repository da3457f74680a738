import { graphql } from "../../gql/gql.ts";
import {
  useBeginIdentityConnectionMutation,
  useIdentitiesCardQuery,
  useRemoveIdentityMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useProven } from "../../session/useProven.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { useConfirm } from "../../ui/confirm.tsx";
import { identitiesTexts } from "./identities.texts.ts";
import classes from "./settings.module.css";

graphql(`
  query IdentitiesCard {
    signInProviders {
      id
      label
    }
    identities {
      id
      email
      provider {
        id
        label
      }
    }
  }
`);
graphql(`
  mutation BeginIdentityConnection($providerId: ID!) {
    beginIdentityConnection(providerId: $providerId)
  }
`);
graphql(`
  mutation RemoveIdentity($identityId: ID!) {
    removeIdentity(identityId: $identityId)
  }
`);

/** Accounts at providers that sign the member in: connected and disconnected; nothing where the site has no provider. */
export function IdentitiesCard() {
  const t = useTexts(identitiesTexts);
  const query = useIdentitiesCardQuery();
  const [begin] = useBeginIdentityConnectionMutation();
  const [remove] = useRemoveIdentityMutation();
  const [proven, dialog] = useProven();
  const { act, isBusy } = useAct();
  const confirm = useConfirm();
  const { signInProviders: providers = [], identities = [] } = query.data ?? {};
  if (providers.length + identities.length === 0) return null;
  const others = providers.filter(({ id }) => !identities.some(({ provider }) => provider.id === id));

  const connect = (providerId: string) =>
    act(async () => {
      const { data } = await proven(() => begin({ variables: { providerId } }));
      location.assign(data!.beginIdentityConnection);
    });
  const disconnect = async (identityId: string, label: string) => {
    if (!(await confirm({ title: t.removeTitle(label), text: t.removeText, action: t.remove, danger: true })))
      return;
    await act(
      async () => {
        await proven(() => remove({ variables: { identityId } }));
        await query.refetch();
      },
      { done: t.removed },
    );
  };
  return (
    <section className={`card ${classes.card}`} id="identities" aria-labelledby="identities-title">
      <h2 id="identities-title" className={classes.title}>
        {t.title}
      </h2>
      <p className={classes.hint}>{t.hint}</p>
      {identities.map(({ id, email, provider }) => (
        <div key={id} className={classes.form}>
          <p className={classes.name}>
            <bdi>{provider.label}</bdi> {email && <bdi>{email}</bdi>}
          </p>
          <div className={classes.buttons}>
            <Button loading={isBusy} onClick={() => void disconnect(id, provider.label)}>
              {t.remove}
            </Button>
          </div>
        </div>
      ))}
      <div className={classes.buttons}>
        {others.map(({ id, label }) => (
          <Button key={id} disabled={isBusy} onClick={() => void connect(id)}>
            {t.connect(label)}
          </Button>
        ))}
      </div>
      {dialog}
    </section>
  );
}
