/**
 * The network of an address, without the part that names one machine: enough for the owner of an account to tell home
 * from elsewhere. Empty for what is no address.
 */
export function placeOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, "").replace(/\/\d+$/, "");
  const v4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(plain);
  if (v4) return `${v4[1]}.*`;
  if (!plain.includes(":")) return "";
  const groups = plain.split("::")[0]!.split(":").filter(Boolean).slice(0, 3);
  return groups.length > 0 ? `${groups.join(":")}:*` : "";
}
