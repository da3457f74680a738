import { useLocation } from "react-router-dom";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { saveAddress } from "../../../platform/savedAddress.ts";
import { standingTexts } from "../../../session/standing.texts.ts";
import { STATUS_PATH, useStanding } from "../../../session/useStanding.ts";
import { loginAddress, registerAddress, useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import classes from "../stream/PostStream.module.css";
import { postTexts } from "../posts.texts.ts";

interface Props {
  isVisitor: boolean;
  isDeleted: boolean;
  /** Why the thread is locked, may be empty; null while it is open. */
  lockReason?: string | null;
}

/** Stands where the composer would: visitors join or sign in, and come back, others learn why they may not reply. */
export function SignInToReply({ isVisitor, isDeleted, lockReason = null }: Props) {
  const t = useTexts(postTexts);
  const common = useTexts(commonTexts);
  const { site, viewer } = useViewer();
  const standing = useStanding() ?? viewer?.silence?.message ?? null;
  const { why } = useTexts(standingTexts);
  const { pathname, search } = useLocation();
  const locked = lockReason === null ? null : t.locked(lockReason);
  const address = `${pathname}${search}#reply`;
  const save = () => saveAddress(address);

  return (
    <section className={`card ${classes.closed}`} id="reply" aria-label={t.yourReply}>
      <p>{isDeleted ? t.closed : locked ? locked : isVisitor ? t.signInToReply : (standing ?? t.noReply)}</p>
      {standing !== null && <Button to={STATUS_PATH}>{why}</Button>}
      {isVisitor && !isDeleted && !locked && (
        <span className={classes.doors}>
          {site.isRegister && (
            <Button variant="primary" to={registerAddress(address, "reply")} onClick={save}>
              {common.register}
            </Button>
          )}
          <Button
            variant={site.isRegister ? "default" : "primary"}
            to={loginAddress(address, "reply")}
            onClick={save}
          >
            {common.signIn}
          </Button>
        </span>
      )}
    </section>
  );
}
