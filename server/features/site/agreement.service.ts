import type { Context } from "../../core/context.ts";
import { renderMarkdown } from "../../core/markdown/markdown.ts";
import { type AgreementName, agreementText } from "../settings/catalogue/agreements.ts";
import { getSettings, type Settings } from "../settings/setting.service.ts";
import { type Agreement, AgreementKind } from "./agreement.view.ts";

const NAMES: Readonly<Record<AgreementKind, AgreementName>> = {
  [AgreementKind.TERMS]: "register",
  [AgreementKind.PRIVACY]: "privacy",
};

/** Lists the agreements that are switched on and not empty. */
export function agreementsShown(settings: Settings): AgreementKind[] {
  return Object.values(AgreementKind).filter((kind) => agreementText(settings, NAMES[kind]) !== null);
}

/** Finds an agreement; null where it is switched off. */
export async function findAgreement(ctx: Context, kind: AgreementKind): Promise<Agreement | null> {
  const text = agreementText(await getSettings(ctx), NAMES[kind]);
  return text === null ? null : { kind, bodyHtml: rendered(kind, text) };
}

/** Rendered agreements: long texts that change once a year and that every new member reads. */
const renderings = new Map<AgreementKind, { readonly text: string; readonly html: string }>();

function rendered(kind: AgreementKind, text: string): string {
  const cachedRendering = renderings.get(kind);
  if (cachedRendering?.text === text) return cachedRendering.html;
  const html = renderMarkdown(text);
  renderings.set(kind, { text, html });
  return html;
}
