import type { Context } from "../../core/context.ts";
import { renderMarkdown } from "../../core/markdown/markdown.ts";
import { getSettings, type Settings } from "../settings/setting.service.ts";
import { type Agreement, AgreementKind } from "./agreement.view.ts";

const NAMES = {
  [AgreementKind.TERMS]: ["agreement.register", "agreement.register_content"],
  [AgreementKind.PRIVACY]: ["agreement.privacy", "agreement.privacy_content"],
} as const satisfies Record<AgreementKind, readonly [keyof Settings, keyof Settings]>;

/** The agreements that are switched on and say something. */
export function agreementsShown(settings: Settings): AgreementKind[] {
  return Object.values(AgreementKind).filter((kind) => {
    const [isOn, text] = NAMES[kind];
    return settings[isOn] === "1" && settings[text].trim() !== "";
  });
}

/** An agreement for everybody to read; null where it is switched off. */
export async function findAgreement(ctx: Context, kind: AgreementKind): Promise<Agreement | null> {
  const settings = await getSettings(ctx);
  if (!agreementsShown(settings).includes(kind)) return null;
  return { kind, bodyHtml: rendered(kind, settings[NAMES[kind][1]]) };
}

/** The agreements as they were rendered last: long texts that change once a year, which every newcomer asks for. */
const kept = new Map<AgreementKind, { readonly text: string; readonly html: string }>();

function rendered(kind: AgreementKind, text: string): string {
  const known = kept.get(kind);
  if (known?.text === text) return known.html;
  const html = renderMarkdown(text);
  kept.set(kind, { text, html });
  return html;
}
