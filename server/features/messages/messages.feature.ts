import type { Feature } from "../../core/feature.ts";
import { Dialog, DialogPair, Message } from "./message.entity.ts";
import { messagesRest } from "./messages.rest.ts";
import { DialogFieldsResolver, MessageFieldsResolver, MessageResolver } from "./message.resolver.ts";

/** Private messages between two members. */
export const messages: Feature = {
  name: "messages",
  entities: [DialogPair, Dialog, Message],
  resolvers: [MessageResolver, DialogFieldsResolver, MessageFieldsResolver],
  rest: messagesRest,
};
