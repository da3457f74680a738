import classes from "./Avatar.module.css";

/** Sizes in CSS pixels that the style sheet knows; others take the next larger one. */
const SIZES = [20, 24, 28, 32, 40, 48, 64, 96] as const;
/** Backgrounds of the letter, so that people are told apart. */
const TINTS = 8;
const DEFAULT_SIZE = 40;

interface Props {
  name: string;
  /** Address of the picture; without one the first letter shows. */
  src: string | null | undefined;
  /** In CSS pixels. */
  size?: number;
  className?: string;
}

function tintOf(name: string): number {
  let sum = 0;
  for (let index = 0; index < name.length; index++) sum = (sum * 31 + name.charCodeAt(index)) >>> 0;
  return sum % TINTS;
}

/** A member's picture, or the first letter of the name. It says nothing to a screen reader: the name stands beside it. */
export function Avatar({ name, src, size = DEFAULT_SIZE, className = "" }: Props) {
  const fitting = SIZES.find((known) => known >= size) ?? 96;
  const shape = `${classes.avatar} ${classes[`size${fitting}`]} ${className}`;
  if (src) {
    return (
      <img className={shape} src={src} alt="" width={size} height={size} loading="lazy" decoding="async" />
    );
  }
  const letter = Array.from(name.trim())[0]?.toUpperCase() ?? "?";
  return (
    <span className={`${shape} ${classes[`tint${tintOf(name)}`]}`} aria-hidden="true">
      {letter}
    </span>
  );
}
