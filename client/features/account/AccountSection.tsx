import { type FormEvent, useState } from "react";
import { errorOf, type Failure } from "../../apollo/errors.ts";
import { graphql } from "../../gql/gql.ts";
import {
  useAccountSectionQuery,
  useChangePasswordMutation,
  useChangeUsernameMutation,
  useRemoveEmailMutation,
  useSetEmailMutation,
} from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { NewPasswordField } from "../../session/NewPasswordField.tsx";
import { markLeaving } from "../../session/sessionEnd.ts";
import { keepAccessToken } from "../../session/token.ts";
import { useProven } from "../../session/useProven.tsx";
import { useViewer } from "../../session/useViewer.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { showToast } from "../../ui/toast.tsx";
import { LevelCard } from "../levels/LevelCard.tsx";
import { EmailCard } from "../notifications/settings/EmailCard.tsx";
import classes from "./settings.module.css";
import { IdentitiesCard } from "./IdentitiesCard.tsx";
import { PasskeysCard } from "./PasskeysCard.tsx";
import { PhoneCard } from "./PhoneCard.tsx";
import { SecondFactorCard } from "./SecondFactorCard.tsx";
import { settingsTexts } from "./settings.texts.ts";
import { WechatCard } from "./WechatCard.tsx";

/** Longest user name, in characters; the server checks it. */
const NAME_MAX = 15;
/** The word that the change has worked stays until it is read. */
const TOAST_MS = 4_000;

graphql(`
  query AccountSection {
    viewer {
      id
      username
      usernameChangesLeft
      email
      emailVerifiedAt
      pendingEmail
      emailSuppressedAt
      phone
      hasSecondFactor
      needsSecondFactor
      recoveryCodesLeft
      ...LevelCard_user
    }
  }
`);
graphql(`
  mutation ChangeUsername($username: String!) {
    changeUsername(username: $username) {
      id
      username
      usernameChangesLeft
    }
  }
`);
graphql(`
  mutation ChangePassword($password: String!) {
    changePassword(password: $password) {
      accessToken
    }
  }
`);

/** User name, e-mail address, password, passkeys and second factor. */
export function AccountSection() {
  const query = useAccountSectionQuery();
  return (
    <QueryView query={query}>
      {({ viewer }) => (
        <div className={classes.section}>
          <UsernameCard username={viewer.username ?? ""} left={viewer.usernameChangesLeft ?? 0} />
          <LevelCard user={viewer} />
          <OwnEmailCard
            address={viewer.emailVerifiedAt ? (viewer.email ?? null) : null}
            pending={viewer.pendingEmail || null}
            isSuppressed={Boolean(viewer.emailSuppressedAt)}
          />
          <PhoneCard phone={viewer.phone ?? null} />
          <PasswordCard username={viewer.username ?? ""} />
          <WechatCard />
          <IdentitiesCard />
          <PasskeysCard />
          <SecondFactorCard
            isOn={viewer.hasSecondFactor ?? false}
            isNeeded={viewer.needsSecondFactor ?? false}
            codesLeft={viewer.recoveryCodesLeft ?? 0}
            onChanged={query.refetch}
          />
        </div>
      )}
    </QueryView>
  );
}

function UsernameCard({ username, left }: { username: string; left: number }) {
  const t = useTexts(settingsTexts);
  const [change] = useChangeUsernameMutation();
  const [proven, dialog] = useProven();
  const { act, isBusy } = useAct();
  const [draft, setDraft] = useState(username);
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || draft.trim() === username || draft.trim() === "") return;
    setError(null);
    void act(() => proven(() => change({ variables: { username: draft.trim() } })), {
      done: t.usernameChanged,
      failed(failure) {
        setError(failure.message);
        return true;
      },
    });
  };
  return (
    <section className={`card ${classes.card}`} id="username" aria-labelledby="username-title">
      <h2 id="username-title" className={classes.title}>
        {t.username}
      </h2>
      <p className={classes.hint}>{left > 0 ? t.usernameHint(left) : t.usernameFixed}</p>
      <form className={classes.form} onSubmit={submit} noValidate>
        <Field
          label={t.newUsername}
          value={draft}
          onValue={setDraft}
          error={error}
          counterMax={NAME_MAX}
          disabled={left === 0}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        {left > 0 && (
          <div className={classes.buttons}>
            <Button
              type="submit"
              loading={isBusy}
              disabled={draft.trim() === username || draft.trim() === ""}
            >
              {t.change}
            </Button>
          </div>
        )}
      </form>
      {dialog}
    </section>
  );
}

interface OwnEmailProps {
  address: string | null;
  pending: string | null;
  isSuppressed: boolean;
}

function OwnEmailCard(email: OwnEmailProps) {
  const t = useTexts(settingsTexts);
  const { site } = useViewer();
  const [setEmail] = useSetEmailMutation();
  const [removeEmail] = useRemoveEmailMutation();
  const [proven, dialog] = useProven();
  if (!site.sendsMail && email.address === null)
    return (
      <section className={`card ${classes.card}`} aria-labelledby="email-title">
        <h2 id="email-title" className={classes.title}>
          {t.email}
        </h2>
        <p className={classes.hint}>{t.emailNoMail}</p>
      </section>
    );
  return (
    <>
      <EmailCard
        email={email}
        digest={null}
        onAddress={(address) => proven(() => setEmail({ variables: { email: address } }))}
        onRemove={() => proven(() => removeEmail())}
        onDigest={() => undefined}
      />
      {dialog}
    </>
  );
}

function PasswordCard({ username }: { username: string }) {
  const t = useTexts(settingsTexts);
  const [change] = useChangePasswordMutation();
  const [proven, dialog] = useProven();
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isBusy || password === "") return;
    setBusy(true);
    setFailure(null);
    try {
      const { data } = await proven(() => {
        // This page's own session ends as well, and is followed by another: that is no news to it.
        markLeaving();
        return change({ variables: { password } });
      });
      keepAccessToken(data!.changePassword.accessToken);
      setPassword("");
      setTried(false);
      showToast({ type: "success", message: t.passwordChanged, durationMs: TOAST_MS });
    } catch (error) {
      markLeaving(false);
      setFailure(errorOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className={`card ${classes.card}`} id="password" aria-labelledby="password-title">
      <h2 id="password-title" className={classes.title}>
        {t.password}
      </h2>
      <form method="post" className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <NewPasswordField
          label={t.newPassword}
          note={t.passwordNote}
          value={password}
          onValue={setPassword}
          error={isTried && password === "" ? t.required : null}
          failure={failure}
          name="password"
        />
        {failure && failure.field !== "password" && (
          <p className={classes.hint} role="alert">
            {failure.message}
          </p>
        )}
        <div className={classes.buttons}>
          <Button type="submit" loading={isBusy}>
            {t.changePassword}
          </Button>
        </div>
      </form>
      {dialog}
    </section>
  );
}
