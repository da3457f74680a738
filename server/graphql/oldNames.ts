import { useInstead } from "../core/deprecation.ts";
import { isObjectType, Kind, visit, type DocumentNode, type GraphQLSchema } from "graphql";

/** Fields that were renamed: type and old name → new name. Each stays as a deprecated field for one release. */
export const RENAMED_FIELDS: Readonly<Record<string, string>> = {
  "Query.memberSessions": "userSessions",
  "Query.members": "users",
  "Query.noticeDispatches": "notificationDispatches",
  "Query.noticeTemplate": "notificationTemplate",
  "Query.noticeTemplateSaves": "notificationTemplateSaves",
  "Query.noticeTemplates": "notificationTemplates",
  "Query.previewNotice": "previewNotification",
  "Mutation.endMemberSession": "endUserSession",
  "Mutation.endMemberSessions": "endUserSessions",
  "Mutation.resetMemberPassword": "resetUserPassword",
  "Mutation.resetNoticeTemplate": "resetNotificationTemplate",
  "Mutation.retryNoticeDispatch": "retryNotificationDispatch",
  "Mutation.saveNoticePreferences": "saveNotificationPreferences",
  "Mutation.saveNoticeTemplates": "saveNotificationTemplates",
  "Mutation.sendTestNotice": "sendTestNotification",
  "Mutation.setMemberStatus": "setUserStatus",
  "Mutation.undoNoticeTemplates": "undoNotificationTemplates",
  "NotificationDispatch.receiver": "recipient",
  "User.noticePreferences": "notificationPreferences",
  "Watch.member": "user",
};

/** Names of types before they were renamed, as a part of a document. */
const OLD_TYPE = /\b(?:Notice(?:s?[A-Z]|\b)|(?:TestNoticeResult|Member(?:Connection|Edge|Sort|Status))\b)/;

/**
 * Adds the old names of fields to the schema, deprecated and resolved as the new ones.
 * @throws {Error} if a new name is no field: a programming mistake.
 */
export function addOldFields(schema: GraphQLSchema): void {
  for (const [coordinate, name] of Object.entries(RENAMED_FIELDS)) {
    const [typeName, oldName] = coordinate.split(".") as [string, string];
    const type = schema.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    if (!isObjectType(type) || !field) throw new Error(`${typeName}.${name} is no field of the schema.`);
    const deprecationReason = useInstead(name);
    type.getFields()[oldName] = { ...field, name: oldName, description: null, deprecationReason };
  }
}

/**
 * Rewrites old names of types in a document, which GraphQL cannot alias: conditions of fragments and types of variables.
 * @returns the document itself if its text names none
 */
export function withNewTypeNames(document: DocumentNode, text: string): DocumentNode {
  if (!OLD_TYPE.test(text)) return document;
  return visit(document, {
    [Kind.NAMED_TYPE](node) {
      const { value } = node.name;
      if (!OLD_TYPE.test(value)) return undefined;
      const renamed = value.replace(/^Member/, "User").replace("Notice", "Notification");
      return { ...node, name: { ...node.name, value: renamed } };
    },
  });
}
