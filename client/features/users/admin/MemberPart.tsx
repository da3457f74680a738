import { type FormEvent, type ReactNode, useState } from "react";
import { useTexts } from "../../../i18n/texts.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/Button.tsx";
import classes from "../../admin/dialogs.module.css";
import type { Difference } from "../../admin/difference.ts";
import { DifferenceList } from "../../admin/DifferenceList.tsx";
import { saveTexts } from "../../admin/save.texts.ts";
import type { Undo } from "../../admin/useUndo.tsx";
import { membersAdminTexts } from "./membersAdmin.texts.ts";

/** Does something about a member and says so; what takes it back is offered until something else is done. */
export function useMemberWork() {
  const t = useTexts(membersAdminTexts);
  const { act, isBusy } = useAct();
  const [undo, setUndo] = useState<{ run: Undo } | null>(null);
  const run = (work: () => Promise<Undo | string | null>) =>
    act(work, {
      done(result) {
        setUndo(typeof result === "function" ? { run: result } : null);
        return typeof result === "string" ? result : t.done;
      },
    });
  return { isBusy, undo, run: (work: () => Promise<Undo | string | null>) => void run(work) };
}

interface Props {
  title: string;
  differences?: readonly Difference[];
  work: ReturnType<typeof useMemberWork>;
  /** Runs on Enter. */
  onSubmit?: () => void;
  buttons: ReactNode;
  children?: ReactNode;
}

/** One part of what is done about a member: fields, what they change, buttons, and the way back. */
export function MemberPart({ title, differences = [], work, onSubmit, buttons, children }: Props) {
  const words = useTexts(saveTexts);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <form onSubmit={submit}>
      <fieldset className={classes.part}>
        <legend>{title}</legend>
        {children}
        {differences.length > 0 && <DifferenceList differences={differences} />}
        <div className={classes.buttons}>
          {work.undo && differences.length === 0 && (
            <Button
              loading={work.isBusy}
              aria-label={`${words.undo}: ${title}`}
              onClick={() =>
                work.run(async () => {
                  await work.undo!.run();
                  return words.undone;
                })
              }
            >
              {words.undo}
            </Button>
          )}
          {buttons}
        </div>
      </fieldset>
    </form>
  );
}
