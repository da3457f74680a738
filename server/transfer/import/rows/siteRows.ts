import { settingAt } from "../../../features/settings/catalogue/catalogue.ts";
import { numbers, texts, time, timeOrNull, type RowKindOf, yieldedText } from "./rowKind.ts";

/** Settings that the catalogue does not have are stored all the same, and mean nothing. */
const settings: RowKindOf<"settings"> = {
  table: "settings",
  key: ["tag", "key"],
  keyValues: texts,
  row: (_ctx, { tag, key, value }) => {
    if (settingAt(tag, key)?.definition.isSecret)
      throw new Error(`settings ${tag} ${key} is a secret, which the format does not carry.`);
    return { tag, key, value };
  },
};

const groups: RowKindOf<"groups"> = {
  table: "groups",
  key: ["id"],
  keyValues: numbers,
  row: (_ctx, { feeCents, grants: _grants, createdAt, ...columns }) => ({
    ...columns,
    fee: feeCents,
    createdAt: time(createdAt),
  }),
  children: [
    {
      table: "group_permissions",
      owner: "groupId",
      rows: (_ctx, { id, grants }) => grants.map((permission) => ({ groupId: id, permission })),
    },
  ],
};

const categories: RowKindOf<"categories"> = {
  table: "categories",
  key: ["id"],
  keyValues: numbers,
  dependents: [{ kind: "categories", owner: "parentId" }],
  row: (_ctx, { createdAt, ...columns }) => ({ ...columns, threadCount: 0, createdAt: time(createdAt) }),
};

const stopWords: RowKindOf<"stopWords"> = {
  table: "stop_words",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["find"] }],
  row: (_ctx, { memberId, createdAt, updatedAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    createdAt: time(createdAt),
    updatedAt: time(updatedAt),
  }),
};

const invitations: RowKindOf<"invitations"> = {
  table: "invitations",
  key: ["id"],
  keyValues: numbers,
  uniques: [{ columns: ["code"], yielded: yieldedText }],
  row: (_ctx, { memberId, createdAt, expiresAt, revokedAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    createdAt: time(createdAt),
    expiresAt: timeOrNull(expiresAt),
    revokedAt: timeOrNull(revokedAt),
  }),
};

const acceptances: RowKindOf<"acceptances"> = {
  table: "invitation_acceptances",
  key: ["userId"],
  keyValues: numbers,
  row: (_ctx, { memberId, createdAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    createdAt: time(createdAt),
  }),
};

const signInFields: RowKindOf<"signInFields"> = {
  table: "sign_in_fields",
  key: ["id"],
  keyValues: numbers,
  row: (_ctx, { choices, description, createdAt, updatedAt, ...columns }) => ({
    ...columns,
    fieldsExt: choices,
    fieldsDesc: description,
    createdAt: time(createdAt),
    updatedAt: time(updatedAt),
  }),
};

const signInAnswers: RowKindOf<"signInAnswers"> = {
  table: "user_sign_in_fields",
  key: ["id"],
  keyValues: numbers,
  row: (_ctx, { memberId, answer, description, createdAt, updatedAt, ...columns }) => ({
    ...columns,
    userId: memberId,
    fieldsExt: answer,
    fieldsDesc: description,
    createdAt: time(createdAt),
    updatedAt: time(updatedAt),
  }),
};

/** Rows of the site, its groups and categories, and of how members come in. */
export const SITE_ROWS = {
  settings,
  groups,
  categories,
  stopWords,
  invitations,
  acceptances,
  signInFields,
  signInAnswers,
} as const;
