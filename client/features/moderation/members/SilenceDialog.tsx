import { type FormEvent, useState } from "react";
import { graphql } from "../../../gql/gql.ts";
import type { SilenceDialogQuery } from "../../../gql/graphql.ts";
import {
  useLiftSilenceMutation,
  useSilenceDialogQuery,
  useSilenceUserMutation,
  useUndoSilenceMutation,
} from "../../../gql/hooks.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { act, useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { ChoiceChips } from "../../../ui/ChoiceChips.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { reasonTexts } from "../queue/reason.texts.ts";
import { ReasonChips } from "../queue/ReasonChips.tsx";
import { MEMBER_REASONS } from "../queue/reviewReasons.ts";
import { useReason } from "../queue/useReason.ts";
import type { BanProps } from "./BanDialog.tsx";
import classes from "./MemberDialogs.module.css";
import { memberTexts } from "./members.texts.ts";

graphql(`
  query SilenceDialog($id: ID!) {
    user(id: $id) {
      id
      nickname
      viewerCanSilence
      silence {
        until
        reason
      }
    }
  }
`);
graphql(`
  mutation SilenceUser($input: SilenceUserInput!) {
    silenceUser(input: $input) {
      id
      user {
        id
        silence {
          until
          reason
        }
      }
    }
  }
`);
graphql(`
  mutation UndoSilence($batchId: ID!) {
    undoModeration(batchId: $batchId) {
      id
      user {
        id
        silence {
          until
          reason
        }
      }
    }
  }
`);
graphql(`
  mutation LiftSilence($userId: ID!) {
    liftSilence(userId: $userId) {
      id
      silence {
        until
        reason
      }
    }
  }
`);

/** Lengths of a silence in days; the last choice has no end. */
const DAYS = [1, 3, 7, 30] as const;
const DAY_MS = 86_400_000;
/** Longest reason, in characters; the server refuses more. */
const SILENCE_REASON_MAX = 100;
/** The undo stays this long, in milliseconds. */
const UNDO_MS = 15_000;
/** A registration is no reason to silence somebody who writes. */
const SILENCE_REASONS = MEMBER_REASONS.filter((reason) => reason !== "INCOMPLETE");

type Member = NonNullable<SilenceDialogQuery["user"]>;

/** Silences a member for a time or for good; or ends the silence. */
export function SilenceDialog({ target, onClose, onDone }: BanProps) {
  const t = useTexts(memberTexts);
  const query = useSilenceDialogQuery({ variables: { id: target.id }, fetchPolicy: "network-only" });
  const isSilenced = Boolean(query.data?.user?.silence);
  return (
    <Sheet
      title={isSilenced ? t.liftSilence : t.silenceTitle(target.nickname)}
      size="medium"
      onClose={onClose}
    >
      <QueryView query={query}>
        {({ user }) =>
          user?.viewerCanSilence === false ? (
            <p>{t.isAbove}</p>
          ) : user?.silence ? (
            <Silenced user={user} silence={user.silence} onClose={onClose} onDone={onDone} />
          ) : (
            <SilenceForm target={target} onClose={onClose} onDone={onDone} />
          )
        }
      </QueryView>
    </Sheet>
  );
}

function SilenceForm({ target, onClose, onDone }: BanProps) {
  const t = useTexts(memberTexts);
  const reasons = useTexts(reasonTexts);
  const common = useTexts(commonTexts);
  const [days, setDays] = useState("3");
  const { given, picker } = useReason(reasons.FLOODING, SILENCE_REASONS);
  const { act: perform, isBusy } = useAct();
  const [silence] = useSilenceUserMutation();
  const [undo] = useUndoSilenceMutation();

  const takeBack = (batchId: string) =>
    void act(
      async () => {
        await undo({ variables: { batchId } });
        onDone?.();
      },
      { done: t.undone },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const until = days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    void perform(async () => {
      const { data } = await silence({ variables: { input: { userId: target.id, until, reason: given } } });
      const batchId = data!.silenceUser.id;
      showToast({
        type: "success",
        message: t.silenced(target.nickname),
        durationMs: UNDO_MS,
        action: { label: t.undo, run: () => takeBack(batchId) },
      });
      onClose();
      onDone?.();
    });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.hint}>{t.silenceText}</p>
      <ChoiceChips
        label={t.duration}
        value={days}
        onValue={setDays}
        chips={[
          ...DAYS.map((each) => ({ value: String(each), label: t.days(each) })),
          { value: "", label: t.permanent },
        ]}
      />
      <ReasonChips {...picker} withLabel mayBeEmpty={false} max={SILENCE_REASON_MAX} />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" variant="danger" loading={isBusy} disabled={given === ""}>
          {t.silenceMember}
        </Button>
      </div>
    </form>
  );
}

interface SilencedProps extends Omit<BanProps, "target"> {
  user: Member;
  silence: NonNullable<Member["silence"]>;
}

function Silenced({ user, silence, onClose, onDone }: SilencedProps) {
  const t = useTexts(memberTexts);
  const common = useTexts(commonTexts);
  const { act: perform, isBusy } = useAct();
  const [lift] = useLiftSilenceMutation();
  const run = () =>
    void perform(
      async () => {
        await lift({ variables: { userId: user.id } });
        onClose();
        onDone?.();
      },
      { done: t.silenceLifted(user.nickname) },
    );
  return (
    <div className={classes.form}>
      <p>{silence.until ? t.isSilencedUntil(new Date(silence.until).toLocaleString()) : t.isSilenced}</p>
      <q>{silence.reason}</q>
      <div className={classes.buttons}>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button variant="primary" loading={isBusy} onClick={run} data-autofocus>
          {t.liftSilence}
        </Button>
      </div>
    </div>
  );
}
