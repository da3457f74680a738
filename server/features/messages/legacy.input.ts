import { Field, InputType, Int } from "type-graphql";
import { AnyValue } from "../../core/rest.ts";

/** A page of dialogs. */
@InputType("LegacyDialogList")
export class LegacyDialogList {
  @Field(() => Int, { nullable: true })
  page?: number;
  @Field(() => Int, { nullable: true, description: "10 unless asked for." })
  perPage?: number;
}

/** A page of messages (legacy-facts 3.4). */
@InputType("LegacyMessageList")
export class LegacyMessageList extends LegacyDialogList {
  @Field(() => AnyValue, { description: "dialogId." })
  filter!: unknown;
}

/** Content of a message. */
@InputType("LegacyMessageText")
export class LegacyMessageText {
  @Field(() => String, { nullable: true, description: "At most 450 characters." })
  messageText?: string;
  @Field(() => Boolean, { nullable: true, description: "It is a picture, which attachmentId names." })
  isImage?: boolean;
  @Field(() => String, { nullable: true, description: "Ignored: the address follows from attachmentId." })
  imageUrl?: string;
  @Field(() => Int, { nullable: true, description: "An own picture." })
  attachmentId?: number;
}

/** A message to a member. */
@InputType("LegacyFirstMessage")
export class LegacyFirstMessage extends LegacyMessageText {
  @Field(() => Int)
  recipientUserId!: number;
}

/** A further message in a dialog. */
@InputType("LegacyNextMessage")
export class LegacyNextMessage extends LegacyMessageText {
  @Field(() => Int)
  dialogId!: number;
}

/** Dialog that was read. */
@InputType("LegacyDialogRef")
export class LegacyDialogRef {
  @Field(() => Int)
  dialogId!: number;
}

/** Dialog to hide. */
@InputType("LegacyDialogId")
export class LegacyDialogId {
  @Field(() => Int)
  id!: number;
}

/** With whom. */
@InputType("LegacyDialogPeer")
export class LegacyDialogPeer {
  @Field(() => Int)
  userId!: number;
}
