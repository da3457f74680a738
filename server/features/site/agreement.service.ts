import type { Context } from "../../core/context.ts";
import { renderMarkdown } from "../../core/markdown/markdown.ts";
import { type AgreementName, agreementText } from "../settings/catalogue/agreements.ts";
import { getSettings, type Settings } from "../settings/setting.service.ts";
import { type Agreement, AgreementKind } from "./agreement.view.ts";

const NAMES: Readonly<Record<AgreementKind, AgreementName>> = {
  [AgreementKind.TERMS]: "register",
  [AgreementKind.PRIVACY]: "privacy",
};

/** The agreements that are switched on and say something. */
export function agreementsShown(settings: Settings): AgreementKind[] {
  return Object.values(AgreementKind).filter((kind) => agreementText(settings, NAMES[kind]) !== null);
}

/** An agreement for everybody to read; null where it is switched off. */
export async function findAgreement(ctx: Context, kind: AgreementKind): Promise<Agreement | null> {
  const text = agreementText(await getSettings(ctx), NAMES[kind]);
  return text === null ? null : { kind, bodyHtml: rendered(kind, text) };
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
