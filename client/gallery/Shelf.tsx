import type { ReactNode } from "react";
import classes from "./GalleryPage.module.css";

/** One widget in one or more states, under its name. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.sample}>
      <p className={classes.name}>{name}</p>
      <div className={classes.states}>{children}</div>
    </div>
  );
}

/** Widgets that belong together. */
export function Shelf({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={`card ${classes.shelf}`} aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}
