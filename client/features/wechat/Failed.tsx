import { useTexts } from "../../i18n/texts.ts";
import { LOGIN_PATH } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "./Notice.tsx";
import { wechatPagesTexts } from "./wechatPages.texts.ts";

const CODES = ["IDENTITY_EXPIRED", "WECHAT_OFF", "RATE_LIMITED"] as const;

/** Tells why a way through WeChat ended; unknown reasons read like those of WeChat. */
export function Failed({ code, message }: { code: string; message?: string | undefined }) {
  const t = useTexts(wechatPagesTexts);
  const reason = CODES.find((each) => each === code) ?? "PROVIDER_FAILED";
  const text = message && reason === "PROVIDER_FAILED" ? message : t[reason];
  return (
    <Notice
      title={t.failed}
      text={text}
      action={
        <Button variant="primary" to={LOGIN_PATH}>
          {t.back}
        </Button>
      }
    />
  );
}
