import { readFileSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { ERRORS } from "../../core/errors.ts";
import type { Locale } from "../../core/locale.ts";
import { PAGE_MAX } from "../../core/paging.ts";
import { COST_MAX } from "../../graphql/cost.ts";
import { ALIASES_MAX, DEPTH_MAX, ROOT_FIELDS_MAX, TOKENS_MAX } from "../../graphql/limits.ts";
import { BODY_MAX_BYTES } from "../server.ts";

/** Files of the guide by language. */
const FILES: Readonly<Record<Locale, string>> = { en: "en.md", "zh-CN": "zh.md" };

/** Reads the guide as Markdown; the tables of errors and limits are those of the program. */
export function readGuide(rootDir: string, locale: Locale): string {
  const text = readFileSync(join(rootDir, "sdk/guide", FILES[locale]), "utf8");
  return text.replace("<!-- errors -->", errorTable(locale)).replace("<!-- limits -->", limitTable(locale));
}

/** Renders Markdown of the guide; headings can be linked to. */
export function renderGuide(source: string): string {
  const markdown = new MarkdownIt({ html: false });
  const env = {};
  const tokens = markdown.parse(source, env);
  tokens.forEach((token, index) => {
    if (token.type !== "heading_open") return;
    token.attrSet("id", slug(tokens[index + 1]?.content ?? ""));
  });
  return markdown.renderer.render(tokens, markdown.options, env);
}

/** Lists the headings of the second level with their ids. */
export function headingsOf(source: string): { id: string; title: string }[] {
  return [...source.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => ({ id: slug(title), title }));
}

function slug(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}

function errorTable(locale: Locale): string {
  const head = locale === "en" ? "| Code | Meaning |" : "| 代码 | 含义 |";
  const rows = Object.entries(ERRORS).map(
    ([name, { zh, en }]) => `| \`${name}\` | ${locale === "en" ? en : zh} |`,
  );
  return [head, "| --- | --- |", ...rows].join("\n");
}

function limitTable(locale: Locale): string {
  const limits: readonly (readonly [en: string, zh: string, limit: number])[] = [
    ["tokens of a document", "文档的词法单元", TOKENS_MAX],
    ["levels of selection sets", "选择集的层数", DEPTH_MAX],
    ["aliases", "别名", ALIASES_MAX],
    ["root fields", "根字段", ROOT_FIELDS_MAX],
    ["fields of an answer, estimated by page sizes", "结果的字段数（按分页大小估算）", COST_MAX],
    ["`first`", "`first`", PAGE_MAX],
    ["bytes of a JSON body", "JSON 请求体的字节数", BODY_MAX_BYTES],
  ];
  const head = locale === "en" ? "| Limit | Value |" : "| 限制 | 值 |";
  const rows = limits.map(
    ([en, zh, limit]) => `| ${locale === "en" ? en : zh} | ${limit.toLocaleString("en")} |`,
  );
  return [head, "| --- | ---: |", ...rows].join("\n");
}
