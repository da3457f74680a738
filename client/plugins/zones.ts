/**
 * Addresses where passwords, money or the administration are: no plugin shows there. Below /user only profiles (numbers)
 * may, below /my nothing but the own profile.
 */
const ZONES = /^\/(admin|wallet|setup|close|500|forum\/partner-invite|my\/|user\/(?!\d+(\/|$)))/i;

/** True if no plugin shows at an address. */
export function isWithoutPlugins(pathname: string): boolean {
  return ZONES.test(pathname);
}
