import type { Settings } from "../setting.service.ts";

/** Agreements of the site, named as in the settings. */
export type AgreementName = "register" | "privacy";

/** Gives the text of an agreement; null where it is switched off or empty. */
export function agreementText(settings: Settings, name: AgreementName): string | null {
  const [isOn, text] =
    name === "register"
      ? [settings["agreement.register"], settings["agreement.register_content"]]
      : [settings["agreement.privacy"], settings["agreement.privacy_content"]];
  return isOn === "1" && text.trim() !== "" ? text : null;
}

/** True if new members must agree to any text. */
export function asksConsent(settings: Settings): boolean {
  return agreementText(settings, "register") !== null || agreementText(settings, "privacy") !== null;
}
