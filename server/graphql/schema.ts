import "reflect-metadata";
import {
  defaultFieldResolver,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from "graphql";
import { buildSchemaSync, type NonEmptyArray, type PubSub } from "type-graphql";
import type { Context } from "../core/context.ts";
import type { Feature } from "../core/feature.ts";
import { cleanValues } from "../core/text.ts";
import { FIELDS_OF_AREAS, refuseFieldBeyondScope, refuseQueryBeyondScope } from "../core/tokenScope.ts";
import { refuseIfClosed, refuseUnlessJoined } from "../core/viewer.ts";
import { addOldFields } from "./oldNames.ts";

/** Demanded by type-graphql; subscriptions here have sources of their own. */
const NO_PUB_SUB: PubSub = {
  publish: () => undefined,
  subscribe() {
    throw new Error("Nothing is published this way.");
  },
};

/** Builds the schema of all features. Values that are refused never appear in the error (passwords!). */
export function makeSchema(features: readonly Feature[]): GraphQLSchema {
  const resolvers = features.flatMap((feature) => feature.resolvers ?? []);
  const schema = buildSchemaSync({
    resolvers: resolvers as unknown as NonEmptyArray<new () => object>,
    pubSub: NO_PUB_SUB,
    validate: {
      validationError: { target: false, value: false },
      forbidUnknownValues: false,
      stopAtFirstError: true,
    },
  });
  for (const field of rootFields(schema)) cleanArguments(field);
  for (const field of readingFields(schema)) keepClosed(field);
  keepToScope(schema);
  addOldFields(schema);
  describePaging(schema);
  return schema;
}

/** Lists all fields of queries, mutations and subscriptions. */
function rootFields(schema: GraphQLSchema): GraphQLField<unknown, Context>[] {
  return [...readingFields(schema), ...Object.values(schema.getMutationType()?.getFields() ?? {})];
}

/** Takes out of all texts what nobody sees, before any rule judges them. */
function cleanArguments(field: GraphQLField<unknown, Context>): void {
  if (field.args.length === 0) return;
  const cleaned = (
    resolve: GraphQLFieldResolver<unknown, Context> | undefined,
  ): GraphQLFieldResolver<unknown, Context> | undefined =>
    resolve && ((source, args, ctx, info) => resolve(source, cleanValues(args), ctx, info) as unknown);
  field.resolve = cleaned(field.resolve);
  field.subscribe = cleaned(field.subscribe);
}

/** Lists the fields that read: queries, and subscriptions, which are asked as they begin and with each event. */
function readingFields(schema: GraphQLSchema): GraphQLField<unknown, Context>[] {
  return [schema.getQueryType(), schema.getSubscriptionType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
}

/** Queries that a closed site answers to everybody: what the closed page and the sign-in need. */
const ANSWERED_WHILE_CLOSED: ReadonlySet<string> = new Set([
  "site",
  "viewer",
  "sessions",
  "signInProviders",
  "pendingIdentity",
  "passkeysOffered",
  "wechatWays",
  "pendingWechat",
  "wechatScanState",
  "scannedCode",
]);

/** Queries that a paid site answers to who has not joined it: what signing in, joining and the own account need. */
const ANSWERED_BEFORE_JOINING: ReadonlySet<string> = new Set([
  "activePlugins",
  "agreement",
  "boundWechat",
  "captchaChallenge",
  "invitation",
  "joinTerms",
  "order",
  "passkeys",
  "passwordReset",
  "payment",
  "purchases",
  "signInFields",
  "topUpTerms",
  "unreadCounts",
  "upgradeTerms",
  "withdrawalTerms",
  "withdrawals",
]);

/** A closed site answers nothing else but to administrators, a paid one to who has joined. Verbs refuse by themselves. */
function keepClosed(field: GraphQLField<unknown, Context>): void {
  if (ANSWERED_WHILE_CLOSED.has(field.name)) return;
  const isForAll = ANSWERED_BEFORE_JOINING.has(field.name);
  guard(field, ({ viewer }) => {
    refuseIfClosed(viewer);
    if (!isForAll) refuseUnlessJoined(viewer);
  });
}

/** Tokens read what their scope names: queries by the area that they belong to, and what is personal on other types. */
function keepToScope(schema: GraphQLSchema): void {
  for (const field of readingFields(schema))
    guard(field, ({ token }) => token && refuseQueryBeyondScope(token, field.name));
  for (const path of FIELDS_OF_AREAS) {
    const [typeName = "", name = ""] = path.split(".");
    const type = schema.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    if (!field) throw new Error(`There is no field ${path}.`);
    field.resolve ??= defaultFieldResolver;
    guard(field, ({ token }) => token && refuseFieldBeyondScope(token, path));
  }
}

/** Checks who asks before a field is resolved, and before events of it are subscribed to. */
function guard(field: GraphQLField<unknown, Context>, check: (ctx: Context) => void): void {
  const guarded = (
    resolve: GraphQLFieldResolver<unknown, Context> | undefined,
  ): GraphQLFieldResolver<unknown, Context> | undefined =>
    resolve &&
    ((source, args, ctx, info) => {
      check(ctx);
      return resolve(source, args, ctx, info) as unknown;
    });
  field.resolve = guarded(field.resolve);
  field.subscribe = guarded(field.subscribe);
}

const PAGING_ARGUMENTS: Readonly<Record<string, string>> = {
  first: "Rows of the page, 1 to 100.",
  after: "Cursor of the last row that was read; absent for the first page.",
};

/** Describes the arguments that all lists share. */
function describePaging(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith("__")) continue;
    for (const { args } of Object.values(type.getFields()))
      for (const arg of args) arg.description ??= PAGING_ARGUMENTS[arg.name];
  }
}

/** The schema as text, sorted, for `schema.graphql` and `GET /schema.graphql`. */
export function schemaText(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
