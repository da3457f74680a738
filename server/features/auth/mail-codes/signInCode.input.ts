import { Field, InputType } from "type-graphql";
import { ClientKind } from "../sessions/session.entity.ts";

/** A sign-in by a mailed code. */
@InputType("CodeLoginInput", { description: "A sign-in by a code that was mailed." })
export class CodeLoginInput {
  @Field(() => String, { description: "What `requestSignInCode` gave." })
  request!: string;

  @Field(() => String, { description: "The six digits of the mail." })
  code!: string;

  @Field(() => ClientKind, {
    defaultValue: ClientKind.BROWSER,
    description: "How somebody is signed in: by a cookie, or by a token for a program.",
  })
  client!: ClientKind;

  @Field(() => String, {
    nullable: true,
    description: "Code of the authenticator or a recovery code, for members who have set one up.",
  })
  secondFactor?: string | null;
}
