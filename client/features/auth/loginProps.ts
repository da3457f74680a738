import type { ReactNode } from "react";

/** Parts of the sign-in page that every way of signing in shows. */
export interface LoginProps {
  username: string;
  onUsername: (username: string) => void;
  tabs: ReactNode;
  foot: ReactNode;
}
