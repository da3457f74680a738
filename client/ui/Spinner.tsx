import classes from "./Spinner.module.css";

/** Blades of the spoked spinner (spec §2). */
export const SPINNER_BLADES = 12;
const BLADES = Array.from({ length: SPINNER_BLADES }, (_, index) => index);

interface Props {
  type?: "circular" | "spoked";
  size?: "sm" | "md" | "lg";
  /** Said to those who hear the page; without it the text beside the spinner says enough. */
  label?: string;
}

/** Something is on its way. Stands still for those who asked for less motion. */
export function Spinner({ type = "circular", size = "md", label }: Props) {
  return (
    <span
      className={`${classes.spinner} ${classes[size]} ${classes[type]}`}
      {...(label === undefined ? { "aria-hidden": true } : { role: "status", "aria-label": label })}
    >
      {type === "spoked" && BLADES.map((blade) => <i key={blade} className={classes.blade} />)}
    </span>
  );
}
