import { ERRORS } from "../core/errors.ts";
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
    info: { title: "Luntan · legacy REST", version: "v4.1.1", description: describeCodes() },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Envelope: ENVELOPE },
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  };
}

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
    description: "Success and refusal alike.",
    content: json({ $ref: "#/components/schemas/Envelope" }),
  };
  return {
    operationId: name.replace(/\W+/g, "_"),
    ...(route.about ? { description: route.about } : {}),
    ...(route.who ? { security: [{ token: [] }], summary: WHO[route.who] } : {}),
    ...(inQuery ? { parameters: fields.map(parameterOf) } : { requestBody: bodyOf(fields, isList, route) }),
    responses: { "200": answer },
  };
}

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

/** All numbers of the envelope as a table: what they mean, what they are called here, what old clients do. */
function describeCodes(): string {
  const rows = Object.entries(LEGACY_CODES)
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([number, { zh, en, client, unused }]) => {
      const names = Object.entries(ERRORS).filter(([, { legacy }]) => legacy === Number(number));
      const called = unused ? "–" : names.map(([name]) => name).join(", ");
      return `| ${number} | ${called} | ${zh} | ${en} | ${client} |`;
    });
  return ["| Code | Name | 含义 | Meaning | Old clients |", "|---|---|---|---|---|", ...rows].join("\n");
}
