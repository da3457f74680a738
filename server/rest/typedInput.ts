import { getMetadataStorage } from "type-graphql";
import { invalid, type DomainError } from "../core/errors.ts";
import type { InputClass, RestRoute } from "../core/rest.ts";
import { cleanValues } from "../core/text.ts";
import { checkInput, refuseField } from "../core/validation.ts";

/** Makes what a row takes from untyped parameters. @throws {DomainError} INVALID_PARAMETER naming the field. */
export function inputFor({ input, needsList = false }: RestRoute, parameters: unknown): unknown {
  if (input === null) return undefined;
  const given = cleanValues(parameters);
  if (typeof input === "function") return typed(input, given);
  const items = listIn(given, needsList);
  if (!items) throw invalid("data", "data 必须是数组", "data must be a list.");
  return items.map((item) => typed(input[0], item));
}

/** The list in parameters: bare, under `data`, with indices, or one item if no list is needed; null if there is none. */
function listIn(parameters: unknown, needsList: boolean): readonly unknown[] | null {
  if (Array.isArray(parameters)) return parameters;
  if (parameters === null || typeof parameters !== "object") return null;
  const { data, ...rest } = parameters as { data?: unknown };
  if (data !== undefined) return indexed(data);
  const keys = Object.keys(rest);
  return keys.length === 0 ? null : (indexed(rest) ?? (needsList ? null : [rest]));
}

/** A list that arrived as one, or as an object with the keys 0, 1, 2 (long lists in query strings do). */
function indexed(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (value === null || typeof value !== "object") return null;
  const entries = Object.entries(value);
  if (entries.length === 0 || !entries.every(([key]) => /^\d{1,5}$/.test(key))) return null;
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => item as unknown);
}

/** Fills an input class from untyped parameters: known fields only, text turned into the declared type, rules checked. */
function typed(inputClass: InputClass<object>, parameters: unknown): object {
  if (parameters === null || typeof parameters !== "object" || Array.isArray(parameters)) {
    throw invalid("data", "参数必须是对象", "The parameters must be an object.");
  }
  const given = parameters as Record<string, unknown>;
  const input = new inputClass() as Record<string, unknown>;
  for (const field of fieldsOf(inputClass)) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    // Forms send what was left empty as an empty text.
    const isLeftOut = value === "" && field.optional && (field.type === "ID" || NUMBERS.has(field.type));
    if (value === undefined || value === null || isLeftOut) {
      if (!field.optional) throw refuseField(field.name, "是必填项", "is required");
      continue;
    }
    input[field.name] = field.isList ? convertList(field, value) : convert(field.name, field.type, value);
  }
  return checkInput(input);
}

/** A field of an input class, as the legacy API sees it. */
export interface InputField {
  readonly name: string;
  /** Name of the GraphQL type. */
  readonly type: string;
  readonly isList: boolean;
  readonly optional: boolean;
  readonly description: string;
}

/** The fields of an input class with those of the classes that it extends. */
export function fieldsOf(inputClass: InputClass<object>): InputField[] {
  const chain: unknown[] = [];
  for (let each: unknown = inputClass; typeof each === "function" && each !== Function.prototype;) {
    chain.unshift(each);
    each = Object.getPrototypeOf(each) as unknown;
  }
  const { inputTypes } = getMetadataStorage();
  return chain
    .flatMap((target) => inputTypes.find((each) => each.target === target)?.fields ?? [])
    .map((field) => {
      const type = field.getType() as { name?: string };
      const { nullable, defaultValue, array } = field.typeOptions;
      return {
        name: field.name,
        type: type.name ?? "",
        isList: Boolean(array),
        optional: Boolean(nullable) || defaultValue !== undefined,
        description: field.description ?? "",
      };
    });
}

const NUMBERS: ReadonlySet<string> = new Set(["Int", "Float", "Number"]);
const INTEGER = /^-?(0|[1-9]\d{0,15})$/;
const DECIMAL = /^-?\d{1,15}(\.\d{1,10})?$/;

function convertList({ name, type }: InputField, value: unknown): unknown[] {
  const items = indexed(value);
  if (!items) throw refuseField(name, "必须是数组", "must be a list");
  // What lists hold is judged by who takes them; only texts and numbers have a type to be turned into.
  return type === "AnyValue" ? [...items] : items.map((item) => convert(name, type, item));
}

function convert(name: string, type: string, value: unknown): unknown {
  const wrong = (zh: string, en: string): DomainError => refuseField(name, `必须是${zh}`, `must be ${en}`);
  if (type === "AnyValue") return value;
  if (NUMBERS.has(type)) {
    const pattern = type === "Int" ? INTEGER : DECIMAL;
    const fits =
      typeof value === "number"
        ? Number.isFinite(value) && (type !== "Int" || Number.isSafeInteger(value))
        : typeof value === "string" && pattern.test(value);
    if (!fits) throw wrong("数字", "a number");
    return Number(value);
  }
  if (type === "Boolean") {
    if (value === true || value === 1 || value === "1" || value === "true") return true;
    if (value === false || value === 0 || value === "0" || value === "false" || value === "") return false;
    throw wrong("布尔值", "true or false");
  }
  if (typeof value === "string") return value;
  if (typeof value === "number" && (type === "ID" || type === "String")) return String(value);
  throw wrong("字符串", "a text");
}
