import { BlockList, isIP } from "node:net";
import { invalid } from "../../core/errors.ts";

/** Networks that one token may name. */
const RANGES_MAX = 20;
/** Longest prefix of an IPv6 network: addresses are known by their first 64 bits. */
const V6_PREFIX_MAX = 64;

/** Checks networks in CIDR notation; a single address stands for itself. @throws {DomainError} INVALID_PARAMETER */
export function checkRanges(ranges: readonly string[]): string[] {
  if (ranges.length > RANGES_MAX)
    throw invalid(
      "addressRanges",
      `最多 ${RANGES_MAX} 个网段`,
      `There may be at most ${RANGES_MAX} networks.`,
    );
  return ranges.map((range) => {
    const text = range.trim();
    if (!parse(text))
      throw invalid(
        "addressRanges",
        `${text.slice(0, 50)} 不是网段，例如 203.0.113.0/24 或 2001:db8::/64`,
        `${text.slice(0, 50)} is no network such as 203.0.113.0/24 or 2001:db8::/64.`,
      );
    return text;
  });
}

interface Range {
  readonly address: string;
  readonly prefix: number;
  readonly family: "ipv4" | "ipv6";
}

function parse(text: string): Range | null {
  const [address = "", prefixText, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes("%")) return null;
  const most = version === 4 ? 32 : V6_PREFIX_MAX;
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return null;
  const prefix = prefixText === undefined ? most : Number(prefixText);
  return prefix > most ? null : { address, prefix, family: version === 4 ? "ipv4" : "ipv6" };
}

/** True if the address of a client is in one of the networks, or there are none. */
export function isWithin(ranges: readonly string[], clientAddress: string): boolean {
  if (ranges.length === 0) return true;
  const list = new BlockList();
  for (const range of ranges.map(parse)) {
    if (range) list.addSubnet(range.address, range.prefix, range.family);
  }
  const [address = ""] = clientAddress.split("/");
  return isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}
