import { useState } from "react";
import { useTexts } from "../../../i18n/texts.ts";
import { reasonTexts } from "./reason.texts.ts";
import { OWN_REASON, REASONS, type ReasonTemplate } from "./reviewReasons.ts";

/**
 * The reason that is chosen or written in a `ReasonPicker`: spread `picker` into it.
 * @param start what stands there at first; a template if it reads like one
 * @param templates what is offered
 */
export function useReason(start = "", templates: readonly ReasonTemplate[] = REASONS) {
  const t = useTexts(reasonTexts);
  const template = templates.find((key) => t[key] === start);
  const [value, setValue] = useState<string>(template ?? (start ? OWN_REASON : ""));
  const [own, setOwn] = useState(template ? "" : start);
  const chosen = templates.find((key) => key === value);
  /** The reason as the member will read it; empty for none. */
  const given = value === OWN_REASON ? own.trim() : chosen ? t[chosen] : "";
  return { given, choose: setValue, picker: { templates, value, own, onValue: setValue, onOwn: setOwn } };
}
