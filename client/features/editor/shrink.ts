/** Pictures from this size on are made smaller before they are sent, in bytes. */
export const SHRINK_FROM_BYTES = 524_288;
/** Longest edge that the server keeps, in pixels; more is sent for nothing. */
export const SHRINK_EDGE_PX = 2_560;
/** Screenshots of conversations are long: their short edge counts, so that they stay readable. */
const STRIP_RATIO = 3;
const QUALITY = 0.86;
/** A result has to be this much smaller to be worth the loss. */
const WORTH = 0.9;
/** Kinds that lose nothing but bytes; an animation would lose its motion. */
const KINDS: ReadonlySet<string> = new Set(["image/jpeg", "image/png"]);

/** The size that a picture is sent in, in pixels. */
export function shrunkSize(width: number, height: number): { width: number; height: number } {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const scale = long > short * STRIP_RATIO ? 1 : Math.min(1, SHRINK_EDGE_PX / long);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** A smaller copy of a large picture, turned as the camera held it; the file itself where that cannot or need not be. */
export async function shrunk(file: File): Promise<File> {
  if (file.size < SHRINK_FROM_BYTES || !KINDS.has(file.type) || typeof createImageBitmap === "undefined")
    return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const { width, height } = shrunkSize(bitmap.width, bitmap.height);
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext("2d")!.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    const isPhoto = file.type === "image/jpeg";
    // Sharp edges and transparency survive in WebP, as they do in PNG.
    const type = isPhoto ? "image/jpeg" : "image/webp";
    const blob = await canvas.convertToBlob({ type, quality: QUALITY });
    if (blob.type !== type || blob.size > file.size * WORTH) return file;
    const name = isPhoto ? file.name : file.name.replace(/\.png$/i, ".webp");
    return new File([blob], name, { type, lastModified: file.lastModified });
  } catch {
    // What the browser cannot read is the server's to judge.
    return file;
  }
}
