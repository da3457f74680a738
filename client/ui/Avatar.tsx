import { useState } from "react";
import { AVATAR_LEVEL, type ImageLevel, imageUrl } from "../platform/imageQuality.ts";
import classes from "./Avatar.module.css";
import { initialOf } from "../platform/graphemes.ts";

/** Sizes by name, in CSS pixels. */
export const AVATAR_SIZES = { tiny: 20, mini: 24, small: 32, primary: 40, middle: 48, large: 64, huge: 96 };
/** Sizes that the style sheet knows; others take the next larger one. */
const STEPS = [20, 24, 28, 32, 40, 48, 64, 96] as const;
/** Backgrounds of the letter, so that people are told apart. */
const TINTS = 8;

interface Props {
  name: string;
  /** Address of the picture; without one, or if it cannot be had, the first letter shows. */
  src: string | null | undefined;
  /** By name or in CSS pixels. */
  size?: keyof typeof AVATAR_SIZES | number;
  /** Round instead of a square with round corners. */
  circle?: boolean;
  /**
   * Member whose profile card opens when a pointer or a finger rests on the picture. Needless inside a link to the
   * profile.
   */
  userId?: string;
  /** Side to which the profile card opens. */
  direction?: "left" | "right";
  /** Quality of the picture that is loaded; 6 unless given. */
  level?: ImageLevel;
  /** 1 puts a "like" on the corner, 2 and 3 a heart. */
  userType?: number;
  className?: string;
}

/** Gives the ground of a letter: the same for the same name. */
export function tintOf(name: string): number {
  let sum = 0;
  for (let index = 0; index < name.length; index++) sum = (sum * 31 + name.charCodeAt(index)) >>> 0;
  return sum % TINTS;
}

/** A member's picture, or the first letter of the name. It says nothing to a screen reader: the name stands beside it. */
export function Avatar(props: Props) {
  const { userType, userId, direction, className = "", ...face } = props;
  const mark = markOf(userType);
  const opens = { "data-user-card": userId, "data-card-side": direction };
  if (!mark) return <Face {...face} className={className} opens={opens} />;
  return (
    <span className={`${classes.marked} ${className}`} aria-hidden="true" {...opens}>
      <Face {...face} className="" opens={{}} />
      <svg className={`${classes.mark} ${classes[mark]}`} viewBox="0 0 24 24" data-mark={mark}>
        <path d={MARKS[mark]} />
      </svg>
    </span>
  );
}

const MARKS = {
  like: "M8 10l3.4-6.3c1.4-.2 2.5.9 2.3 2.3L13.2 9H18a2 2 0 0 1 2 2.4l-1.2 6A2.6 2.6 0 0 1 16.3 19.5H8zM4 10h2.6v9.5H4z",
  heart: "M12 20.3 4.7 13a4.7 4.7 0 0 1 6.6-6.7l.7.7.7-.7A4.7 4.7 0 0 1 19.3 13z",
};

function markOf(userType: number | undefined): keyof typeof MARKS | undefined {
  if (userType === 1) return "like";
  return userType === 2 || userType === 3 ? "heart" : undefined;
}

interface FaceProps extends Pick<Props, "name" | "src" | "size" | "circle" | "level"> {
  className: string;
  opens: Record<`data-${string}`, string | undefined>;
}

function Face(props: FaceProps) {
  const { name, src, size = "primary", circle = false, level = AVATAR_LEVEL, className, opens } = props;
  const [broken, setBroken] = useState<string | null>(null);
  const px = typeof size === "number" ? size : AVATAR_SIZES[size];
  const step = STEPS.find((each) => each >= px) ?? 96;
  const round = circle ? ` ${classes.circle}` : "";
  const shape = `${classes.avatar} ${classes[`size${step}`]}${round}${className && ` ${className}`}`;
  if (src && src !== broken) {
    return (
      <img
        {...opens}
        className={shape}
        src={imageUrl(src, level)}
        alt=""
        width={px}
        height={px}
        loading="lazy"
        decoding="async"
        onError={() => setBroken(src)}
        // A picture of the server's page may have failed before anybody listened.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setBroken(src);
        }}
      />
    );
  }
  // Without a name it keeps the place of a face that is not known yet.
  const letter = name && initialOf(name);
  const tint = name && ` ${classes[`tint${tintOf(name)}`]}`;
  return (
    <span {...opens} className={shape + tint} aria-hidden="true">
      {letter}
    </span>
  );
}
