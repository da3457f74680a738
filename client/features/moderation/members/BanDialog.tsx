import { type FormEvent, useState } from "react";
import { graphql } from "../../../gql/gql.ts";
import type { BanDialogQuery } from "../../../gql/graphql.ts";
import {
  useBanDialogQuery,
  useBanUserMutation,
  useLiftBanMutation,
  useUndoBanMutation,
} from "../../../gql/hooks.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { act, useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import { ChoiceChips } from "../../../ui/ChoiceChips.tsx";
import { QueryView } from "../../../ui/QueryView.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { reasonTexts } from "../queue/reason.texts.ts";
import { ReasonChips } from "../queue/ReasonChips.tsx";
import { MEMBER_REASONS } from "../queue/reviewReasons.ts";
import { useReason } from "../queue/useReason.ts";
import classes from "./MemberDialogs.module.css";
import { memberTexts } from "./members.texts.ts";
import type { MemberTarget } from "./useMemberActions.tsx";

graphql(`
  query BanDialog($id: ID!) {
    user(id: $id) {
      id
      nickname
      isBanned
      bannedUntil
      statusReason
      deletableCount
    }
  }
`);
graphql(`
  mutation BanUser($input: BanUserInput!) {
    banUser(input: $input) {
      id
      threadCount
      postCount
      user {
        id
        isBanned
        bannedUntil
        status
        statusReason
      }
    }
  }
`);
graphql(`
  mutation UndoBan($batchId: ID!) {
    undoModeration(batchId: $batchId) {
      id
      user {
        id
        isBanned
        bannedUntil
        status
        statusReason
      }
    }
  }
`);
graphql(`
  mutation LiftBan($userId: ID!) {
    setUserStatus(userId: $userId, status: NORMAL) {
      id
      isBanned
      bannedUntil
      status
      statusReason
    }
  }
`);

/** Lengths of a ban in days; the last choice has no end. */
const DAYS = [1, 7, 30] as const;
const DAY_MS = 86_400_000;
/** Longest reason of a ban, in characters; the server refuses more. */
const BAN_REASON_MAX = 100;
/** The undo stays this long, in milliseconds. */
const UNDO_MS = 15_000;

/** Properties of the dialogs about a member. */
export interface BanProps {
  target: MemberTarget;
  onClose: () => void;
  onDone?: (() => void) | undefined;
}

type Member = BanDialogQuery["user"];

/** Bans a member for a time or for good, with what they wrote if that is wanted; or lifts the ban. */
export function BanDialog({ target, onClose, onDone }: BanProps) {
  const t = useTexts(memberTexts);
  const query = useBanDialogQuery({ variables: { id: target.id }, fetchPolicy: "network-only" });
  const isBanned = query.data?.user?.isBanned === true;
  return (
    <Sheet title={isBanned ? t.lift : t.banTitle(target.nickname)} size="medium" onClose={onClose}>
      <QueryView query={query}>
        {({ user }) =>
          user?.isBanned ? (
            <Banned user={user} onClose={onClose} onDone={onDone} />
          ) : (
            <BanForm user={user} target={target} onClose={onClose} onDone={onDone} />
          )
        }
      </QueryView>
    </Sheet>
  );
}

function BanForm({ user, target, onClose, onDone }: BanProps & { user: Member }) {
  const t = useTexts(memberTexts);
  const reasons = useTexts(reasonTexts);
  const common = useTexts(commonTexts);
  const [days, setDays] = useState("7");
  const [withContent, setWithContent] = useState(false);
  const { given, picker } = useReason(reasons.SPAM, MEMBER_REASONS);
  const { act: perform, isBusy } = useAct();
  const [ban] = useBanUserMutation();
  const [undo] = useUndoBanMutation();
  const count = user?.deletableCount ?? 0;

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
    const input = { userId: target.id, until, reason: given, withContent: withContent && count > 0 };
    void perform(async () => {
      const { data } = await ban({ variables: { input } });
      const batch = data!.banUser;
      const deleted = batch.threadCount + batch.postCount;
      const name = target.nickname;
      showToast({
        type: "success",
        message: deleted > 0 ? t.bannedWith(name, deleted) : t.banned(name),
        durationMs: UNDO_MS,
        action: { label: t.undo, run: () => takeBack(batch.id) },
      });
      onClose();
      onDone?.();
    });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <ChoiceChips
        label={t.duration}
        value={days}
        onValue={setDays}
        chips={[
          ...DAYS.map((each) => ({ value: String(each), label: t.days(each) })),
          { value: "", label: t.permanent },
        ]}
      />
      <ReasonChips {...picker} withLabel max={BAN_REASON_MAX} />
      {count > 0 ? (
        <div>
          <Switch label={t.withContent(count)} checked={withContent} onChecked={setWithContent} />
          <p className={classes.hint}>{t.contentHint}</p>
        </div>
      ) : (
        <p className={classes.hint}>{t.noContent}</p>
      )}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button type="submit" variant="danger" loading={isBusy}>
          {t.banMember}
        </Button>
      </div>
    </form>
  );
}

function Banned({ user, onClose, onDone }: Omit<BanProps, "target"> & { user: NonNullable<Member> }) {
  const t = useTexts(memberTexts);
  const common = useTexts(commonTexts);
  const { act: perform, isBusy } = useAct();
  const [lift] = useLiftBanMutation();
  const run = () =>
    void perform(
      async () => {
        await lift({ variables: { userId: user.id } });
        onClose();
        onDone?.();
      },
      { done: t.lifted(user.nickname) },
    );
  return (
    <div className={classes.form}>
      <p>{user.bannedUntil ? t.isBannedUntil(new Date(user.bannedUntil).toLocaleString()) : t.isBanned}</p>
      {user.statusReason && <q>{user.statusReason}</q>}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button variant="primary" loading={isBusy} onClick={run} data-autofocus>
          {t.lift}
        </Button>
      </div>
    </div>
  );
}
