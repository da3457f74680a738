import type { Failure } from "../../apollo/errors.ts";
import { unreachable } from "../../platform/transport.ts";
import { accessToken } from "../../session/token.ts";

/** Pictures are at most so large, in bytes; the server refuses more. */
export const SITE_IMAGE_MAX_BYTES = 5_120 * 1_024;

/**
 * Makes a picture one of the site's, such as its logo; it holds at once.
 * @param type key of the setting
 * @throws {Failure} what the server refused. @throws {TransportError} if the server was not reached.
 */
export async function uploadSiteImage(type: string, file: File): Promise<void> {
  const form = new FormData();
  form.append("type", type);
  form.append("logo", file);
  const token = accessToken();
  const response = await fetch("/api/settings/logo.v2", {
    method: "POST",
    body: form,
    headers: {
      "Accept-Language": document.documentElement.lang,
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
  }).catch(() => {
    throw unreachable();
  });
  const answer = (await response.json()) as { Code: number; Message: string };
  if (answer.Code === 0) return;
  const { Code, Message: message } = answer;
  const failure: Failure = { code: String(Code), message, requestId: null, field: null };
  throw Object.assign(new Error(message), failure);
}
