import { Field, Int, ObjectType } from "type-graphql";

/** A process that serves this forum. */
@ObjectType({ description: "A process that serves this forum." })
export class ServerProcess {
  /** Name of its machine. */
  @Field(() => String, { description: "Name of its machine." })
  host!: string;

  @Field(() => Int, { description: "Number of the process on its machine." })
  pid!: number;

  @Field(() => Date, { description: "When it began." })
  startedAt!: Date;

  /** True for the process that answers this request. */
  @Field(() => Boolean, { description: "True for the one that answers." })
  isCurrent!: boolean;
}

/** The processes that serve this forum together, and what they do not share. */
@ObjectType({ description: "The processes that serve this forum together, and what they do not share." })
export class ProcessOverview {
  /** Processes that run at the same time; empty where one process serves. */
  @Field(() => [ServerProcess], {
    description: "Processes that run at the same time; empty where one process serves.",
  })
  together!: ServerProcess[];

  /** Limitations while several processes serve, in the language of the viewer; empty where one serves. */
  @Field(() => [String], {
    description:
      "Limitations while several processes serve, in the language of the viewer; empty where one serves.",
  })
  notShared!: string[];
}
