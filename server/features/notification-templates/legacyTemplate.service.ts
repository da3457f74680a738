import type { Context } from "../../core/context.ts";
import { LegacyPage, legacyPage } from "../../core/rest.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import type { NoticeKind } from "./kind.view.ts";
import { TEMPLATE_NAMES, TEMPLATES } from "./presets.ts";
import type { LegacyTemplateList, LegacyTemplateRef } from "./template.input.ts";

/** The channel of notices on the site itself; others need providers. */
const SYSTEM = 0;
/** Kinds that the predecessor does not know. */
const OURS: ReadonlySet<string> = new Set(["post.published"]);

interface NoticeTemplate {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly name: string;
}

const ALL: readonly NoticeTemplate[] = (Object.keys(TEMPLATE_NAMES) as NoticeKind[])
  .filter((kind) => !OURS.has(kind))
  .map((kind, index) => ({ id: index + 1, kind, name: TEMPLATE_NAMES[kind].zh }));

/** The names of templates with their enabled channels. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN. */
export function listTemplates(ctx: Context, input: LegacyTemplateList): Promise<LegacyPage> {
  allow(mustBeAdmin(ctx.viewer));
  const request = legacyPage(input);
  const found = ALL.filter(({ name }) => name.includes((input.name ?? "").trim()));
  const from = (request.page - 1) * request.perPage;
  const rows = found.slice(from, from + request.perPage).map(({ id, name }) => ({
    name,
    typeStatus: [{ id, status: 1, type: "系统", isError: 0, errorMsg: "" }],
  }));
  return Promise.resolve(new LegacyPage(rows, request, rows.length, found.length));
}

/** Templates by their names. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN. */
export function readTemplates(
  ctx: Context,
  { typeName, type = SYSTEM }: LegacyTemplateRef,
): Promise<object[]> {
  allow(mustBeAdmin(ctx.viewer));
  const names = typeName.split(",").map((name) => name.trim());
  const found = type === SYSTEM ? ALL.filter(({ name }) => names.includes(name)) : [];
  return Promise.resolve(found.map(shown));
}

function shown({ id, kind, name }: NoticeTemplate): object {
  const content = TEMPLATES[kind].zh;
  const variables = [...new Set(content.match(/\{\w+\}/g) ?? [])];
  return {
    ...{ tplId: id, status: 1, type: SYSTEM, typeName: name, title: name, content, templateId: "" },
    templateVariables: Object.fromEntries(variables.map((variable) => [variable, variable.slice(1, -1)])),
    ...{
      keys: [],
      firstData: "",
      keywordsData: [],
      remarkData: "",
      color: {},
      redirectType: 0,
      redirectUrl: "",
    },
    ...{
      pagePath: "",
      disabled: false,
      isError: 0,
      errorMsg: "",
      miniProgramPrompt: "",
      pushType: 0,
      delayTime: 0,
    },
  };
}
