import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { Button } from "../ui/Button.tsx";
import { showToast } from "../ui/toast.tsx";
import classes from "./FailureView.module.css";

/** The number to quote when asking for help; copies itself. */
export function RequestId({ id }: { id: string }) {
  const t = useTexts(commonTexts);
  const copy = async () => {
    await navigator.clipboard?.writeText(id);
    showToast({ type: "success", message: t.copied });
  };
  return (
    <p className={classes.request}>
      {t.requestId} <code>{id}</code>{" "}
      <Button size="sm" variant="subtle" onClick={() => void copy()}>
        {t.copy}
      </Button>
    </p>
  );
}
