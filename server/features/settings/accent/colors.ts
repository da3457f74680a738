/** A colour as its three channels, 0 to 255. */
type Rgb = readonly [number, number, number];

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
/** Steps in which a colour is looked for; finer ones are not seen. */
const STEPS = 100;

/** Reads "#rrggbb"; null for anything else. */
export function readColor(text: string): Rgb | null {
  const match = HEX.exec(text);
  return match && [parseInt(match[1]!, 16), parseInt(match[2]!, 16), parseInt(match[3]!, 16)];
}

/** Mixes two colours. @param share of the second one, from 0 to 1 */
export function mix(one: string, other: string, share: number): string {
  const [from, to] = [readColor(one)!, readColor(other)!];
  const channels = from.map((channel, index) => Math.round(channel + (to[index]! - channel) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red, green, blue] = readColor(color)!.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The nearest mixture of a colour with black or white that reaches a contrast with all of some grounds. */
export function legible(
  color: string,
  towards: "#000000" | "#ffffff",
  grounds: readonly string[],
  least: number,
): string {
  for (let step = 0; step < STEPS; step++) {
    const candidate = mix(color, towards, step / STEPS);
    if (grounds.every((ground) => contrast(candidate, ground) >= least)) return candidate;
  }
  return towards;
}
