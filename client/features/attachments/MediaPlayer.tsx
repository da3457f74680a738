import { useEffect, useRef, useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { attachmentTexts } from "./attachments.texts.ts";
import classes from "./MediaPlayer.module.css";
import { sizeText } from "./sizeText.ts";

interface Props {
  url: string;
  fileName: string;
  fileSize: number;
  mimeType: string;
  width?: number | null;
  height?: number | null;
}

/** Plays a video or audio file with the player of the browser, and offers the file to those whose browser cannot. */
export function MediaPlayer({ url, fileName, fileSize, mimeType, width, height }: Props) {
  const t = useTexts(attachmentTexts);
  const isVideo = mimeType.startsWith("video/");
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [isRefused, setRefused] = useState(false);
  // The error of a page that came from the server happens before anybody listens.
  useEffect(() => {
    if (player.current?.error) setRefused(true);
  }, []);
  const common = {
    ref: player,
    className: isVideo ? classes.video : classes.audio,
    controls: true,
    preload: "metadata",
    src: url,
    "aria-label": fileName,
    onError: () => setRefused(true),
  } as const;

  return (
    <figure className={classes.media}>
      {isRefused ? (
        <p role="status" className={classes.refused}>
          {t.cannotPlay}
        </p>
      ) : isVideo ? (
        <video {...common} playsInline width={width ?? undefined} height={height ?? undefined} />
      ) : (
        <audio {...common} />
      )}
      <figcaption className={classes.caption}>
        <a href={url} download={fileName}>
          {fileName}
        </a>
        <span>{sizeText(fileSize)}</span>
      </figcaption>
    </figure>
  );
}
