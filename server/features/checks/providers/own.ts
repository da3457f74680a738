import { z } from "zod";
import { signatureOf } from "../../../core/callSignature.ts";
import type { Context } from "../../../core/context.ts";
import { callOutside, mayCallInside } from "../../../core/outsideCalls.ts";
import { type Answer, CheckError, type ContentChecker } from "../checker.ts";
import { CheckLabel, CheckService, CheckVerdict } from "../contentCheck.entity.ts";

const TEXT_TIMEOUT_MS = 5_000;
const PICTURE_TIMEOUT_MS = 10_000;
/** Longest text of a call, in characters. */
const TEXT_MAX = 10_000;
const FINDINGS_MAX = 20;
const WORDS_MAX = 50;
const WORD_MAX = 200;

/** Address of a service of the owner, and the secret that signs calls. */
export interface OwnSettings {
  readonly url: string;
  readonly secret: string;
}

/** The document of docs/content-checks.md. */
const ANSWER = z.object({
  verdict: z.enum(CheckVerdict),
  findings: z
    .array(
      z.object({
        label: z.enum(CheckLabel).catch(CheckLabel.OTHER),
        detail: z.string().max(WORD_MAX).default(""),
        score: z.number().min(0).max(100).default(0),
        words: z.array(z.string().max(WORD_MAX)).max(WORDS_MAX).default([]),
      }),
    )
    .max(FINDINGS_MAX)
    .default([]),
});

/** Checks texts and pictures at a service of the owner, by signed calls like those of webhooks. */
export function ownChecker(ctx: Context, settings: OwnSettings): ContentChecker {
  return {
    service: CheckService.OWN,
    textMax: TEXT_MAX,
    takesPictures: true,
    checkText: (text, { id }) => check(ctx, settings, { kind: "text", id, text }, TEXT_TIMEOUT_MS),
    checkPicture: (bytes, { id }) => {
      const picture = { kind: "picture", id, mediaType: "image/jpeg", data: bytes.toString("base64") };
      return check(ctx, settings, picture, PICTURE_TIMEOUT_MS);
    },
  };
}

async function check(
  ctx: Context,
  { url, secret }: OwnSettings,
  document: { readonly kind: string; readonly id: string; readonly [field: string]: string },
  timeoutMs: number,
): Promise<Answer> {
  if (!URL.canParse(url)) throw new CheckError("BAD_ENDPOINT");
  const body = JSON.stringify(document);
  const answer = await callOutside({
    url,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "user-agent": `Luntan/${ctx.services.version}`,
      "luntan-signature": signatureOf([secret], body, new Date()),
    },
    body,
    timeoutMs,
    mayBeInner: mayCallInside(ctx, url),
  }).catch(() => {
    throw new CheckError("NO_ANSWER");
  });
  if (answer.status !== 200) throw new CheckError(`HTTP_${answer.status}`);
  const isPicture = document.kind === "picture";
  const { data } = ANSWER.safeParse(parsed(answer.body));
  if (!data || !answer.isWhole) throw new CheckError("BAD_ANSWER");
  return {
    verdict: data.verdict,
    findings: data.findings.map((finding) => ({ ...finding, isPicture })),
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
