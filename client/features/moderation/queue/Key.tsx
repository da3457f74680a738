import "@mantine/core/styles/Kbd.layer.css";
import { Kbd } from "@mantine/core";
import classes from "./Review.module.css";

/** The key of a button, on it. */
export function Key({ children }: { children: string }) {
  return <Kbd className={classes.key!}>{children}</Kbd>;
}
