import { commonTexts } from "../../i18n/common.texts.ts";
import { useTexts } from "../../i18n/texts.ts";
import { Button } from "../../ui/Button.tsx";
import type { Difference } from "./difference.ts";
import { DifferenceList } from "./DifferenceList.tsx";
import classes from "./FormFoot.module.css";
import { saveTexts } from "./save.texts.ts";

interface Props {
  differences: readonly Difference[];
  isBusy: boolean;
  onCancel: () => void;
  /** Text of the button; "save" unless given. */
  action?: string;
  /** It takes something away. */
  danger?: boolean;
}

/** Foot of a form in the administration: the difference, then cancel and save; nothing is saved that is the same. */
export function FormFoot({ differences, isBusy, onCancel, action, danger = false }: Props) {
  const t = useTexts(saveTexts);
  const common = useTexts(commonTexts);
  const count = differences.length;
  return (
    <div className={classes.foot}>
      <p role="status" className={classes.count}>
        {count > 0 ? t.changes(count) : t.unchanged}
      </p>
      {count > 0 && <DifferenceList differences={differences} />}
      <div className={classes.buttons}>
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button type="submit" variant={danger ? "danger" : "primary"} loading={isBusy} disabled={count === 0}>
          {action ?? common.save}
        </Button>
      </div>
    </div>
  );
}
