import { registerDecorator, validateSync } from "class-validator";
import { invalid } from "./errors.ts";
import { lengthOf } from "./text.ts";

/**
 * Limits a text to so many code points, as the columns of both engines count. The library's own rule leaves out variation
 * selectors, of which any number would fit.
 */
export function MaxCharacters(most: number): PropertyDecorator {
  return (target, property) =>
    registerDecorator({
      name: "maxLength",
      target: target.constructor,
      propertyName: String(property),
      constraints: [most],
      options: { message: `$property must be shorter than or equal to $constraint1 characters` },
      validator: {
        // A text has no more code points than units, so most need no counting.
        validate: (value: unknown) =>
          typeof value === "string" && (value.length <= most || lengthOf(value) <= most),
      },
    });
}

/**
 * Checks an input by the rules that its class declares, as GraphQL does before a resolver runs: what is absent
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
