import { IsUrl, Matches } from "class-validator";
import { Field, InputType } from "type-graphql";
import { MaxCharacters } from "../../../core/validation.ts";

/** Longest address of a push service, in characters; the longest that are known have about 600. */
export const ENDPOINT_MAX = 2_000;
/** 65 bytes: a point of P-256. */
const POINT = /^[\w-]{87}=?$/;
/** 16 bytes. */
const AUTH = /^[\w-]{22}(==)?$/;
const HTTP = { protocols: ["http", "https"], require_protocol: true, require_tld: false };

/** Result of `PushManager.subscribe` in a browser. */
@InputType("PushSubscriptionInput", { description: "A push subscription as the browser gives it." })
export class PushSubscriptionInput {
  @Field(() => String, { description: "Address at the browser's push service." })
  @MaxCharacters(ENDPOINT_MAX)
  @IsUrl(HTTP)
  endpoint!: string;

  @Field(() => String, { description: "Public key of the browser, base64url." })
  @Matches(POINT)
  p256dh!: string;

  @Field(() => String, { description: "Secret of the browser, base64url." })
  @Matches(AUTH)
  auth!: string;
}

/** Message of a service worker whose browser changed the subscription. */
@InputType("RenewPushInput", { description: "A push subscription in place of one that the browser ended." })
export class RenewPushInput extends PushSubscriptionInput {
  @Field(() => String, { description: "The endpoint that is renewed; whoever knows it is the browser." })
  @MaxCharacters(ENDPOINT_MAX)
  oldEndpoint!: string;
}
