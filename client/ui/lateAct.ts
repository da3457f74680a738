import type { Act } from "./act.ts";

/** `act` for what every page has: its code comes when the page has settled, so that it weighs on no first page. */
export const lateAct: Act = async (work, telling) => (await loadAct()).act(work, telling);

/** Loads the code of `act`; done beforehand, since it is needed most when the line is cut. */
export const loadAct = () => import("./act.ts");
