import type { ContentCheck } from "./contentCheck.entity.ts";
import type { ContentCheckView } from "./contentCheck.view.ts";
import { readFindings } from "./findings.ts";

/** Gives the check of a text as moderators see it. */
export function checkView({ state, service, verdict, findings }: ContentCheck): ContentCheckView {
  return { state, service: service || null, verdict: verdict || null, findings: readFindings(findings) };
}
