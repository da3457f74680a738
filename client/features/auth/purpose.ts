import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";
import { useTexts } from "../../i18n/texts.ts";
import { saveIntent, takeIntent } from "../../platform/savedIntent.ts";
import { REGISTER_PATH } from "../../session/useViewer.ts";
import { purposeTexts } from "./purpose.texts.ts";

/** Names in the address of a sign-in page what it was needed for (`loginAddress`). */
export const PURPOSE = "for";
/** Page on which threads are written; its address alone says what the sign-in is for. */
const PUBLISH_PATH = "/thread/post";

/** The purpose that the address of a sign-in page names; null if it names none. */
export function purposeOf(search: URLSearchParams): string | null {
  return search.get(PURPOSE) ?? (search.get("next")?.startsWith(PUBLISH_PATH) ? "publish" : null);
}

/**
 * Gives the sentence that says what the sign-in or the registration is for; null if somebody came by themselves. What is
 * to go on afterwards comes with the navigation (`useRequireLogin`) and is kept in this tab; without a sentence what was
 * kept before is forgotten, so that nothing is done that the page has not announced.
 */
export function usePurpose(): string | null {
  const t = useTexts(purposeTexts);
  const { pathname, search, state } = useLocation();
  const [{ purpose, next }] = useState(() => {
    const query = new URLSearchParams(search);
    return { purpose: purposeOf(query), next: query.get("next") };
  });
  const [intent] = useState<unknown>(state);
  const isKnown = purpose !== null && Object.hasOwn(t, purpose);
  useEffect(() => {
    if (!isKnown) takeIntent();
    else if (typeof intent === "string" && next !== null) saveIntent(intent, next);
  }, [isKnown, intent, next]);
  if (!isKnown) return null;
  return t[purpose as keyof typeof t](pathname === REGISTER_PATH ? "register" : "signIn");
}
