import {
  buildSchema,
  defaultFieldResolver,
  type DocumentNode,
  execute,
  type FieldNode,
  getOperationAST,
  type GraphQLSchema,
  isInterfaceType,
  isUnionType,
  OperationTypeNode,
  parse,
  TypeInfo,
  validate,
  validateSchema,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { DomainError, invalid } from "../../../core/errors.ts";
import { refusePackage } from "../manifest.ts";
import { PartFault, PartRefusal } from "./partProcess.ts";

const TOKENS_MAX = 500;
const ROOT_FIELDS_MAX = 10;

/** Refuses a field of Query or Mutation before anything is run. @throws {DomainError} */
export type CheckField = (name: string) => void;

/** Answers one field of Query or Mutation. */
export type AnswerField = (name: string, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Reads the types of a plugin. @throws {DomainError} INVALID_PARAMETER with what is wrong with them */
export function ownSchema(text: string): GraphQLSchema {
  let schema: GraphQLSchema;
  try {
    schema = buildSchema(text, { noLocation: true });
    const [problem] = validateSchema(schema);
    if (problem) throw problem;
  } catch (error) {
    const { message } = error as Error;
    throw refusePackage(`server.graphql 有误：${message}`, `server.graphql: ${message}`);
  }
  const types = Object.values(schema.getTypeMap());
  if (schema.getSubscriptionType() || types.some((type) => isInterfaceType(type) || isUnionType(type)))
    throw refusePackage(
      "server.graphql 不支持订阅、接口和联合类型",
      "server.graphql: subscriptions, interfaces and unions are not supported.",
    );
  return schema;
}

const schemas = new Map<string, GraphQLSchema>();
const SCHEMAS_MAX = 100;

function cachedSchema(text: string): GraphQLSchema {
  let schema = schemas.get(text);
  if (!schema) {
    if (schemas.size >= SCHEMAS_MAX) schemas.clear();
    schemas.set(text, (schema = ownSchema(text)));
  }
  return schema;
}

/**
 * Runs a document on the types of a plugin; the fields of Query and Mutation are answered by its process.
 * @returns the data as JSON
 * @throws {DomainError} INVALID_PARAMETER for a document that does not fit, and for what the plugin refuses
 * @throws {PartFault}
 */
export async function runOwn(
  types: string,
  operation: "query" | "mutation",
  { document: text, variables }: { readonly document: string; readonly variables: string | undefined },
  answer: AnswerField,
  check: CheckField,
): Promise<string> {
  const schema = cachedSchema(types);
  const document = parsed(text);
  const node = getOperationAST(document);
  const wanted = operation === "query" ? OperationTypeNode.QUERY : OperationTypeNode.MUTATION;
  if (node?.operation !== wanted || node.selectionSet.selections.length > ROOT_FIELDS_MAX)
    throw invalid(
      "document",
      `须为一个 ${operation}`,
      `Give one ${operation} of at most ${ROOT_FIELDS_MAX} fields.`,
    );
  const [problem] = validate(schema, document, undefined, { maxErrors: 1 });
  if (problem) throw invalid("document", problem.message, problem.message);
  for (const name of rootFields(schema, document)) check(name);
  const { data, errors } = await execute({
    schema,
    document,
    variableValues: valuesOf(variables),
    fieldResolver: (source, args, context, info) =>
      info.path.prev ? defaultFieldResolver(source, args, context, info) : answer(info.fieldName, args),
  });
  const [error] = errors ?? [];
  if (error) {
    const { originalError } = error;
    if (originalError instanceof PartRefusal)
      throw invalid("document", originalError.message, originalError.message);
    if (originalError instanceof DomainError || originalError instanceof PartFault) throw originalError;
    // Its answer does not have the types that it declares; or the variables do not.
    if (!error.path) throw invalid("variables", error.message, error.message);
    throw new PartFault(`The answer does not fit its types: ${error.message}`);
  }
  return JSON.stringify(data);
}

/** Lists the fields of Query and Mutation that a document names, in fragments too. */
function rootFields(schema: GraphQLSchema, document: DocumentNode): Set<string> {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const types = new TypeInfo(schema);
  const names = new Set<string>();
  const note = ({ name }: FieldNode) => {
    const parent = types.getParentType();
    if (parent && roots.some((root) => root === parent)) names.add(name.value);
  };
  visit(document, visitWithTypeInfo(types, { Field: note }));
  return names;
}

function parsed(text: string) {
  try {
    return parse(text, { noLocation: true, maxTokens: TOKENS_MAX });
  } catch (error) {
    const { message } = error as Error;
    throw invalid("document", message, message);
  }
}

function valuesOf(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  try {
    const values: unknown = JSON.parse(text);
    if (typeof values === "object" && values !== null && !Array.isArray(values))
      return values as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw invalid("variables", "须为 JSON 对象", "The variables must be a JSON object.");
}
