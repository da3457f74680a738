import { registerDecorator, validateSync, type ValidationError } from "class-validator";
import { type DomainError, invalid } from "./errors.ts";
import { type FieldName, nameOfField } from "./fieldNames.ts";
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

/** Texts for the rules that inputs break, with the numbers of the rule. */
const RULES: Readonly<Record<string, (numbers: string[]) => FieldName>> = {
  maxLength: ([most]) => both(`不能超过 ${most} 个字符`, `has at most ${most} characters`),
  minLength: ([least]) =>
    least === "1"
      ? both("不能为空", "must not be empty")
      : both(`不能少于 ${least} 个字符`, `has ${least} characters at least`),
  arrayMaxSize: ([most]) => both(`最多 ${most} 项`, `has at most ${most} items`),
  max: ([most]) => both(`不能大于 ${most}`, `is at most ${most}`),
  min: ([least]) => both(`不能小于 ${least}`, `is at least ${least}`),
};
const MALFORMED = both("格式不正确", "does not have the right form");

function both(zh: string, en: string): FieldName {
  return { zh, en };
}

/** Makes the refusal of an input from the problems that its rules found: it names the first field, as pages name it. */
export function refusalOf(problems: readonly ValidationError[]): DomainError {
  let problem = problems[0];
  const path: string[] = [];
  while (problem) {
    path.push(problem.property);
    if (!problem.children?.length) break;
    problem = problem.children[0];
  }
  const field = path.join(".");
  const [rule = "", message = ""] = Object.entries(problem?.constraints ?? {})[0] ?? [];
  // Numbers of the rule are taken from the library's own message, behind the name of the field.
  const { zh, en } = RULES[rule]?.(message.match(/-?\b\d+\b/g) ?? []) ?? MALFORMED;
  return refuseField(field, zh, en);
}

/** Makes the refusal of a field, named as pages name it, from what a sentence says about it. */
export function refuseField(field: string, zh: string, en: string): DomainError {
  const name = nameOfField(field);
  return invalid(field, `${name.zh}${gap(name.zh)}${zh}`, `${name.en} ${en}.`);
}

/** Chinese stands beside Latin letters with a blank between. */
const gap = (name: string): string => (/\w$/.test(name) ? " " : "");

/**
 * Checks an input by the rules that its class declares, as GraphQL does before a resolver runs: what is absent
 * breaks no rule.
 * @throws {DomainError} INVALID_PARAMETER naming the field.
 */
export function checkInput<I extends object>(input: I): I {
  const problems = validateSync(input, {
    forbidUnknownValues: false,
    stopAtFirstError: true,
    skipMissingProperties: true,
  });
  if (problems.length === 0) return input;
  throw refusalOf(problems);
}
