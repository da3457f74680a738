import type { Feature } from "../../core/feature.ts";
import { eraseFollowsAndBlocks } from "./members/anonymise.service.ts";
import { moveGroupMembers } from "./members/groupMembers.service.ts";
import { userJobs } from "./user.jobs.ts";
import { usersRest } from "./users.rest.ts";
import { GroupMembersResolver } from "./members/groupMembers.resolver.ts";
import { MemberResolver } from "./members/member.resolver.ts";
import { Block, Follow } from "./relations/relation.entity.ts";
import { User } from "./user.entity.ts";
import { UserResolver } from "./user.resolver.ts";

/** Members, whom they follow and whom they block. */
export const users: Feature = {
  name: "users",
  rest: usersRest,
  entities: [User, Follow, Block],
  resolvers: [UserResolver, MemberResolver, GroupMembersResolver],
  jobs: userJobs,
  groupHooks: [moveGroupMembers],
  erasureHooks: [eraseFollowsAndBlocks],
};
