import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { legacyRowTime } from "../../core/rest.ts";
import { FieldStatus, FieldType, SignInAnswer, type SignInField } from "./field.entity.ts";
import {
  type LegacyAnswer,
  LegacyField,
  type LegacyFieldRef,
  type LegacyFieldsOf,
  type LegacyFieldStatus,
} from "./field.input.ts";
import {
  getField,
  listAnswers,
  listFields,
  reviewSignInField,
  saveSignInFields,
  submitSignInFields,
} from "./field.service.ts";

const TYPE_NAMES: Readonly<Record<FieldType, string>> = {
  [FieldType.TEXT]: "单行文本框",
  [FieldType.TEXTAREA]: "多行文本框",
  [FieldType.RADIO]: "单选",
  [FieldType.CHECKBOX]: "复选",
  [FieldType.IMAGE]: "图片上传",
  [FieldType.ATTACHMENT]: "附件上传",
};

/** Gives a field as legacy clients read it (legacy-facts 2.12). */
function legacyField(field: SignInField): object {
  const { id, name, type, fieldsExt, fieldsDesc, sort, status, required, createdAt, updatedAt } = field;
  return {
    id,
    name,
    type,
    fieldsExt,
    fieldsDesc,
    sort,
    status,
    required: Number(required),
    typeDesc: TYPE_NAMES[type],
    createdAt: legacyRowTime(createdAt),
    updatedAt: legacyRowTime(updatedAt),
  };
}

function legacyAnswer(answer: SignInAnswer): object {
  const { id, userId, name, type, fieldsExt, fieldsDesc, remark, sort, status, required } = answer;
  return { id, userId, name, type, fieldsExt, fieldsDesc, remark, sort, status, required: Number(required) };
}

/** Lists all fields that are not deleted. */
export async function listFieldsForLegacy(ctx: Context): Promise<object[]> {
  return (await listFields(ctx)).map(legacyField);
}

/** Gives a field (legacy-facts 2.11). */
export async function readFieldForLegacy(ctx: Context, { id }: LegacyFieldRef): Promise<object> {
  return legacyField(await getField(ctx, id));
}

/** Creates or changes fields (legacy-facts 2.13). */
export async function saveFieldsForLegacy(ctx: Context, inputs: LegacyField[]): Promise<object[]> {
  return (await saveSignInFields(ctx, inputs)).map(legacyField);
}

/** Decides about an answer, or switches a field if no answer has this id (legacy-facts 2.14). */
export async function setStatusForLegacy(ctx: Context, { id, status }: LegacyFieldStatus): Promise<object> {
  if (await ctx.db.existsBy(SignInAnswer, { id }))
    return legacyAnswer(await reviewSignInField(ctx, { id, status }));
  const field = await getField(ctx, id);
  if (FieldStatus[status] === undefined)
    throw invalid("status", "status 取值错误", "There is no such status.");
  const change = Object.assign(new LegacyField(), field, { id: String(id), status });
  return legacyField((await saveSignInFields(ctx, [change]))[0]!);
}

/** Lists the viewer's own answers, or for administrators anybody's; the blank form where there are none (legacy-facts 2.15). */
export async function listAnswersForLegacy(ctx: Context, input: LegacyFieldsOf): Promise<object[]> {
  const id = input.userId ?? input.user_id;
  const userId = id === undefined || id === "" ? ctx.viewer.accountId : parseId(id, "userId");
  if (userId !== ctx.viewer.accountId && !ctx.viewer.isAdmin) throw new DomainError("FORBIDDEN");
  const answers = await listAnswers(ctx, userId);
  if (answers.length > 0) return answers.map(legacyAnswer);
  const fields = (await listFields(ctx)).filter(({ status }) => status === FieldStatus.ENABLED);
  return fields.map(({ name, type, fieldsExt, fieldsDesc, sort, status, required }) => ({
    id: "",
    userId,
    name,
    type,
    fieldsExt,
    fieldsDesc,
    remark: "",
    sort,
    status,
    required: Number(required),
  }));
}

/**
 * Stores the viewer's answers. A blank form has no ids (legacy-facts 2.15), so a row belongs to the first field of its
 * name and type that no row before it took.
 */
export async function submitAnswersForLegacy(ctx: Context, rows: LegacyAnswer[]): Promise<object[]> {
  const open = (await listFields(ctx)).filter(({ status }) => status === FieldStatus.ENABLED);
  const answers = rows.flatMap(({ name, type, fieldsExt }) => {
    const index = open.findIndex((field) => field.name === name && field.type === type);
    if (index < 0) return [];
    const [field] = open.splice(index, 1);
    return { fieldId: String(field!.id), answer: answerText(fieldsExt, type) };
  });
  await submitSignInFields(ctx, answers);
  return (await listAnswers(ctx, ctx.viewer.accountId)).map(legacyAnswer);
}

/** The answer as JSON: clients send it as JSON in a string, as JSON itself, or for texts as it was typed. */
function answerText(value: unknown, type: FieldType): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "string") return JSON.stringify(value);
  const isText = type === FieldType.TEXT || type === FieldType.TEXTAREA;
  return isText && !/^".*"$/s.test(value.trim()) ? JSON.stringify(value) : value;
}
