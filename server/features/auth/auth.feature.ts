import { eraseRows } from "../../core/erasure.ts";
import type { Feature } from "../../core/feature.ts";
import { LimitCounter } from "./attempts/limitCounter.entity.ts";
import { ForeignPassword } from "./passwords/foreignPassword.entity.ts";
import { sessionRest } from "./sessions/session.rest.ts";
import { OwnAccountResolver } from "./accounts/ownAccount.resolver.ts";
import { MemberAccountResolver } from "./accounts/member.resolver.ts";
import { sealedSecondFactors } from "./second-factor/code.service.ts";
import { SecondFactor } from "./second-factor/secondFactor.entity.ts";
import { SecondFactorResolver } from "./second-factor/secondFactor.resolver.ts";
import { Session } from "./sessions/session.entity.ts";
import { sessionJobs } from "./sessions/session.jobs.ts";
import { SessionResolver } from "./sessions/session.resolver.ts";

/** Registering, signing in and out, sessions, second factors, the first administrator. */
export const auth: Feature = {
  name: "auth",
  rest: sessionRest,
  entities: [Session, LimitCounter, SecondFactor, ForeignPassword],
  resolvers: [SessionResolver, MemberAccountResolver, OwnAccountResolver, SecondFactorResolver],
  jobs: sessionJobs,
  sealed: [sealedSecondFactors],
  erasureHooks: [eraseRows("auth", Session, SecondFactor, ForeignPassword)],
};
