import type { Context } from "../core/context.ts";
import { invalid } from "../core/errors.ts";
import { quotaHeaders } from "../core/quotas.ts";
import { readerOf } from "../core/readBudget.ts";
import { keyUseOf } from "../features/idempotency/creating.ts";
import { replayed, runOnce } from "../features/idempotency/once.service.ts";
import type { GraphQLEndpoint, GraphQLHttpAnswer, GraphQLHttpRequest } from "../graphql/endpoint.ts";
import { TOKENS_MAX } from "../graphql/limits.ts";

/**
 * Answers a mutation that came with an idempotency key; null for all other requests.
 * @throws {DomainError} what `runOnce` throws; INVALID_PARAMETER for mutations that take no key.
 */
export async function answerOnce(
  graphql: GraphQLEndpoint,
  request: GraphQLHttpRequest,
  ctx: Context,
): Promise<GraphQLHttpAnswer | null> {
  const header = request.headers["idempotency-key"];
  if (header === undefined || request.method !== "POST") return null;
  const use = keyUseOf(request.body, TOKENS_MAX);
  if (use === "none") return null;
  if (use === "refused")
    throw invalid(
      "Idempotency-Key",
      "此操作不接受 Idempotency-Key",
      "This mutation takes no Idempotency-Key: its answer is not stored.",
    );
  const { query, operationName = null, variables = null } = request.body as Record<string, unknown>;
  let first: GraphQLHttpAnswer | undefined;
  const { contentType, body, isReplayed } = await runOnce(ctx, {
    key: Array.isArray(header) ? header.join(",") : header,
    request: JSON.stringify([query, operationName, variables]),
    async run(ctx) {
      first = await graphql.handle(request, ctx);
      const { data } = JSON.parse(first.body) as { data?: Record<string, unknown> | null };
      const isFinal = Object.values(data ?? {}).some((value) => value !== null);
      return {
        contentType: first.headers["content-type"] ?? "application/json",
        body: first.body,
        isFinal,
        isSecret: use === "secret",
      };
    },
  });
  if (first) return first;
  const left = quotaHeaders(ctx.services.reads, readerOf(ctx), ctx.quotas);
  return { status: 200, headers: { "content-type": contentType, ...left, ...replayed(isReplayed) }, body };
}
