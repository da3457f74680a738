import { type FormEvent, useState } from "react";
import { graphql } from "../../gql/gql.ts";
import type { LevelDialogQuery, LevelOverride } from "../../gql/graphql.ts";
import { useLevelDialogQuery, useSetMemberLevelMutation } from "../../gql/hooks.ts";
import { useTexts } from "../../i18n/texts.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Select } from "../../ui/Select.tsx";
import { Sheet } from "../../ui/Sheet.tsx";
import classes from "../admin/dialogs.module.css";
import { LevelProgress } from "./LevelProgress.tsx";
import { levelTexts } from "./levels.texts.ts";

graphql(`
  query LevelDialog($id: ID!) {
    user(id: $id) {
      id
      level {
        viewerCanSet
        override
        overrideLevel {
          id
        }
        reason
        levels {
          id
          group {
            id
            name
          }
        }
        ...LevelProgress_level
      }
    }
  }
`);
graphql(`
  mutation SetMemberLevel($input: SetMemberLevelInput!) {
    setMemberLevel(input: $input) {
      id
    }
  }
`);

const OVERRIDES = ["NONE", "PINNED", "FORBIDDEN"] as const satisfies readonly LevelOverride[];
/** Longest reason, in characters; the server refuses more. */
const REASON_MAX = 200;
type Level = NonNullable<NonNullable<LevelDialogQuery["user"]>["level"]>;

interface Props {
  target: { id: string; nickname: string };
  onClose: () => void;
  /** Called after the level has changed. */
  onDone?: (() => void) | undefined;
}

/** The level of a member, for moderators, who pin or forbid one with a reason. */
export function LevelDialog({ target, onClose, onDone }: Props) {
  const t = useTexts(levelTexts);
  const query = useLevelDialogQuery({ variables: { id: target.id }, fetchPolicy: "cache-and-network" });
  return (
    <Sheet title={t.dialogTitle(target.nickname)} size="medium" onClose={onClose}>
      <QueryView query={query}>
        {({ user }) =>
          user?.level ? (
            <div className={classes.form}>
              <LevelProgress level={user.level} />
              {user.level.viewerCanSet && (
                <OverrideForm
                  userId={target.id}
                  level={user.level}
                  onSaved={async () => {
                    await query.refetch();
                    onDone?.();
                  }}
                />
              )}
            </div>
          ) : (
            <p>{t.noLevels}</p>
          )
        }
      </QueryView>
    </Sheet>
  );
}

interface FormProps {
  userId: string;
  level: Level;
  onSaved: () => Promise<void>;
}

function OverrideForm({ userId, level, onSaved }: FormProps) {
  const t = useTexts(levelTexts);
  const [set] = useSetMemberLevelMutation();
  const { act, isBusy } = useAct();
  const [override, setOverride] = useState<LevelOverride>(level.override);
  const [levelId, setLevelId] = useState(level.overrideLevel?.id ?? level.levels[0]!.id);
  const [reason, setReason] = useState(level.reason);
  const isChoice = override !== "NONE";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const choice = isChoice ? { levelId, reason } : {};
    void act(() => set({ variables: { input: { userId, override, ...choice } } }), {
      done: t.saved,
      reread: onSaved,
    });
  };
  return (
    <form className={classes.form} onSubmit={submit} aria-label={t.choice}>
      <div className={classes.pair}>
        <Select
          label={t.choice}
          value={override}
          choices={OVERRIDES.map((value) => ({ value, label: t[value] }))}
          onValue={(value) => setOverride(value as LevelOverride)}
        />
        {isChoice && (
          <Select
            label={t.level}
            value={levelId}
            choices={level.levels.map(({ id, group }) => ({ value: id, label: group.name }))}
            onValue={setLevelId}
          />
        )}
      </div>
      {isChoice && (
        <Field
          label={t.reason}
          value={reason}
          onValue={setReason}
          counterMax={REASON_MAX}
          hint={t.reasonHint}
          required
        />
      )}
      <div className={classes.buttons}>
        <Button type="submit" variant="primary" loading={isBusy} disabled={isChoice && reason.trim() === ""}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}
