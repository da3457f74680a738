/** Sides of a picture, in its own pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Chosen part of a picture: its middle from 0 to 1, and how many times it is enlarged. */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}

/** Largest enlargement. */
export const ZOOM_MAX = 4;
/** The middle of a picture, as large as fits. */
export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** The chosen square in pixels of the picture: it lies within the picture, whatever was asked for. */
export function squareOf(
  { width, height }: Size,
  { x, y, zoom }: Crop,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / Math.min(ZOOM_MAX, Math.max(1, zoom));
  const within = (middle: number, length: number): number =>
    Math.min(length - side, Math.max(0, middle * length - side / 2));
  return { left: within(x, width), top: within(y, height), side };
}

/** A crop that lies within the picture: what was dragged past the edge comes back to it. */
export function settled(size: Size, crop: Crop): Crop {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, crop.zoom));
  const { left, top, side } = squareOf(size, { ...crop, zoom });
  return { x: (left + side / 2) / size.width, y: (top + side / 2) / size.height, zoom };
}

/** A crop moved by a part of the chosen square: 0.5 is half of it. */
export function moved(size: Size, crop: Crop, byX: number, byY: number): Crop {
  const { side } = squareOf(size, crop);
  return settled(size, {
    ...crop,
    x: crop.x + (byX * side) / size.width,
    y: crop.y + (byY * side) / size.height,
  });
}
