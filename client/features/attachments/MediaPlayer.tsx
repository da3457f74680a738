import { useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import classes from "./MediaPlayer.module.css";
import { mediaTexts } from "./media.texts.ts";

/** Kinds of files that browsers play. */
export type MediaKind = "video" | "audio";

interface Props {
  url: string;
  fileName: string;
  kind: MediaKind;
}

/** Plays a file with the player of the browser, or says that this browser cannot; it fills the box that waits for it. */
export function MediaPlayer({ url, fileName, kind }: Props) {
  const t = useTexts(mediaTexts);
  const [isRefused, setRefused] = useState(false);
  if (isRefused)
    return (
      <p role="status" className={classes.refused}>
        {t.cannotPlay}
      </p>
    );
  const Player = kind;
  return (
    <Player
      // React passes on no error that comes before it has put the player into the page.
      ref={(player: HTMLMediaElement | null) => {
        if (player?.error) setRefused(true);
      }}
      className={classes.player}
      controls
      playsInline={kind === "video" || undefined}
      preload="metadata"
      src={url}
      aria-label={fileName}
      onError={() => setRefused(true)}
    />
  );
}
