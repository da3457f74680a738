import { useState } from "react";
import type { ThreadView } from "../../reading/threadAddress.ts";

/**
 * The view that the answer on the screen shows: until the answer to another view is there, that is the view before. The
 * same view stays the same object.
 * @param isThere the answer to the view that is asked for has come
 */
export function useShown(asked: ThreadView, isThere: boolean): ThreadView {
  const [shown, setShown] = useState(asked);
  if (!isThere || isSame(shown, asked)) return shown;
  setShown(asked);
  return asked;
}

function isSame(a: ThreadView, b: ThreadView): boolean {
  return (Object.keys(a) as (keyof ThreadView)[]).every((key) => a[key] === b[key]);
}
