import { Field, InputType } from "type-graphql";
import { ClientKind } from "../sessions/session.entity.ts";

/** A sign-in by a mailed code. */
@InputType("CodeLoginInput")
export class CodeLoginInput {
  @Field(() => String, { description: "What `requestSignInCode` gave." })
  request!: string;

  @Field(() => String, { description: "The six digits of the mail." })
  code!: string;

  @Field(() => ClientKind, { defaultValue: ClientKind.BROWSER })
  client!: ClientKind;

  @Field(() => String, {
    nullable: true,
    description: "Code of the authenticator or a recovery code, for members who have set one up.",
  })
  secondFactor?: string | null;
}
