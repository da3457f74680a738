import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { nextAddress, takeAddress } from "../platform/savedAddress.ts";
import { accessToken } from "./token.ts";
import { useViewer } from "./useViewer.ts";

/** Shows a sign-in to visitors; leads members on to where it would have led them. The server does the same. */
export function VisitorGate({ children }: { children: ReactNode }) {
  const { viewer, site } = useViewer();
  const { search } = useLocation();
  const navigate = useNavigate();
  // Who cannot prove to be the member may sign in again, and so may administrators of a closed site.
  const leadsOn = viewer !== null && !site.closed && accessToken() !== null;
  useEffect(() => {
    if (leadsOn) void navigate(nextAddress(search) ?? takeAddress() ?? "/", { replace: true });
  }, [leadsOn, search, navigate]);
  return leadsOn ? null : children;
}
