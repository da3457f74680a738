import type { Settings } from "../setting.service.ts";

/** Agreements of the site, by their names in the settings. */
export type AgreementName = "register" | "privacy";

/** What an agreement says; null where it is switched off or says nothing. */
export function agreementText(settings: Settings, name: AgreementName): string | null {
  const [isOn, text] =
    name === "register"
      ? [settings["agreement.register"], settings["agreement.register_content"]]
      : [settings["agreement.privacy"], settings["agreement.privacy_content"]];
  return isOn === "1" && text.trim() !== "" ? text : null;
}

/** Whether new members are asked to agree to anything. */
export function asksConsent(settings: Settings): boolean {
  return agreementText(settings, "register") !== null || agreementText(settings, "privacy") !== null;
}
