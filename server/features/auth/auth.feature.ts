import { eraseRows } from "../../core/erasure.ts";
import type { Feature } from "../../core/feature.ts";
import { LimitCounter } from "./attempts/limitCounter.entity.ts";
import { sessionRest } from "./sessions/session.rest.ts";
import { OwnAccountResolver } from "./accounts/ownAccount.resolver.ts";
import { MemberAccountResolver } from "./accounts/member.resolver.ts";
import { Session } from "./sessions/session.entity.ts";
import { sessionJobs } from "./sessions/session.jobs.ts";
import { SessionResolver } from "./sessions/session.resolver.ts";

/** Registering, signing in and out, sessions, the first administrator. */
export const auth: Feature = {
  name: "auth",
  rest: sessionRest,
  entities: [Session, LimitCounter],
  resolvers: [SessionResolver, MemberAccountResolver, OwnAccountResolver],
  jobs: sessionJobs,
  erasureHooks: [eraseRows("auth", Session)],
};
