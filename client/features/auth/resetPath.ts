/** Address at which a forgotten password is replaced. */
export const RESET_PATH = "/user/reset-password";
