import { type ReactNode, useEffect } from "react";
import { graphql } from "../gql/gql.ts";
import { useShellQuery } from "../gql/hooks.ts";
import { usePreferences } from "../platform/preferences.ts";
import { SessionContext, SHARED_VIEWER_ID } from "./useViewer.ts";

graphql(`
  query Shell {
    viewer {
      id
      nickname
      avatarUrl
      status
      silence {
        message
      }
      isNew
      listDensity
    }
    site {
      name
      title
      keywords
      introduction
      favicon
      logo
      stat
      record
      recordCode
      version
      closed
      closeMessage
      isRegister
      registerNeedsReview
      agreements
      passwordLength
      passwordKinds
      sendsMail
      signInModes
      registerEmail
      switchedOff {
        feature
        platform
      }
      countThreads
      countPosts
      countUsers
      needsSetup
      pluginPlaces
      pluginData
      canViewThreads
      viewerCanPublish
      viewerCanInsertImage
      viewerCanInsertAttachment
      viewerCanInsertVideo
      viewerCanInsertAudio
      viewerCanInsertPosition
      viewerCanPostAnonymously
      viewerCanAdminister
      viewerCanReview
      upload {
        imageExtensions
        fileExtensions
        mediaExtensions
        maxBytes
        maxMediaBytes
        maxPerThread
      }
    }
  }
`);

/** Asks once who looks at the site and what it is called, and gives it to everything inside. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { data, error } = useShellQuery({ fetchPolicy: "cache-first" });
  useEffect(() => {
    // What the header shows by permission waits for the next page (spec §4).
    if (error) console.error(error);
  }, [error]);
  // The viewer of a page that members share has chosen nothing.
  const chosen = data?.viewer?.id === SHARED_VIEWER_ID ? undefined : data?.viewer?.listDensity;
  const { chooseDensity } = usePreferences();
  useEffect(() => {
    // What a member has chosen elsewhere holds on this device, too.
    if (chosen) chooseDensity(chosen === "COMPACT" ? "compact" : "cards");
  }, [chosen, chooseDensity]);
  return <SessionContext value={data ?? null}>{children}</SessionContext>;
}
