import { In, Not } from "typeorm";
import { noteChange } from "../../core/audit.ts";
import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { cleanLine, cleanText, showsNothing } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, isShutOut, UserStatus, mustBeAdmin, mustBeMember } from "../../core/viewer.ts";
import { insert, insertAll } from "../../core/write.ts";
import { getSettings } from "../settings/setting.service.ts";
import { lockMember } from "../users/members/member.service.ts";
import { changeStatus, listByStatus } from "../users/members/status.service.ts";
import { profileChanged, userStatusChanged } from "../users/user.events.ts";
import { checkAnswers } from "./answers.service.ts";
import { AnswerStatus, FieldStatus, FieldType, SignInAnswer, SignInField } from "./field.entity.ts";

const FIELDS_MAX = 50;

/** A field to create or change, as it is stored; a new one without id. */
export interface FieldChange {
  readonly id?: string | null;
  readonly name: string;
  readonly type: FieldType;
  readonly fieldsExt?: string | null;
  readonly fieldsDesc?: string | null;
  readonly sort: number;
  readonly status?: FieldStatus | null;
  readonly required?: boolean | null;
}

/** An answer as JSON. */
export interface GivenAnswer {
  readonly fieldId: string;
  readonly answer: string;
}

/** Lists the fields; administrators see disabled ones too. */
export function listFields(ctx: Context): Promise<SignInField[]> {
  const status = ctx.viewer.isAdmin ? Not(FieldStatus.DELETED) : FieldStatus.ENABLED;
  return ctx.db.find(SignInField, { where: { status }, order: { sort: "ASC", id: "ASC" } });
}

/** True if there is anything to ask. */
function hasFields(ctx: Context): Promise<boolean> {
  return ctx.db.existsBy(SignInField, { status: FieldStatus.ENABLED });
}

/** Gives a field that is not deleted. @throws {DomainError} NOT_FOUND. */
export async function getField(ctx: Context, id: number): Promise<SignInField> {
  const field = await ctx.db.findOneBy(SignInField, { id, status: Not(FieldStatus.DELETED) });
  if (!field) throw new DomainError("NOT_FOUND");
  return field;
}

/**
 * Creates, changes and deletes fields, all or none; unknown ids are skipped (legacy-facts 2.13).
 * @returns the fields that were saved
 * @throws {DomainError} INVALID_PARAMETER naming the invalid part.
 */
export const saveSignInFields = verb({
  name: "saveSignInFields",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, inputs: readonly FieldChange[]): Promise<SignInField[]> {
    if (inputs.length === 0) throw invalid("data", "参数错误", "There is nothing to save.");
    if (inputs.length > FIELDS_MAX) throw invalid("data", "扩展字段过多", `At most ${FIELDS_MAX} fields.`);
    return inTransaction(ctx, async (ctx) => {
      const saved: SignInField[] = [];
      for (const input of inputs) {
        const field = await saveOne(ctx, input);
        if (field) saved.push(field);
      }
      return saved;
    });
  },
});

async function saveOne(ctx: Context, input: FieldChange): Promise<SignInField | null> {
  const id = parseOptionalId(input.id);
  const before = id === undefined ? null : await ctx.db.findOneBy(SignInField, { id });
  if (id !== undefined && !before) return null;
  const name = cleanLine(input.name);
  if (showsNothing(name)) throw invalid("name", "字段名称不能为空", "The field needs a name.");
  const fieldsExt = input.fieldsExt ?? before?.fieldsExt ?? "";
  checkOptions(input.type, fieldsExt);
  const values = {
    name,
    type: input.type,
    fieldsExt,
    fieldsDesc: cleanText(input.fieldsDesc ?? before?.fieldsDesc ?? ""),
    sort: input.sort,
    status: input.status ?? before?.status ?? FieldStatus.ENABLED,
    required: input.required ?? before?.required ?? true,
    createdAt: before?.createdAt ?? ctx.now,
    updatedAt: ctx.now,
  };
  if (before) await ctx.db.update(SignInField, { id: before.id }, values);
  const fieldId = before?.id ?? (await insert(ctx, SignInField, values));
  const field = Object.assign(new SignInField(), values, { id: fieldId });
  noteChange(ctx, { target: `signInField:${field.id}`, before: before ?? undefined, after: field });
  return field;
}

/** Fields with choices need some. @throws {DomainError} INVALID_PARAMETER. */
function checkOptions(type: FieldType, fieldsExt: string): void {
  if (type !== FieldType.RADIO && type !== FieldType.CHECKBOX) return;
  let options: unknown;
  try {
    options = (JSON.parse(fieldsExt) as { options?: unknown }).options;
  } catch {
    options = null;
  }
  const fits =
    Array.isArray(options) &&
    options.length > 0 &&
    options.every(
      (option: { value?: unknown } | null) => typeof option?.value === "string" && option.value !== "",
    );
  if (!fits) throw invalid("fieldsExt", "请填写选项", "Fields with choices need options.");
}

/** Lists a member's answers. @throws {DomainError} LOGIN_REQUIRED; FORBIDDEN about others for all but administrators. */
export async function listAnswers(ctx: Context, userId: number): Promise<SignInAnswer[]> {
  const { viewer } = ctx;
  // Refused members read their answers, to improve them.
  if (viewer.status === UserStatus.BANNED || !viewer.isSignedIn) allow(mustBeMember(viewer));
  if (userId !== viewer.accountId) allow(mustBeAdmin(viewer));
  const where = { userId, status: Not(AnswerStatus.DISCARDED) };
  return ctx.db.find(SignInAnswer, { where, order: { sort: "ASC", id: "ASC" } });
}

/**
 * Stores answers to the fields; earlier ones are discarded. Members who had to answer wait for review or are admitted.
 * @emits profileChanged
 * @throws {DomainError} INVALID_PARAMETER naming the field whose answer is missing or does not fit; CONFLICT while the
 *   answers are reviewed; FORBIDDEN for refused members where nothing is asked; ACCOUNT_BANNED.
 */
export const submitSignInFields = verb({
  name: "submitSignInFields",
  who: "member",
  rate: "edit",
  anyStanding: true,
  async run(ctx: Context, answers: readonly GivenAnswer[]): Promise<boolean> {
    const { accountId: userId, status } = ctx.viewer;
    if (status === UserStatus.BANNED) throw new DomainError("ACCOUNT_BANNED");
    if (status === UserStatus.UNDER_REVIEW)
      throw new DomainError("CONFLICT", {
        text: { zh: "正在审核中", en: "Your answers are being reviewed." },
      });
    const fields = (await listFields(ctx)).filter((field) => field.status === FieldStatus.ENABLED);
    // Whoever was refused improves the answers; where nothing is asked there is nothing to improve.
    if (isShutOut(status) && fields.length === 0) throw new DomainError("FORBIDDEN");
    const { register_validate } = await getSettings(ctx);
    const given = new Map(answers.map(({ fieldId, answer }) => [parseId(fieldId, "fieldId"), answer]));
    const answersById = await checkAnswers(ctx, fields, given);
    await inTransaction(ctx, async (ctx) => {
      // A decision about the member since the request came has priority.
      if ((await lockMember(ctx, userId)).status !== status) throw new DomainError("CONFLICT");
      await ctx.db.update(SignInAnswer, { userId }, { status: AnswerStatus.DISCARDED });
      const rows = fields.map(({ id, name, type, fieldsDesc, sort, required }) => ({
        userId,
        name,
        type,
        fieldsDesc,
        sort,
        required,
        remark: "",
        status: AnswerStatus.PENDING,
        fieldsExt: answersById.get(id) ?? "",
        createdAt: ctx.now,
        updatedAt: ctx.now,
      }));
      await insertAll(ctx, SignInAnswer, rows);
      if (status !== UserStatus.NORMAL) {
        // Members who were refused before are always reviewed.
        const isNew = status === UserStatus.FIELDS_MISSING;
        const next = isNew && register_validate !== "1" ? UserStatus.NORMAL : UserStatus.UNDER_REVIEW;
        await changeStatus(ctx, userId, { from: status, to: next });
        ctx.emit(profileChanged({ userId }));
      }
    });
    return true;
  },
});

/** Members who are released in one transaction. */
const RELEASED_SLICE = 200;

/**
 * Admits members who wait for a form that was switched off or has no fields, or passes them on to the review where the
 * site reviews; nothing else would ever release them.
 * @returns how many
 * @emits profileChanged, userStatusChanged
 */
export async function releaseFieldsMissing(ctx: Context): Promise<number> {
  const { open_ext_fields, register_validate } = await getSettings(ctx);
  if (open_ext_fields === "1" && (await hasFields(ctx))) return 0;
  const [from, to] = [
    UserStatus.FIELDS_MISSING,
    register_validate === "1" ? UserStatus.UNDER_REVIEW : UserStatus.NORMAL,
  ];
  for (let released = 0; ;) {
    const waiting = await listByStatus(ctx, from, RELEASED_SLICE);
    if (waiting.length === 0) return released;
    await inTransaction(ctx, async (ctx) => {
      for (const { id: userId } of waiting) {
        if (!(await changeStatus(ctx, userId, { from, to }))) continue;
        ctx.emit(profileChanged({ userId }));
        ctx.emit(userStatusChanged({ userId, from, to, reason: "" }));
      }
    });
    released += waiting.length;
  }
}

/** Input of `reviewSignInField`. */
export interface AnswerReview {
  readonly id: number;
  readonly status: AnswerStatus;
}

/**
 * Decides about one answer. A member whose answers have all passed is admitted.
 * @emits profileChanged
 * @throws {DomainError} NOT_FOUND; INVALID_PARAMETER for a status that answers do not have.
 */
export const reviewSignInField = verb({
  name: "reviewSignInField",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, { id, status }: AnswerReview): Promise<SignInAnswer> {
    if (AnswerStatus[status] === undefined)
      throw invalid("status", "status 取值错误", "There is no such status.");
    return inTransaction(ctx, async (ctx) => {
      const answer = await ctx.db.findOneBy(SignInAnswer, { id });
      if (!answer) throw new DomainError("NOT_FOUND");
      // Serialises reviews of one member, so that the last one sees that all answers have passed.
      await lockMember(ctx, answer.userId);
      await ctx.db.update(SignInAnswer, { id }, { status, updatedAt: ctx.now });
      noteChange(ctx, {
        target: `user:${answer.userId}`,
        before: { answer: answer.name, status: AnswerStatus[answer.status] },
        after: { answer: answer.name, status: AnswerStatus[status] },
      });
      const undecided = Not(In([AnswerStatus.DISCARDED, AnswerStatus.PASSED]));
      const open = await ctx.db.existsBy(SignInAnswer, { userId: answer.userId, status: undecided });
      if (!open && status === AnswerStatus.PASSED) {
        const { userId } = answer;
        const [from, to] = [UserStatus.UNDER_REVIEW, UserStatus.NORMAL];
        const isAdmitted = await changeStatus(ctx, userId, { from, to });
        ctx.emit(profileChanged({ userId }));
        if (isAdmitted) ctx.emit(userStatusChanged({ userId, from, to, reason: "" }));
      }
      return Object.assign(answer, { status, updatedAt: ctx.now });
    });
  },
});
