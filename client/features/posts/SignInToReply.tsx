import { useLocation } from "react-router-dom";
import { useTexts } from "../../i18n/texts.ts";
import { saveAddress } from "../../platform/savedAddress.ts";
import { LOGIN_PATH } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import classes from "./PostStream.module.css";
import { postTexts } from "./posts.texts.ts";

interface Props {
  isVisitor: boolean;
  isDeleted: boolean;
}

/** Stands where the composer would: visitors sign in and come back, others learn why they may not reply. */
export function SignInToReply({ isVisitor, isDeleted }: Props) {
  const t = useTexts(postTexts);
  const { pathname, search } = useLocation();
  const address = `${pathname}${search}#reply`;

  return (
    <section className={`card ${classes.closed}`} id="reply" aria-label={t.yourReply}>
      <p>{isDeleted ? t.closed : isVisitor ? t.signInToReply : t.noReply}</p>
      {isVisitor && !isDeleted && (
        <Button
          variant="primary"
          to={`${LOGIN_PATH}?next=${encodeURIComponent(address)}`}
          onClick={() => saveAddress(address)}
        >
          {t.signIn}
        </Button>
      )}
    </section>
  );
}
