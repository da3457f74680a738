import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from "typeorm";
import { User } from "../users/user.entity.ts";

/** Events that webhooks are called for; the one list of them. */
export enum WebhookEvent {
  THREAD_CREATED = "thread.created",
  THREAD_EDITED = "thread.edited",
  THREAD_MOVED = "thread.moved",
  THREAD_HIDDEN = "thread.hidden",
  THREAD_DELETED = "thread.deleted",
  THREAD_RESTORED = "thread.restored",
  POST_CREATED = "post.created",
  POST_EDITED = "post.edited",
  POST_MOVED = "post.moved",
  POST_HIDDEN = "post.hidden",
  POST_DELETED = "post.deleted",
  POST_RESTORED = "post.restored",
  PING = "ping",
}

/** Version of the payloads; a change that breaks receivers raises it. */
export const PAYLOAD_VERSION = 1;

/** Body of a call. Texts are not in it: receivers read them with a token, as far as it may. */
export interface WebhookPayload {
  readonly version: typeof PAYLOAD_VERSION;
  /** The same for every attempt. */
  readonly id: string;
  readonly event: `${WebhookEvent}`;
  readonly at: string;
  readonly data: Readonly<Record<string, string | null>>;
}

/** Longest address, in characters. */
export const WEBHOOK_URL_MAX = 500;
/** Longest description of a failure, in characters. */
export const PROBLEM_MAX = 200;

/** An address of another machine that is called when something happens. */
@Entity("webhooks")
@Index(["createdById"])
export class Webhook {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("varchar", { length: WEBHOOK_URL_MAX })
  url!: string;

  /** Key of its signatures, sealed. */
  @Column("text")
  secret!: string;

  /** Key that was rotated and signs as well until `previousUntil`, sealed; null if there is none. */
  @Column("text", { nullable: true })
  previousSecret!: string | null;

  @Column("datetime", { precision: 3, nullable: true })
  previousUntil!: Date | null;

  /** Events that it is called for, separated by commas. */
  @Column("text")
  events!: string;

  @Column("boolean")
  isEnabled!: boolean;

  @Column("integer")
  createdById!: number;

  @ManyToOne(() => User, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "createdById" })
  createdBy?: Relation<User>;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  /** First failure since the last success; null while it works, and once somebody has switched it. */
  @Column("datetime", { precision: 3, nullable: true })
  failingSince!: Date | null;
}

/** Reasons why a webhook is not called. */
export enum WebhookOffReason {
  BY_HAND = "BY_HAND",
  FAILING = "FAILING",
  SECRET_LOST = "SECRET_LOST",
}

/** Stages of a call. */
export enum CallState {
  WAITING = "WAITING",
  DONE = "DONE",
  GIVEN_UP = "GIVEN_UP",
}

/** A call of a webhook: to be made, made, or given up. */
@Entity("webhook_calls")
@Index(["webhookId", "eventId"], { unique: true })
@Index(["state", "dueAt", "id"])
@Index(["webhookId", "id"])
@Index(["webhookId", "thing", "state", "id"])
export class WebhookCall {
  @PrimaryGeneratedColumn({ type: "integer" })
  id!: number;

  @Column("integer")
  webhookId!: number;

  @ManyToOne(() => Webhook, { nullable: false, onDelete: "RESTRICT", onUpdate: "RESTRICT" })
  @JoinColumn({ name: "webhookId" })
  webhook?: Relation<Webhook>;

  /** Stays the same however often it is sent. */
  @Column("varchar", { length: 60 })
  eventId!: string;

  @Column("varchar", { length: 40 })
  event!: string;

  /** Calls of one thing are made in their order. */
  @Column("varchar", { length: 20 })
  thing!: string;

  @Column("text")
  payload!: string;

  @Column("varchar", { length: 10 })
  state!: CallState;

  @Column("int")
  attempts!: number;

  @Column("datetime", { precision: 3 })
  createdAt!: Date;

  @Column("datetime", { precision: 3 })
  dueAt!: Date;

  /** Status of the last answer; null if there was none. */
  @Column("int", { nullable: true })
  status!: number | null;

  @Column("varchar", { length: PROBLEM_MAX })
  problem!: string;

  @Column("datetime", { precision: 3, nullable: true })
  calledAt!: Date | null;
}
