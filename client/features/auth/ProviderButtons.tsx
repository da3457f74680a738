import { graphql } from "../../gql/gql.ts";
import { useBeginIdentityLoginMutation, useSignInProvidersQuery } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import classes from "./AccountForm.module.css";
import { PasskeyLogin } from "./PasskeyLogin.tsx";
import { providerTexts } from "./provider.texts.ts";

graphql(`
  query SignInProviders {
    signInProviders {
      id
      label
      color
    }
    passkeysOffered
  }
`);
graphql(`
  mutation BeginIdentityLogin($providerId: ID!) {
    beginIdentityLogin(providerId: $providerId)
  }
`);

/** Buttons of the providers by which the site signs people in, and of passkeys; nothing where there are none. */
export function ProviderButtons() {
  const t = useTexts(providerTexts);
  const { data } = useSignInProvidersQuery();
  const [begin] = useBeginIdentityLoginMutation();
  const { act, isBusy } = useAct();
  const providers = data?.signInProviders ?? [];
  const hasPasskeys = data?.passkeysOffered ?? false;
  if (providers.length === 0 && !hasPasskeys) return null;
  const go = (providerId: string) =>
    act(async () => {
      const { data: begun } = await begin({ variables: { providerId } });
      location.assign(begun!.beginIdentityLogin);
    });
  return (
    <div className={classes.providers} role="group" aria-label={t.ways}>
      {providers.map(({ id, label, color }) => (
        <Button key={id} fullWidth size="lg" disabled={isBusy} onClick={() => void go(id)}>
          <svg className={classes.mark} viewBox="0 0 12 12" aria-hidden="true">
            <circle cx="6" cy="6" r="6" fill={color || "currentColor"} />
          </svg>
          <bdi>{t.by(label)}</bdi>
        </Button>
      ))}
      {hasPasskeys && <PasskeyLogin />}
      <p className={classes.or}>{t.or}</p>
    </div>
  );
}
