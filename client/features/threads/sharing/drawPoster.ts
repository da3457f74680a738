import { qrPath } from "../../../platform/qrPath.ts";

/** Size of a poster in pixels; phones show it without enlarging. */
export const POSTER_WIDTH_PX = 1_080;
const PAD = 72;
const PICTURE_HEIGHT = 560;
const QR_PX = 232;
const AVATAR_PX = 96;
const TITLE = { font: 64, line: 86, rows: 3 };
const TEXT = { font: 38, line: 62, rows: 6 };
const SMALL = 32;

/** Content of a poster. */
export interface PosterFacts {
  site: string;
  title: string;
  excerpt: string;
  author: string;
  avatarUrl: string | null;
  pictureUrl: string | null;
  url: string;
  date: string;
  scan: string;
}

interface Colours {
  accent: string;
  text: string;
  soft: string;
  line: string;
}

/** A poster is looked at everywhere, so it is light wherever it was made. */
const COLOURS: Colours = { accent: "#3d50d6", text: "#1a1f29", soft: "#606a7d", line: "#e3e6ec" };

/** Breaks a text into rows that fit; the last one ends with an ellipsis if there is more. */
export function rowsOf(
  text: string,
  width: number,
  most: number,
  measure: (text: string) => number,
): string[] {
  const parts = text.match(/[\p{Script=Latin}\p{N}'’\-.,:;!?%/&]+|\s+|./gsu) ?? [];
  const rows: string[] = [];
  let row = "";
  const put = (part: string): void => {
    if (measure(row + part) <= width) {
      row += part;
    } else if (measure(part) > width) {
      for (const character of part) {
        if (measure(row + character) > width) {
          rows.push(row.trimEnd());
          row = "";
        }
        row += character;
      }
    } else {
      rows.push(row.trimEnd());
      row = part.trimStart();
    }
  };
  for (const part of parts) put(/\s/.test(part) ? " " : part);
  if (row.trim()) rows.push(row.trimEnd());
  if (rows.length <= most) return rows;
  let last = rows[most - 1]!;
  while (last && measure(`${last}…`) > width) last = Array.from(last).slice(0, -1).join("");
  return [...rows.slice(0, most - 1), `${last}…`];
}

function loadPicture(url: string | null): Promise<HTMLImageElement | null> {
  if (!url) return Promise.resolve(null);
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(image);
    // A poster without its picture is better than none.
    image.onerror = () => resolve(null);
    image.src = url;
  });
}

/** Draws a poster: everything happens on this device. @throws {Error} if the browser has no canvas. */
export async function drawPoster(canvas: HTMLCanvasElement, facts: PosterFacts): Promise<void> {
  const [picture, avatar] = await Promise.all([loadPicture(facts.pictureUrl), loadPicture(facts.avatarUrl)]);
  const brush = canvas.getContext("2d");
  if (!brush) throw new Error("No canvas.");
  const family = getComputedStyle(document.body).fontFamily;
  const font = (px: number, weight = 400) => `${weight} ${px}px ${family}`;
  const inner = POSTER_WIDTH_PX - 2 * PAD;
  const measured = (px: number, weight: number) => (text: string) => {
    brush.font = font(px, weight);
    return brush.measureText(text).width;
  };
  const title = rowsOf(facts.title, inner, TITLE.rows, measured(TITLE.font, 700));
  const text = rowsOf(facts.excerpt, inner, TEXT.rows, measured(TEXT.font, 400));

  const head = PAD + SMALL + 40;
  const pictureHeight = picture ? PICTURE_HEIGHT + 48 : 0;
  const titleTop = head + pictureHeight;
  const bylineTop = titleTop + title.length * TITLE.line + 28;
  const textTop = bylineTop + AVATAR_PX + 44;
  const footTop = textTop + text.length * TEXT.line + 40;
  canvas.width = POSTER_WIDTH_PX;
  canvas.height = footTop + QR_PX + PAD + 40;

  brush.fillStyle = "#fff";
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.fillStyle = COLOURS.accent;
  brush.fillRect(0, 0, canvas.width, 12);
  brush.textBaseline = "top";
  const write = (words: string, x: number, y: number, px: number, weight: number, colour: string): void => {
    brush.font = font(px, weight);
    brush.fillStyle = colour;
    brush.fillText(words, x, y);
  };

  write(facts.site, PAD, PAD - 8, SMALL, 600, COLOURS.accent);
  if (picture) cover(brush, picture, { x: PAD, y: head, width: inner, height: PICTURE_HEIGHT }, 28);
  title.forEach((row, index) =>
    write(row, PAD, titleTop + index * TITLE.line, TITLE.font, 700, COLOURS.text),
  );
  const circle = { x: PAD, y: bylineTop, width: AVATAR_PX, height: AVATAR_PX };
  if (avatar) cover(brush, avatar, circle, AVATAR_PX / 2);
  else letter(brush, facts.author, circle, font(44, 600));
  const nameLeft = PAD + AVATAR_PX + 28;
  const [name = ""] = rowsOf(facts.author, inner - AVATAR_PX - 28, 1, measured(36, 600));
  write(name, nameLeft, bylineTop + 6, 36, 600, COLOURS.text);
  write(facts.date, nameLeft, bylineTop + 56, SMALL - 2, 400, COLOURS.soft);
  text.forEach((row, index) => write(row, PAD, textTop + index * TEXT.line, TEXT.font, 400, COLOURS.text));

  brush.fillStyle = COLOURS.line;
  brush.fillRect(PAD, footTop, inner, 2);
  const { path, size } = qrPath(facts.url);
  const scale = QR_PX / size;
  const qrLeft = POSTER_WIDTH_PX - PAD - QR_PX;
  brush.save();
  brush.translate(qrLeft, footTop + 40);
  brush.scale(scale, scale);
  brush.fillStyle = "#000";
  brush.fill(new Path2D(path));
  brush.restore();
  const scan = rowsOf(facts.scan, inner - QR_PX - 48, 2, measured(SMALL, 400));
  write(facts.site, PAD, footTop + 40 + QR_PX / 2 - 60, 44, 700, COLOURS.text);
  scan.forEach((row, index) =>
    write(row, PAD, footTop + 40 + QR_PX / 2 + 8 + index * 46, SMALL, 400, COLOURS.soft),
  );
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Fills a box with rounded corners with the middle of a picture. */
function cover(brush: CanvasRenderingContext2D, image: HTMLImageElement, box: Box, radius: number): void {
  const { x, y, width, height } = box;
  const scale = Math.max(width / image.naturalWidth, height / image.naturalHeight);
  const [w, h] = [image.naturalWidth * scale, image.naturalHeight * scale];
  brush.save();
  brush.beginPath();
  brush.roundRect(x, y, width, height, radius);
  brush.clip();
  brush.drawImage(image, x + (width - w) / 2, y + (height - h) / 2, w, h);
  brush.restore();
}

function letter(brush: CanvasRenderingContext2D, name: string, { x, y, width }: Box, font: string): void {
  brush.fillStyle = COLOURS.accent;
  brush.beginPath();
  brush.arc(x + width / 2, y + width / 2, width / 2, 0, 2 * Math.PI);
  brush.fill();
  brush.font = font;
  brush.fillStyle = "#fff";
  brush.textAlign = "center";
  brush.textBaseline = "middle";
  brush.fillText((Array.from(name)[0] ?? "?").toUpperCase(), x + width / 2, y + width / 2 + 2);
  brush.textAlign = "start";
  brush.textBaseline = "top";
}
