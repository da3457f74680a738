import { Field, Float, GraphQLISODateTime, Int, ObjectType, registerEnumType } from "type-graphql";
import { User } from "../../users/user.entity.ts";

/** Steps of an owner before a forum is open, in the order in which it helps. */
export enum LaunchStepKey {
  NAME = "NAME",
  LOOKS = "LOOKS",
  CATEGORIES = "CATEGORIES",
  MAIL = "MAIL",
  THREAD = "THREAD",
  MEMBER = "MEMBER",
  REPLY = "REPLY",
}
registerEnumType(LaunchStepKey, {
  name: "LaunchStepKey",
  description: "What an owner does before a forum is open.",
  valuesConfig: {
    NAME: { description: "The site has a name of its own." },
    LOOKS: { description: "It has a logo or a colour of its own." },
    CATEGORIES: { description: "There is more than the first category, or that one has another name." },
    MAIL: { description: "The site can send mail." },
    THREAD: { description: "An administrator has published a thread." },
    MEMBER: { description: "Somebody has registered." },
    REPLY: { description: "Somebody has replied." },
  },
});

/** One step of the launch. */
@ObjectType("LaunchStep", { simpleResolvers: true, description: "One step before a forum is open." })
export class LaunchStep {
  @Field(() => LaunchStepKey, { description: "Which step." })
  key!: LaunchStepKey;

  @Field(() => Boolean, { description: "Whether it is done." })
  isDone!: boolean;
}

/** Members who are here now. */
@ObjectType("OnlineMembers", { simpleResolvers: true, description: "Members who are here now." })
export class OnlineMembers {
  @Field(() => Int, { description: "Members who did something within the time; visitors are not counted." })
  count!: number;

  @Field(() => Int, { description: "The time, in minutes." })
  withinMinutes!: number;

  @Field(() => [User], { description: "Some of them, the last ones first." })
  members!: User[];
}

/** State of what the program runs on. */
@ObjectType("SiteHealth", { simpleResolvers: true, description: "State of what the program runs on." })
export class SiteHealth {
  @Field(() => String, { description: "Version of the program." })
  version!: string;

  @Field(() => String, { description: "Name and version of the database." })
  database!: string;

  @Field(() => Boolean, { description: "Mail is set up." })
  sendsMail!: boolean;

  @Field(() => Float, { description: "Size of the database, in bytes." })
  databaseBytes!: number;

  @Field(() => Float, { description: "Free room on the disk of the files, in bytes." })
  freeBytes!: number;

  @Field(() => Float, { description: "Size of that disk, in bytes." })
  diskBytes!: number;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "Time of the last backup, of `luntan backup` or of a script that notes it in `last-backup`.",
  })
  backupAt!: Date | null;

  @Field(() => Float, { nullable: true, description: "Size of the last backup, in bytes." })
  backupBytes!: number | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When the last backup was last verified, by restoring it aside or by reading it.",
  })
  backupProvenAt!: Date | null;

  @Field(() => GraphQLISODateTime, {
    nullable: true,
    description: "When a backup failed since the last one, or the last one was found damaged.",
  })
  backupFailedAt!: Date | null;

  @Field(() => Int, { description: "Deliveries that are due." })
  queued!: number;

  @Field(() => Int, { description: "Deliveries that were given up after many failures." })
  failed!: number;

  @Field(() => OnlineMembers, { description: "Members who are there at the moment." })
  online!: OnlineMembers;
}
