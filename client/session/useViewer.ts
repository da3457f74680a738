import { createContext, useContext } from "react";
import { useNavigate } from "react-router-dom";
import type { ShellQuery } from "../gql/graphql.ts";
import { commonTexts } from "../i18n/common.texts.ts";
import { useTexts } from "../i18n/texts.ts";
import { saveAddress } from "../platform/savedAddress.ts";
import { showToast } from "../ui/toast.tsx";

/** The signed-in member as the frame of the site knows them. */
export type Viewer = NonNullable<ShellQuery["viewer"]>;
/** What the site is called and what the viewer may do on it. */
export type Site = ShellQuery["site"];

/** Where people sign in. */
export const LOGIN_PATH = "/user/username-login";

/** The sign-in page that leads to an address of this site afterwards. */
export function loginAddress(next: string): string {
  return `${LOGIN_PATH}?next=${encodeURIComponent(next)}`;
}

/** Viewer and site; null only where the server could not say. */
export const SessionContext = createContext<ShellQuery | null>(null);

/** A forum of which nothing is known: shown if the server does not answer. */
const UNKNOWN_SITE: Site = {
  name: "欢迎",
  title: "",
  keywords: "欢迎",
  introduction: "欢迎",
  favicon: null,
  logo: null,
  stat: "",
  record: "",
  recordCode: "",
  version: "",
  closed: false,
  closeMessage: "",
  isRegister: false,
  agreements: [],
  passwordLength: 0,
  switchedOff: [],
  countThreads: 0,
  countPosts: 0,
  countUsers: 0,
  needsSetup: false,
  canViewThreads: false,
  viewerCanPublish: false,
  viewerCanInsertImage: false,
  viewerCanInsertAttachment: false,
  viewerCanInsertPosition: false,
  viewerCanPostAnonymously: false,
  viewerCanAdminister: false,
  viewerCanReview: false,
  upload: { imageExtensions: [], fileExtensions: [], maxBytes: 0, maxPerThread: 0 },
};

/** Whether anything is known of the site. */
export function useSiteIsKnown(): boolean {
  return useContext(SessionContext) !== null;
}

/** Who looks at the page, at which site. */
export function useViewer(): { viewer: Viewer | null; site: Site } {
  const session = useContext(SessionContext);
  return { viewer: session?.viewer ?? null, site: session?.site ?? UNKNOWN_SITE };
}

/**
 * Gives a function that is called before anything that needs a sign-in: true if the viewer is signed in, otherwise it
 * says so, keeps the present address and goes to the sign-in page.
 */
export function useRequireLogin(): () => boolean {
  const { viewer } = useViewer();
  const t = useTexts(commonTexts);
  const navigate = useNavigate();
  return () => {
    if (viewer) return true;
    showToast({ type: "info", message: t.logInFirst });
    const address = location.pathname + location.search + location.hash;
    saveAddress(address);
    void navigate(loginAddress(address));
    return false;
  };
}
