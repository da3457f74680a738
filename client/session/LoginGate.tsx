import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { loginAddress, useViewer } from "./useViewer.ts";

/** Lets members in; sends visitors to the sign-in page, which brings them back here. */
export function LoginGate({ children }: { children: ReactNode }) {
  const { viewer } = useViewer();
  const { pathname, search, hash } = useLocation();
  return viewer ? children : <Navigate to={loginAddress(pathname + search + hash)} replace />;
}
