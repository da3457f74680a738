import { Field, GraphQLISODateTime, ID, ObjectType } from "type-graphql";

/** Push endpoint and keys of a browser (RFC 8030, RFC 8291). */
export interface PushTarget {
  readonly endpoint: string;
  /** Public key of the browser: a point of P-256 as base64url. */
  readonly p256dh: string;
  /** 16 bytes as base64url. */
  readonly auth: string;
}

/** Payload that the client's service worker shows (`client/public/sw.js`). */
export interface PushPayload {
  readonly title: string;
  readonly body: string;
  /** Path of the page to open. */
  readonly url: string;
  /** A notification takes the place of an older one with the same tag. */
  readonly tag: string;
  readonly lang: string;
}

/** One of the browsers to which the viewer's notifications are pushed. */
@ObjectType("PushDevice", {
  simpleResolvers: true,
  description: "A browser to which notifications are pushed.",
})
export class PushDevice {
  @Field(() => ID, { description: "Stable id, never given to anything else." })
  id!: number;

  @Field(() => String, { description: "What the browser calls itself." })
  userAgent!: string;

  @Field(() => GraphQLISODateTime, { description: "When push was switched on there." })
  createdAt!: Date;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When a notification was pushed to it last.",
  })
  lastUsedAt!: Date | null;

  @Field(() => Boolean, { description: "It is the browser that asks." })
  isCurrent!: boolean;
}
