import "@mantine/core/styles/Alert.layer.css";
import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Review.module.css";

/** Why an item waits; it calls nobody, as an alert otherwise would. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <Alert role="note" classNames={{ root: classes.note!, message: classes.message! }}>
      {children}
    </Alert>
  );
}
