import { AVATAR_LEVEL, imageUrl } from "../platform/imageQuality.ts";
import { initialOf } from "../platform/graphemes.ts";
import { tintOf } from "./Avatar.tsx";
import classes from "./Avatar.module.css";

const SIZE_PX = 20;

/**
 * A face of 20 pixels among others in a row. A function and not a component, since a list has sixty of them; one that
 * cannot be had leaves its ground.
 */
export function smallFace(person: { id: string; nickname: string; avatarUrl?: string | null }) {
  const { id, nickname, avatarUrl } = person;
  const shape = `${classes.avatar} ${classes.size20} ${classes.circle}`;
  if (avatarUrl) {
    const size = { width: SIZE_PX, height: SIZE_PX };
    return (
      <img
        key={id}
        className={shape}
        src={imageUrl(avatarUrl, AVATAR_LEVEL)}
        alt=""
        {...size}
        loading="lazy"
      />
    );
  }
  const letter = initialOf(nickname);
  return (
    <span key={id} className={`${shape} ${classes[`tint${tintOf(nickname)}`]}`} aria-hidden="true">
      {letter}
    </span>
  );
}
