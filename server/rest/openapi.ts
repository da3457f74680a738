import { ERROR_PAGE_PATH } from "./errorPage.ts";
import { LEGACY_CODES } from "../core/legacyCodes.ts";
import type { RestRoute, RestRoutes } from "../core/rest.ts";
import { fieldsOf, type InputField } from "./typedInput.ts";

const TYPES: Readonly<Record<string, object>> = {
  Int: { type: "integer" },
  Float: { type: "number" },
  Boolean: { type: "boolean" },
  AnyValue: {},
};

/** The legacy shim as OpenAPI 3.1, made from its rows. */
export function openApiOf(routes: RestRoutes, publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, route] of Object.entries(routes).sort(([a], [b]) => a.localeCompare(b))) {
    const [method, path] = name.split(" ") as [string, string];
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(name, method, route);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Luntan · legacy REST", version: "v4.1.1", description: ABOUT },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Envelope: ENVELOPE, Page: PAGE },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  };
}

const ABOUT = `Calls of clients that were written for the predecessor. Every answer is HTTP 200 with an envelope; what its Code means stands at [${ERROR_PAGE_PATH}](${ERROR_PAGE_PATH}). Parameters may be in the query or the body, which wins; bodies are JSON or forms.`;

const ENVELOPE = {
  type: "object",
  required: ["Code", "Message", "Data", "RequestId", "RequestTime"],
  properties: {
    Code: { type: "integer", enum: Object.keys(LEGACY_CODES).map(Number) },
    Message: { type: "string" },
    Data: {},
    RequestId: { type: "string" },
    RequestTime: { type: "string", examples: ["2026-01-31 08:15:00"] },
  },
};

function operationOf(name: string, method: string, route: RestRoute): object {
  const isList = Array.isArray(route.input);
  const inputClass = isList
    ? route.input[0]
    : (route.input as Exclude<RestRoute["input"], readonly unknown[]>);
  const fields = inputClass ? fieldsOf(inputClass) : [];
  const inQuery = method === "GET" || method === "DELETE";
  const answer = {
    description: "Success and refusal alike; Code tells which.",
    content: json({
      allOf: [
        { $ref: "#/components/schemas/Envelope" },
        { type: "object", properties: { Code: { enum: codesOf(route) }, Data: dataOf(route) } },
      ],
    }),
  };
  return {
    operationId: name.replace(/\W+/g, "_"),
    ...(route.about ? { description: route.about } : {}),
    ...(route.who ? { security: [{ token: [] }], summary: WHO[route.who] } : {}),
    ...(inQuery ? { parameters: fields.map(parameterOf) } : { requestBody: bodyOf(fields, isList, route) }),
    responses: { "200": answer },
  };
}

/** Every number that a row answers: its own, and what follows from who may call it. */
export function codesOf({
  who,
  input,
  always,
  anyStanding,
  beforeJoining,
  codes = [],
  fileMaxBytes,
}: RestRoute): number[] {
  const all = new Set([0, -4011, -5002, -5003, ...codes]);
  if (input !== null || fileMaxBytes !== undefined) all.add(-4001);
  if (who === "admin" || who === "user") all.add(-4002);
  if (who === "member") all.add(-3001);
  if (!always) all.add(-3005);
  if (!always && !anyStanding) for (const code of [-3003, -3007, -4007, -4008, -4009]) all.add(code);
  if (!always && !anyStanding && !beforeJoining) all.add(-3006);
  return [...all].sort((one, other) => other - one);
}

/** Describes `Data`: the answer, or the data of a refusal. */
function dataOf({ answer }: RestRoute): object {
  const nothing = { type: "array", maxItems: 0 };
  const refused = { type: ["object", "string"], description: "What a refusal has to say." };
  if (answer === "nothing") return { anyOf: [{ type: "array", items: { type: "null" } }, refused] };
  if (answer === "list") return { anyOf: [{ type: "array", items: { type: "object" } }, refused] };
  if (answer === "page") return { anyOf: [{ $ref: "#/components/schemas/Page" }, nothing, refused] };
  return { anyOf: [{ type: "object" }, nothing, refused] };
}

const PAGE = {
  type: "object",
  required: [
    "pageData",
    "currentPage",
    "perPage",
    "firstPageUrl",
    "nextPageUrl",
    "prePageUrl",
    "pageLength",
    "totalCount",
    "totalPage",
  ],
  properties: {
    pageData: { type: "array", items: { type: "object" } },
    ...Object.fromEntries(
      ["currentPage", "perPage", "pageLength", "totalCount", "totalPage"].map((name) => [
        name,
        { type: "integer", minimum: 0 },
      ]),
    ),
    ...Object.fromEntries(
      ["firstPageUrl", "nextPageUrl", "prePageUrl"].map((name) => [name, { type: "string" }]),
    ),
  },
};

const WHO = { admin: "Administrators", member: "Members", user: "Members" } as const;

const json = (schema: object): object => ({ "application/json": { schema } });

function parameterOf({ name, optional, description, ...field }: InputField): object {
  const schema = schemaOf(field);
  return { name, in: "query", required: !optional, ...(description ? { description } : {}), schema };
}

function bodyOf(fields: readonly InputField[], isList: boolean, { fileMaxBytes }: RestRoute): object {
  const properties: Record<string, object> = Object.fromEntries(
    fields.map(({ name, description, ...field }) => [
      name,
      { ...schemaOf(field), ...(description ? { description } : {}) },
    ]),
  );
  const required = fields.filter(({ optional }) => !optional).map(({ name }) => name);
  const one = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  if (fileMaxBytes !== undefined) {
    const logo = { type: "string", format: "binary", description: `At most ${fileMaxBytes} bytes.` };
    return {
      content: { "multipart/form-data": { schema: { ...one, properties: { ...properties, logo } } } },
    };
  }
  const many = { type: "object", properties: { data: { type: "array", items: one } }, required: ["data"] };
  return { content: json(isList ? many : one) };
}

function schemaOf({ type, isList }: Pick<InputField, "type" | "isList">): object {
  const one = TYPES[type] ?? { type: "string" };
  return isList ? { type: "array", items: one } : one;
}
