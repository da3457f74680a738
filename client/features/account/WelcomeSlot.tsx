import { useLocation } from "react-router-dom";
import { useViewer } from "../../session/useViewer.ts";
import { useLoaded } from "../../ui/useLoaded.ts";

const loadCard = () => import("./WelcomeCard.tsx").then((m) => m.WelcomeCard);

/** Pages of forms and of administration, on which nobody is welcomed. */
const QUIET = /^\/(?:user\/|admin|my\/settings|setup|thread\/post|thread\/\d+\/edit|message)/;

/** Place above the page for the first steps of a new member; nothing is loaded for anybody else. */
export function WelcomeSlot() {
  const { viewer } = useViewer();
  const { pathname } = useLocation();
  const isShown = viewer?.isNew === true && viewer.status === "NORMAL" && !QUIET.test(pathname);
  const [Card] = useLoaded(loadCard, isShown);
  return isShown && Card ? <Card /> : null;
}
