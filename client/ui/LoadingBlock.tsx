import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import classes from "./LoadingBlock.module.css";
import { Spinner } from "./Spinner.tsx";

interface Props {
  /** Name of what is on its way; "Loading…" unless given. */
  text?: string;
  /** Keeps the height that the content will have. */
  size?: "sm" | "md" | "lg";
}

/** Stands where a part of the page will stand, in the middle of the room that it keeps. */
export function LoadingBlock({ text, size = "md" }: Props) {
  const t = useTexts(commonTexts);
  return (
    <div className={`${classes.block} ${classes[size]}`} role="status">
      <Spinner type="spoked" size={size === "sm" ? "md" : "lg"} />
      <span>{text ?? t.loading}</span>
    </div>
  );
}
