import { useCallback, useEffect, useRef } from "react";

/**
 * Gives `work` for answers that may come late: called after the component has left, it does nothing. So a dialog that was
 * cancelled on a slow line closes none that was opened since.
 */
export function useWhileMounted(work: () => void): () => void {
  const isMounted = useRef(false);
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(() => {
    if (isMounted.current) latest.current();
  }, []);
}
