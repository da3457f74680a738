import { type ElementType, useState } from "react";
import { useTexts } from "../../i18n/texts.ts";
import { BODY_LEVEL, imageUrl } from "../../platform/imageQuality.ts";
import classes from "./MediaPlayer.module.css";
import { mediaTexts } from "./media.texts.ts";

/** Kinds of files that browsers play. */
export type MediaKind = "video" | "audio";

interface Props {
  file: {
    readonly url: string;
    /** Picture of a video before it plays; null for the player's own. */
    readonly posterUrl?: string | null | undefined;
    readonly fileName: string;
  };
  kind: MediaKind;
}

/** Plays a file with the player of the browser, or says that this browser cannot; it fills the box that waits for it. */
export function MediaPlayer({ file: { url, posterUrl, fileName }, kind }: Props) {
  const t = useTexts(mediaTexts);
  const [isRefused, setRefused] = useState(false);
  if (isRefused)
    return (
      <p role="status" className={classes.refused}>
        {t.cannotPlay}
      </p>
    );
  const Player: ElementType = kind;
  return (
    <Player
      // React passes on no error that comes before it has put the player into the page.
      ref={(player: HTMLMediaElement | null) => {
        if (player?.error) setRefused(true);
      }}
      className={classes.player}
      controls
      playsInline={kind === "video" || undefined}
      poster={posterUrl ? imageUrl(posterUrl, BODY_LEVEL) : undefined}
      preload="metadata"
      src={url}
      aria-label={fileName}
      onError={() => setRefused(true)}
    />
  );
}
