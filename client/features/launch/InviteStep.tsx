import { useMemo, useRef } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { usePage } from "../../platform/page.ts";
import { useViewer } from "../../session/useViewer.ts";
import { Button } from "../../ui/Button.tsx";
import { Textarea } from "../../ui/Textarea.tsx";
import { toast } from "../../ui/toast.tsx";
import { qrPath } from "../../platform/qrPath.ts";
import classes from "./Launch.module.css";
import { launchTexts } from "./launch.texts.ts";

/** The address of the forum to pass on: as a link, as words to paste, and as a code to scan. */
export function InviteStep() {
  const t = useTexts(launchTexts);
  const { site } = useViewer();
  const { publicUrl } = usePage();
  const words = useRef<HTMLTextAreaElement>(null);
  const url = publicUrl || "/";
  const text = t.wordsText(site.name, url);
  const qr = useMemo(() => qrPath(url), [url]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t.copied);
    } catch {
      words.current?.select();
      toast.info(t.copyFailed);
    }
  };
  return (
    <div className={classes.invite}>
      <figure className={classes.code}>
        <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t.qr} shapeRendering="crispEdges">
          <path d={qr.path} />
        </svg>
        <figcaption>{t.scan}</figcaption>
      </figure>
      <div className={classes.words}>
        <p>
          {t.link} <a href="/">{url}</a>
        </p>
        <Textarea ref={words} readOnly rows={3} aria-label={t.words} value={text} onValue={() => undefined} />
        <Button variant="primary" onClick={() => void copy()}>
          {t.copy}
        </Button>
      </div>
    </div>
  );
}
