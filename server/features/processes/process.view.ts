import { Field, Int, ObjectType } from "type-graphql";

/** A process that serves this forum. */
@ObjectType()
export class ServerProcess {
  /** Name of its machine. */
  @Field(() => String)
  host!: string;

  @Field(() => Int)
  pid!: number;

  @Field(() => Date)
  startedAt!: Date;

  /** True for the process that answers this request. */
  @Field(() => Boolean)
  isCurrent!: boolean;
}

/** The processes that serve this forum together, and what they do not share. */
@ObjectType()
export class ProcessOverview {
  /** Processes that run at the same time; empty where one process serves. */
  @Field(() => [ServerProcess])
  together!: ServerProcess[];

  /** Limitations while several processes serve, in the language of the viewer; empty where one serves. */
  @Field(() => [String])
  notShared!: string[];
}
