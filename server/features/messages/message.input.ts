import { Field, ID, InputType } from "type-graphql";
import { MaxCharacters } from "../../core/validation.ts";
import { CLIENT_KEY_MAX } from "./message.entity.ts";

/** A message to send: a text, a picture, or both. */
@InputType("SendMessageInput", { description: "A private message." })
export class SendMessageInput {
  @Field(() => ID, { description: "To whom." })
  userId!: string;

  @Field(() => String, { defaultValue: "", description: "Plain text, at most 450 characters." })
  body!: string;

  @Field(() => ID, { nullable: true, description: "A picture that the viewer has uploaded." })
  attachmentId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Chosen by the client: sending the same again stores it once.",
  })
  @MaxCharacters(CLIENT_KEY_MAX)
  clientKey?: string | null;
}
