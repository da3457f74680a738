/** Codes of answers (spec §8); GraphQL carries them as `legacyCode`, the REST shim as `Code`. */
export const CODE = {
  SUCCESS: 0,
  JUMP_TO_LOGIN: -3001,
  JUMP_TO_REGISTER: -3002,
  JUMP_TO_AUDIT: -3003,
  JUMP_TO_HOME: -3004,
  SITE_CLOSED: -3005,
  JUMP_TO_PAYSITE: -3006,
  JUMP_TO_FIELDS: -3007,
  INVALID_PARAMETER: -4001,
  UNAUTHORIZED: -4002,
  RESOURCE_EXISTS: -4003,
  RESOURCE_NOT_FOUND: -4004,
  RESOURCE_IN_USE: -4005,
  REVIEW_REFUSED: -4007,
  REVIEW_IGNORED: -4008,
  BANNED: -4009,
  INVALID_TOKEN: -4011,
  NETWORK_ERROR: -5001,
  INTERNAL_ERROR: -5002,
  DATABASE_ERROR: -5003,
  EXTERNAL_API_ERROR: -5004,
  UNKNOWN_ERROR: -6001,
  DEBUG_ERROR: -6002,
  NEEDS_WECHAT: -8000,
  NEEDS_PHONE: -8001,
  NOT_INSTALLED: -10001,
  TIMEOUT: -500,
  OTHER: -1,
} as const;

/** Address to which an answer sends the client. */
export interface Jump {
  to: string;
  /** The session is gone: the browser forgets its half. */
  forgetsSession?: boolean;
  /** The present address is returned to afterwards. */
  savesAddress?: boolean;
  /** Only what somebody did leads away: a page that could not be read says so itself, and offers the way. */
  onlyAfterActions?: boolean;
  /** The page explains what was said already: it is offered, since leaving could cost what was typed. */
  isOffered?: boolean;
}

const STATUS_PAGE = "/user/status";
/** Members who can only read for now: what holds of them the server tells on that page. */
const STANDING: Jump = { to: STATUS_PAGE, onlyAfterActions: true, isOffered: true };
/** Members who have yet to give what the site asks of them: they come back afterwards. */
const FIELDS: Jump = { ...STANDING, to: "/user/supplementary", savesAddress: true };
const LOGIN = "/user/login";

/** Consequences of a code (legacy facts 5.9); whatever is missing here is told where it happened. */
const JUMPS: Readonly<Record<number, Jump>> = {
  [CODE.JUMP_TO_LOGIN]: { to: LOGIN, forgetsSession: true, savesAddress: true, onlyAfterActions: true },
  [CODE.JUMP_TO_REGISTER]: {
    to: "/user/register",
    forgetsSession: true,
    savesAddress: true,
    onlyAfterActions: true,
  },
  [CODE.JUMP_TO_AUDIT]: STANDING,
  [CODE.JUMP_TO_HOME]: { to: "/", onlyAfterActions: true },
  [CODE.SITE_CLOSED]: { to: "/close" },
  [CODE.JUMP_TO_PAYSITE]: { to: "/forum/partner-invite", savesAddress: true },
  [CODE.JUMP_TO_FIELDS]: FIELDS,
  [CODE.REVIEW_REFUSED]: STANDING,
  [CODE.REVIEW_IGNORED]: STANDING,
  [CODE.BANNED]: STANDING,
  [CODE.INVALID_TOKEN]: { to: LOGIN, forgetsSession: true, savesAddress: true },
  [CODE.NEEDS_WECHAT]: { ...FIELDS, to: "/user/wx-bind-qrcode" },
  [CODE.NEEDS_PHONE]: { ...FIELDS, to: "/user/bind-phone" },
  [CODE.NOT_INSTALLED]: { to: "/setup" },
};

/**
 * Gives the place to which a code leads; undefined if it is told in place.
 * @param isAction somebody did something, as opposed to a page that was read
 */
export function jumpOf(code: number, isAction: boolean): Jump | undefined {
  const jump = JUMPS[code];
  return jump?.onlyAfterActions && !isAction ? undefined : jump;
}
