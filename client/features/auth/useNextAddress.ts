import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { NEXT_PARAMETER, saveAddress } from "../../platform/savedAddress.ts";
import { PURPOSE, purposeOf } from "./purpose.ts";

/**
 * Moves the address that the sign-in page was opened with into session storage (spec §2), so that it is in no link and
 * no history any more. Where the browser keeps nothing it stays in the address.
 * @returns what the address still says; it is not judged yet
 */
export function useNextAddress(): string | null {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const next = new URLSearchParams(search).get(NEXT_PARAMETER);

  useEffect(() => {
    if (next === null || !saveAddress(next)) return;
    const rest = new URLSearchParams(search);
    rest.delete(NEXT_PARAMETER);
    const purpose = purposeOf(new URLSearchParams(search));
    if (purpose !== null) rest.set(PURPOSE, purpose);
    void navigate(pathname + (rest.size > 0 ? `?${rest}` : ""), { replace: true });
  }, [next, pathname, search, navigate]);

  return next;
}
