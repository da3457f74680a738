import { useMemo, useRef } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { usePage } from "../../platform/page.ts";
import { qrPath } from "../../platform/qrPath.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.tsx";
import classes from "./Invitations.module.css";
import { invitationTexts } from "./invitations.texts.ts";

/** A link to pass on: to copy, and as a code to scan. */
export function InviteLink({ path }: { path: string }) {
  const t = useTexts(invitationTexts);
  const { publicUrl } = usePage();
  const field = useRef<HTMLInputElement>(null);
  const url = publicUrl + path;
  const qr = useMemo(() => qrPath(url), [url]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast.success(t.copied);
    } catch {
      field.current?.select();
      toast.info(t.copyFailed);
    }
  };
  return (
    <div className={classes.link}>
      <figure className={classes.qr}>
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t.qr} shapeRendering="crispEdges">
          <path d={qr.path} />
        </svg>
        <figcaption>{t.scan}</figcaption>
      </figure>
      <div className={classes.words}>
        <Field ref={field} label={t.linkField} readOnly value={url} onValue={() => undefined} />
        <Button variant="primary" onClick={() => void copy()}>
          {t.copy}
        </Button>
      </div>
    </div>
  );
}
