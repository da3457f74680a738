import { createContext, useContext } from "react";
import type { ShellQuery } from "../gql/graphql.ts";
import { safeAddress } from "../platform/savedAddress.ts";

/** The signed-in member as the frame of the site knows them. */
export type Viewer = NonNullable<ShellQuery["viewer"]>;
/** Name of the site and rights of the viewer on it. */
export type Site = ShellQuery["site"];

/** Address of the sign-in. */
export const LOGIN_PATH = "/user/username-login";

/**
 * The sign-in page, which leads to an address afterwards if that may be returned to.
 * @param intent what the sign-in is for, which the page says (features/auth/purpose.ts)
 */
export function loginAddress(next: string, intent = ""): string {
  const safe = safeAddress(next);
  if (safe === null || (safe === "/" && !intent)) return LOGIN_PATH;
  const [purpose] = intent.split(":");
  return `${LOGIN_PATH}?next=${encodeURIComponent(safe)}${purpose && `&for=${purpose}`}`;
}

/** Address of the registration. */
export const REGISTER_PATH = "/user/register";

/** The page on which visitors register, which leads to an address afterwards if that may be returned to. */
export function registerAddress(next: string, intent = ""): string {
  return loginAddress(next, intent).replace(LOGIN_PATH, REGISTER_PATH);
}

/** Id of the viewer of a page that members share, until the query of what is theirs is answered (server/ssr). */
export const SHARED_VIEWER_ID = "9007199254740991";

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
  registerNeedsReview: false,
  agreements: [],
  passwordLength: 8,
  passwordKinds: [],
  sendsMail: false,
  signInModes: ["PASSWORD"],
  registerEmail: "OFF",
  switchedOff: [],
  countThreads: 0,
  countPosts: 0,
  countUsers: 0,
  needsSetup: false,
  pluginPlaces: [],
  pluginData: null,
  canViewThreads: false,
  viewerCanPublish: false,
  viewerCanInsertImage: false,
  viewerCanInsertAttachment: false,
  viewerCanInsertVideo: false,
  viewerCanInsertAudio: false,
  viewerCanInsertPosition: false,
  viewerCanPostAnonymously: false,
  viewerCanAdminister: false,
  viewerCanReview: false,
  upload: {
    imageExtensions: [],
    fileExtensions: [],
    mediaExtensions: [],
    maxBytes: 0,
    maxMediaBytes: 0,
    maxPerThread: 0,
  },
};

/** Tells if anything is known of the site. */
export function useSiteIsKnown(): boolean {
  return useContext(SessionContext) !== null;
}

/** The viewer and the site. */
export interface Session {
  viewer: Viewer | null;
  /** Somebody with these permissions is signed in, and the page does not know yet who. */
  isShared: boolean;
  site: Site;
}

/** Gives the viewer and the site. */
export function useViewer(): Session {
  const session = useContext(SessionContext);
  const viewer = session?.viewer ?? null;
  return { viewer, isShared: viewer?.id === SHARED_VIEWER_ID, site: session?.site ?? UNKNOWN_SITE };
}
