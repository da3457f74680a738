import { type ReactNode, useEffect } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { saveAddress } from "../platform/savedAddress.ts";
import { loginAddress, useViewer } from "./useViewer.ts";

/** Lets members in; sends visitors to the sign-in page, which brings them back here. */
export function LoginGate({ children }: { children: ReactNode }) {
  const { viewer, isShared } = useViewer();
  const { pathname, search, hash } = useLocation();
  const address = pathname + search + hash;
  useEffect(() => {
    if (!viewer) saveAddress(address);
  }, [viewer, address]);
  // What is kept for a member must not be read or kept for nobody.
  if (isShared) return null;
  return viewer ? children : <Navigate to={loginAddress(address)} replace />;
}
