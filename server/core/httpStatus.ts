import type { DomainError } from "./errors.ts";

/** HTTP status of a refusal for APIs that use statuses. */
export function statusOf(error: DomainError): number {
  switch (error.code) {
    case "LOGIN_REQUIRED":
    case "INVALID_TOKEN":
      return 401;
    case "NOT_FOUND":
      return 404;
    case "IDEMPOTENCY_KEY_BUSY":
    case "IDEMPOTENCY_ANSWER_LOST":
      return 409;
    case "IDEMPOTENCY_KEY_REUSED":
      return 422;
    case "RATE_LIMITED":
    case "SLOW_MODE":
      return 429;
    case "OVERLOADED":
    case "DATABASE_ERROR":
      return 503;
    case "INTERNAL_ERROR":
      return 500;
    case "INVALID_PARAMETER":
      return 400;
    default:
      return 403;
  }
}
