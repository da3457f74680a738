import type { Feature } from "../../core/feature.ts";
import { LimitCounter } from "./limit.entity.ts";
import { sessionRest } from "./session.rest.ts";
import { MemberAccountResolver } from "./member.resolver.ts";
import { Session } from "./session.entity.ts";
import { sessionJobs } from "./session.jobs.ts";
import { SessionResolver } from "./session.resolver.ts";

/** Registering, signing in and out, sessions, the first administrator. */
export const session: Feature = {
  name: "session",
  rest: sessionRest,
  entities: [Session, LimitCounter],
  resolvers: [SessionResolver, MemberAccountResolver],
  jobs: sessionJobs,
};
