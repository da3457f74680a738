import type { WebhookEvent, WebhookOffReason } from "../../gql/graphql.ts";

/** A webhook as its page shows it. */
export interface WebhookRow {
  id: string;
  url: string;
  events: readonly WebhookEvent[];
  isEnabled: boolean;
  offReason?: WebhookOffReason | null;
  previousUntil?: string | null;
  failingSince?: string | null;
}

/** A dialog of the page: a form, a log, or a secret that is shown once. */
export type OpenDialog =
  | { readonly kind: "new" }
  | { readonly kind: "edit" | "log"; readonly id: string }
  | { readonly kind: "secret"; readonly secret: string };

/** Gives the machine that is called. */
export function hostOf({ url }: Pick<WebhookRow, "url">): string {
  return new URL(url).host;
}
