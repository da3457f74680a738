import { validateSync } from "class-validator";
import { invalid } from "./errors.ts";

/**
 * Checks an input by the rules that its class declares, as the GraphQL door does before a resolver runs: what is absent
 * breaks no rule.
 * @throws {DomainError} INVALID_PARAMETER naming the field.
 */
export function checkInput<I extends object>(input: I): I {
  const [problem] = validateSync(input, {
    forbidUnknownValues: false,
    stopAtFirstError: true,
    skipMissingProperties: true,
  });
  if (!problem) return input;
  const message = Object.values(problem.constraints ?? {})[0] ?? "";
  throw invalid(problem.property, `${problem.property} 不符合规则`, message);
}
