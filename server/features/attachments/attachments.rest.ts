import { route, type RestRoutes } from "../../core/rest.ts";
import { LegacyNickname, LegacyProfilePicture, LegacyUpload, LegacyUserChange } from "./legacy.input.ts";
import {
  LEGACY_FILE_MAX_BYTES,
  setAvatarForLegacy,
  setBackgroundForLegacy,
  updateUserForLegacy,
  uploadForLegacy,
} from "./legacyUploads.ts";

const who = "member";
const fileMaxBytes = LEGACY_FILE_MAX_BYTES;

/** REST routes of files and of the own profile for legacy clients (legacy-facts 3.3, 3.8). */
export const attachmentsRest: RestRoutes = {
  "POST /api/v3/attachments": route(LegacyUpload, uploadForLegacy, {
    who: "user",
    anyStanding: true,
    fileMaxBytes,
    codes: [-3003, -4002],
  }),
  "POST /api/v3/users/avatar": route(LegacyProfilePicture, setAvatarForLegacy, {
    who,
    fileMaxBytes,
    codes: [-4002],
  }),
  "POST /api/v3/users/background": route(LegacyProfilePicture, setBackgroundForLegacy, {
    who,
    fileMaxBytes,
    codes: [-4002],
  }),
  "POST /api/v3/users/nickname.set": route(LegacyNickname, updateUserForLegacy, {
    who,
    codes: [-4002, -7041, -7042, -7057],
  }),
  "POST /api/v3/users/update.user": route(LegacyUserChange, updateUserForLegacy, {
    who,
    beforeJoining: true,
    codes: [-4002, -7041, -7042, -7057, -7058],
  }),
};
