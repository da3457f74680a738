import { Arg, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { continueAs } from "../sessions/continueAs.service.ts";
import { SessionView } from "../sessions/session.view.ts";
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from "./ownPasskey.service.ts";
import { PasskeyView } from "./passkey.view.ts";
import { beginPasskeyLogin, loginByPasskey } from "./passkeyLogin.service.ts";
import { beginPasskeyProof, proveByPasskey } from "./passkeyProof.service.ts";
import { findPasskeySite } from "./passkeySite.ts";

const ANSWER = "Answer of the browser as JSON, its bytes in base64url.";
const PASSKEY_ID = "Id of the passkey.";
const NAME = "Name to know it by, up to 40 characters.";

/** GraphQL door to passkeys. */
@Resolver()
export class PasskeyResolver {
  @Query(() => Boolean, {
    description: "Whether the address of the site is one for which browsers have passkeys.",
  })
  passkeysOffered(@Ctx() ctx: Context) {
    return findPasskeySite(ctx.services) !== null;
  }

  @Query(() => [PasskeyView], { description: "Passkeys that sign the viewer in." })
  passkeys(@Ctx() ctx: Context) {
    return listPasskeys(ctx);
  }

  @Mutation(() => String, {
    description: "Begins to add a passkey; gives the options of `navigator.credentials.create` as JSON.",
  })
  beginPasskey(@Ctx() ctx: Context) {
    return beginPasskey(ctx, undefined);
  }

  @Mutation(() => PasskeyView, { description: "Adds the passkey that this browser has made." })
  addPasskey(
    @Ctx() ctx: Context,
    @Arg("name", () => String, { description: NAME }) name: string,
    @Arg("answer", () => String, { description: ANSWER }) answer: string,
  ) {
    return addPasskey(ctx, { name, answer });
  }

  @Mutation(() => PasskeyView, { description: "Gives a passkey another name." })
  renamePasskey(
    @Ctx() ctx: Context,
    @Arg("passkeyId", () => ID, { description: PASSKEY_ID }) passkeyId: string,
    @Arg("name", () => String, { description: NAME }) name: string,
  ) {
    return renamePasskey(ctx, { passkeyId, name });
  }

  @Mutation(() => Boolean, { description: "Removes a passkey: it signs in no more." })
  removePasskey(
    @Ctx() ctx: Context,
    @Arg("passkeyId", () => ID, { description: PASSKEY_ID }) passkeyId: string,
  ) {
    return removePasskey(ctx, passkeyId);
  }

  @Mutation(() => String, {
    description:
      "Begins a proof of identity with a passkey of the viewer; gives the options of `navigator.credentials.get` as JSON.",
  })
  beginPasskeyProof(@Ctx() ctx: Context) {
    return beginPasskeyProof(ctx, undefined);
  }

  @Mutation(() => Boolean, {
    description: "Proves with a passkey that it is the owner, as `proveIdentity` does.",
  })
  proveByPasskey(@Ctx() ctx: Context, @Arg("answer", () => String, { description: ANSWER }) answer: string) {
    return proveByPasskey(ctx, answer);
  }

  @Mutation(() => String, {
    description: "Begins a sign-in with a passkey; gives the options of `navigator.credentials.get` as JSON.",
  })
  beginPasskeyLogin(@Ctx() ctx: Context) {
    return beginPasskeyLogin(ctx, undefined);
  }

  @Mutation(() => SessionView, {
    description: "Signs in with a passkey: both factors, if the authenticator has verified its user.",
  })
  async loginByPasskey(
    @Ctx() ctx: Context,
    @Arg("answer", () => String, { description: ANSWER }) answer: string,
    @Arg("secondFactor", () => String, {
      nullable: true,
      description: "Code of the authenticator or a recovery code, where the passkey alone is not enough.",
    })
    secondFactor?: string,
  ) {
    return continueAs(ctx, await loginByPasskey(ctx, { answer, secondFactor }));
  }
}
