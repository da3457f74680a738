import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Locale } from "../core/locale.ts";
import type { CategoryPermission } from "../core/permissions.ts";
import { coversCommand, coversQuery, type TokenScope } from "../core/tokenScope.ts";
import type { Viewer } from "../core/viewer.ts";
import { cutAt } from "../ssr/texts/memberText.ts";

/** An answer of a tool: Markdown for who reads it, and the same as data. */
export interface ToolAnswer {
  readonly text: string;
  readonly data: Record<string, unknown>;
}

/** The site and the language in which an answer is written. */
export interface ToolPlace {
  readonly publicUrl: string;
  readonly locale: Locale;
}

/** A tool: one operation of the GraphQL schema, with the input that a model gives and the answer that it reads. */
export interface Tool {
  /** Stable: programs and prompts name it. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The root field that its document asks, by which tokens cover it. */
  readonly query?: string;
  readonly command?: string;
  /** It is offered to who has one of these, in some category at least; to everybody without any. */
  readonly needs?: readonly CategoryPermission[];
  readonly input: z.ZodObject;
  readonly annotations: ToolAnnotations;
  readonly document: string;
  variables(input: Record<string, unknown>): Record<string, unknown>;
  answer(data: unknown, place: ToolPlace, input: Record<string, unknown>): ToolAnswer;
}

/** Declares a tool whose input and answer have the types that its schema and its document say. */
export function defineTool<Shape extends z.ZodRawShape, Data>(
  tool: Omit<Tool, "input" | "variables" | "answer"> & {
    readonly input: z.ZodObject<Shape>;
    variables(input: z.infer<z.ZodObject<Shape>>): Record<string, unknown>;
    answer(data: Data, place: ToolPlace, input: z.infer<z.ZodObject<Shape>>): ToolAnswer;
  },
): Tool {
  return tool as unknown as Tool;
}

/** True if a token may use a tool, as its member may. GraphQL decides again when it is called. */
export function isOffered({ query, command, needs }: Tool, token: TokenScope, viewer: Viewer): boolean {
  const isCovered = command === undefined ? coversQuery(token, query!) : coversCommand(token, command);
  return isCovered && (needs === undefined || needs.some((permission) => viewer.mayAnywhere(permission)));
}

/** Hints of tools that only read. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
/** Hints of tools that add something. */
export const ADDS: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
/** Hints of tools that set something to a value, or take it away. */
export const CHANGES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

/** Longest text within an answer that has several, in characters. */
export const TEXT_MAX = 4_000;
/** Most rows of an answer. */
const ROWS_MAX = 20;
/** Longest body that members may write, in characters. */
const BODY_MAX = 49_999;
const REASON_MAX = 500;

/** The id of a thing of the forum. */
export const id = (what: string): z.ZodString =>
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .describe(what);
/** The number of rows of an answer. */
export const first = z
  .number()
  .int()
  .min(1)
  .max(ROWS_MAX)
  .default(ROWS_MAX / 2)
  .describe("Rows, 1 to 20.");
/** The place after which an answer goes on. */
export const after = z.string().max(1_000).optional().describe("`next_cursor` of the answer before.");
/** A text in Markdown. */
export const body = z.string().min(1).max(BODY_MAX).describe("Text in Markdown.");
/** The reason that moderators give. */
export const reason = z.string().max(REASON_MAX).optional().describe("Reason, which the author reads.");
/** The key by which a call that is sent again runs once. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .optional()
  .describe("Any value of your own: a call that is sent again with it within 24 hours runs once.");

/** Cuts a text of a member, and says where it goes on. */
export function shortened(text: string, max = TEXT_MAX): { readonly body: string; readonly cut_at?: number } {
  if (text.length <= max) return { body: text };
  const cut = cutAt(text, max);
  return { body: cut, cut_at: cut.length };
}

/** Makes the result of a call. */
export function resultOf({ text, data }: ToolAnswer): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent: data };
}

/** A refusal by the forum, with the code that all its doors give. */
export interface ToolRefusal {
  readonly code: string;
  readonly message: string;
  readonly legacyCode?: unknown;
  readonly requestId: string;
  readonly retryAfterSeconds?: unknown;
}

/** Makes the result of a call that the forum refuses. */
export function refusalOf(error: ToolRefusal): CallToolResult {
  const text = `${error.code}: ${error.message}`;
  return { isError: true, content: [{ type: "text", text }], structuredContent: { error: { ...error } } };
}
