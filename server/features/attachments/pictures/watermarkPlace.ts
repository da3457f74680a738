/** Of a picture's width and height a watermark takes at most this part. */
export const WATERMARK_PART_MAX = 1 / 3;
/** Pictures with a shorter edge than this stay as they are, in pixels: a mark would be all that is seen. */
export const WATERMARK_FROM_PX = 120;
/** Columns and rows of the places 1 to 9, read as a book: 1 is top left, 9 bottom right. */
const GRID = 3;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How large a watermark is drawn: as it is, or smaller where it would take too much. */
export function watermarkSize(picture: Size, mark: Size): Size {
  const scale = Math.min(
    1,
    (picture.width * WATERMARK_PART_MAX) / mark.width,
    (picture.height * WATERMARK_PART_MAX) / mark.height,
  );
  return {
    width: Math.max(1, Math.floor(mark.width * scale)),
    height: Math.max(1, Math.floor(mark.height * scale)),
  };
}

/**
 * Where the upper left corner of a watermark comes. In the middle column and row distances mean nothing.
 * @param place 1 to 9
 * @param gapX distance from the left or right edge in pixels; one that is too large ends at the other edge
 */
export function watermarkCorner(
  picture: Size,
  mark: Size,
  place: number,
  gapX: number,
  gapY: number,
): { left: number; top: number } {
  const along = (index: number, room: number, gap: number): number => {
    const kept = Math.min(gap, room);
    return index === 0 ? kept : index === 1 ? Math.floor(room / 2) : room - kept;
  };
  const index = place - 1;
  return {
    left: along(index % GRID, picture.width - mark.width, gapX),
    top: along(Math.floor(index / GRID), picture.height - mark.height, gapY),
  };
}
