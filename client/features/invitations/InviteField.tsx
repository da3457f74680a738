import { useState } from "react";
import { type Locale, useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import classes from "./Invitations.module.css";
import { invitationTexts } from "./invitations.texts.ts";
import type { Invite } from "./useInvite.ts";

interface Props {
  invite: Invite;
  /** The field stands open, as where the page is about it. */
  isOpen?: boolean;
  /** Somebody has tried to go on without what is missing. */
  isTried?: boolean;
}

/** The inviter, or a field for the code: open where the site asks for one, else behind a button. */
export function InviteField({ invite, isOpen = false, isTried = false }: Props) {
  const t = useTexts(invitationTexts);
  const { preview, isWrong, isNeeded, code, apply } = invite;
  const [isAsked, setAsked] = useState(isOpen);
  const [typed, setTyped] = useState<string | null>(null);
  if (preview)
    return (
      <div className={classes.invited} role="note">
        <p>
          <strong>
            <bdi>{saying(preview, t)}</bdi>
          </strong>
          {preview.groupName && <span>{t.intoGroup(preview.groupName)}</span>}
          {preview.isOfficial && <span>{t.noPrice}</span>}
        </p>
        <Button
          size="sm"
          variant="subtle"
          onClick={() => {
            setTyped(null);
            apply("");
          }}
        >
          {t.leaveOut}
        </Button>
      </div>
    );
  if (!isAsked && !isNeeded && !isWrong)
    return (
      <Button size="sm" variant="subtle" className={classes.ask!} onClick={() => setAsked(true)}>
        {t.haveCode}
      </Button>
    );
  const error = isWrong ? t.codeWrong : isTried && isNeeded && !code ? t.codeNeeded : null;
  return (
    <Field
      label={t.code}
      hint={isNeeded ? t.codeNeeded : t.codeHint}
      value={typed ?? code ?? ""}
      onValue={setTyped}
      onBlur={() => typed !== null && apply(typed)}
      error={error}
      name="inviteCode"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}

function saying(
  { inviterName, isOfficial }: NonNullable<Invite["preview"]>,
  t: (typeof invitationTexts)[Locale],
): string {
  if (isOfficial) return t.bySite;
  return inviterName ? t.by(inviterName) : t.bySomebody;
}
