import { route, type RestRoutes } from "../../core/rest.ts";
import { LegacyInviteCode, LegacyInvitees, LegacyInviteLink } from "./invitation.input.ts";
import { inviteLinkForLegacy, listInviteesForLegacy, readInviteForLegacy } from "./legacyInvitations.ts";

const who = "member";

/** REST routes of invitations for legacy clients (legacy-facts 3.8). */
export const invitationsRest: RestRoutes = {
  "GET /api/v3/invite.link.create": route(LegacyInviteLink, inviteLinkForLegacy, {
    who,
    codes: [-4002],
    about:
      "The code of a member is their number. With `group`, an administrator gets a code for one member and seven days.",
  }),
  "GET /api/v3/invite.detail": route(LegacyInviteCode, readInviteForLegacy, {
    anyStanding: true,
    about: "Empty for a code that does not work.",
  }),
  "GET /api/v3/invite.users.list": route(LegacyInvitees, listInviteesForLegacy, { who, answer: "page" }),
};
