import { useMemo, useRef } from "react";
import { type FragmentType, readFragment } from "../../../gql/fragment-masking.ts";
import { graphql } from "../../../gql/gql.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { shareTitle } from "../../../platform/shareText.ts";
import { useViewer } from "../../../session/useViewer.ts";
import { Button } from "../../../ui/Button.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { qrPath } from "../../../platform/qrPath.ts";
import { shareTexts } from "./share.texts.ts";
import classes from "./ShareSheet.module.css";

const ShareSheet_thread = graphql(`
  fragment ShareSheet_thread on Thread {
    id
    title
    viewerCanMakePoster
  }
`);

interface Props {
  thread: FragmentType<typeof ShareSheet_thread>;
  onClose(): void;
}

/** Ways to share a thread: its link, what the device offers, a code to scan, a poster. */
export function ShareSheet({ thread: masked, onClose }: Props) {
  const thread = readFragment(ShareSheet_thread, masked);
  const t = useTexts(shareTexts);
  const { site } = useViewer();
  const field = useRef<HTMLInputElement>(null);
  const url = `${location.origin}/thread/${thread.id}`;
  const qr = useMemo(() => qrPath(url), [url]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url);
      showToast({ type: "success", message: t.copied });
      onClose();
    } catch {
      field.current?.select();
      showToast({ type: "info", message: t.copyFailed });
    }
  }
  async function share(): Promise<void> {
    try {
      await navigator.share({ title: shareTitle(thread.title, site.name), url });
      onClose();
    } catch (error) {
      if ((error as Error).name !== "AbortError") await copy();
    }
  }

  return (
    <Sheet title={t.title} onClose={onClose}>
      <div className={classes.content}>
        <figure className={classes.code}>
          <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t.qr} shapeRendering="crispEdges">
            <path d={qr.path} />
          </svg>
          <figcaption>{t.scan}</figcaption>
        </figure>
        <div className={classes.link}>
          <input
            ref={field}
            readOnly
            value={url}
            aria-label={t.link}
            onFocus={(event) => event.target.select()}
          />
          <Button variant="primary" onClick={() => void copy()}>
            {t.copy}
          </Button>
        </div>
        <div className={classes.more}>
          {"share" in navigator && <Button onClick={() => void share()}>{t.native}</Button>}
          {thread.viewerCanMakePoster && <Button to={`/card?threadId=${thread.id}`}>{t.poster}</Button>}
        </div>
      </div>
    </Sheet>
  );
}
