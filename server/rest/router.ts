import { validateSync } from "class-validator";
import { getMetadataStorage } from "type-graphql";
import type { Context } from "../core/context.ts";
import { DomainError, invalid } from "../core/errors.ts";
import type { Feature } from "../core/feature.ts";
import type { InputClass, RestRoute } from "../core/rest.ts";
import { toDomainError } from "../graphql/errors.ts";
import { failure, success, type Envelope } from "./envelope.ts";
import { parametersOf, rowName } from "./parseInput.ts";

/** A request to the legacy door. */
export interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly body: unknown;
}

/** The legacy door: rows of all features, looked up by method and path. */
export interface RestDoor {
  /** Every row's name, for documentation and tests. */
  readonly rows: readonly string[];
  handle(request: RestRequest, ctx: Context): Promise<Envelope>;
}

/** @throws {Error} if two features claim the same row. */
export function openRestDoor(features: readonly Feature[]): RestDoor {
  const routes = new Map<string, RestRoute>();
  for (const [name, route] of features.flatMap((feature) => Object.entries(feature.rest ?? {}))) {
    if (routes.has(name)) throw new Error(`Two features answer ${name}.`);
    routes.set(name, route);
  }
  return {
    rows: [...routes.keys()],
    async handle({ method, path, search, body }, ctx) {
      try {
        const found = routes.get(rowName(method, path));
        if (!found) throw new DomainError("NOT_FOUND");
        const input = inputFor(found.input, parametersOf(search, body));
        return success(await found.run(ctx, input as never), ctx.requestId, ctx.now);
      } catch (error) {
        return failure(
          toDomainError(error, ctx.services.log, ctx.requestId),
          ctx.locale,
          ctx.requestId,
          ctx.now,
        );
      }
    },
  };
}

function inputFor(input: RestRoute["input"], parameters: unknown): unknown {
  if (input === null) return undefined;
  if (typeof input === "function") return typed(input, parameters);
  if (!Array.isArray(parameters)) throw invalid("data", "data 必须是数组", "data must be a list.");
  return parameters.map((item) => typed(input[0], item));
}

/** Fills an input class from untyped parameters: known fields only, text turned into the declared type, rules checked. */
function typed(inputClass: InputClass<object>, parameters: unknown): object {
  if (parameters === null || typeof parameters !== "object" || Array.isArray(parameters)) {
    throw invalid("data", "参数必须是对象", "The parameters must be an object.");
  }
  const given = parameters as Record<string, unknown>;
  const made = new inputClass() as Record<string, unknown>;
  for (const field of fieldsOf(inputClass)) {
    const value = given[field.name];
    if (value === undefined || value === null) {
      if (!field.optional) throw invalid(field.name, `${field.name} 是必填项`, `${field.name} is required.`);
      continue;
    }
    made[field.name] = convert(field.name, field.type, value);
  }
  const [problem] = validateSync(made, { forbidUnknownValues: false, stopAtFirstError: true });
  if (problem) {
    const message = Object.values(problem.constraints ?? {})[0] ?? "";
    throw invalid(problem.property, `${problem.property} 不符合规则`, message);
  }
  return made;
}

interface InputField {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
}

function fieldsOf(inputClass: InputClass<object>): InputField[] {
  const metadata = getMetadataStorage().inputTypes.find(({ target }) => target === inputClass);
  return (metadata?.fields ?? []).map((field) => {
    const type = field.getType() as { name?: string };
    const { nullable, defaultValue } = field.typeOptions;
    return {
      name: field.name,
      type: type.name ?? "",
      optional: Boolean(nullable) || defaultValue !== undefined,
    };
  });
}

const INTEGER = /^-?(0|[1-9]\d{0,15})$/;

function convert(name: string, type: string, value: unknown): unknown {
  const wrong = (zh: string, en: string): DomainError =>
    invalid(name, `${name} 必须是${zh}`, `${name} must be ${en}.`);
  if (type === "Int" || type === "Float" || type === "Number") {
    const fits = typeof value === "number" || (typeof value === "string" && INTEGER.test(value));
    if (!fits || !Number.isFinite(Number(value))) throw wrong("数字", "a number");
    return Number(value);
  }
  if (type === "Boolean") {
    if (value === true || value === 1 || value === "1" || value === "true") return true;
    if (value === false || value === 0 || value === "0" || value === "false") return false;
    throw wrong("布尔值", "true or false");
  }
  if (typeof value === "string") return value;
  if (typeof value === "number" && (type === "ID" || type === "String")) return String(value);
  throw wrong("字符串", "a text");
}
