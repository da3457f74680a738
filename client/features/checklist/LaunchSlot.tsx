import { useViewer } from "../../session/useViewer.ts";
import { useLoaded } from "../../ui/useLoaded.ts";

const load = () => import("./LaunchCard.tsx").then((m) => m.LaunchCard);

/** Place of the first steps on the home page, for administrators alone. */
export function LaunchSlot() {
  const { site } = useViewer();
  const [Card] = useLoaded(load, site.viewerCanAdminister);
  return Card && <Card />;
}
