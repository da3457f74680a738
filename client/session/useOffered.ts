import type { SwitchedFeature } from "../gql/graphql.ts";
import { usePage } from "../platform/page.ts";
import { useViewer } from "./useViewer.ts";

/** Tells if the site offers something on the present kind of device; its administrators switch it off for each. */
export function useOffered(feature: SwitchedFeature): boolean {
  const { site } = useViewer();
  const { platform } = usePage();
  return !site.switchedOff.some((off) => off.feature === feature && off.platform.toLowerCase() === platform);
}
