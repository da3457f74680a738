import { encode } from "uqr";

/** White modules around a code, which scanners need. */
const QUIET = 2;

/** A QR code as the path of an SVG or canvas, one unit per module. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  let path = "";
  data.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) path += `M${x} ${y}h1v1h-1z`;
    }),
  );
  return { path, size };
}
