import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { keyOf } from "../../../platform/inputMethod.ts";
import { commonTexts } from "../../../i18n/common.texts.ts";
import { useTexts } from "../../../i18n/texts.ts";
import { Button } from "../../../ui/Button.tsx";
import { Sheet } from "../../../ui/Sheet.tsx";
import classes from "./AvatarCrop.module.css";
import { type Crop, moved, settled, squareOf, WHOLE, ZOOM_MAX } from "./cropGeometry.ts";
import { userTexts } from "../users.texts.ts";

/** Side of the picture that is sent, in pixels. */
const RESULT_PX = 512;
/** Sides of the stage and of the preview, in CSS pixels. */
const STAGE_PX = 280;
const PREVIEW_PX = 64;
/** One press of an arrow moves by this part of the square. */
const STEP = 0.05;
const ZOOM_STEP = 0.05;

interface Props {
  picture: ImageBitmap;
  /** Takes the chosen square. */
  onChoose: (blob: Blob) => void;
  onClose: () => void;
}

/** Chooses a square of a picture: drag or arrow keys move, the slider enlarges; the preview shows what others will see. */
export function AvatarCrop({ picture, onChoose, onClose }: Props) {
  const t = useTexts(userTexts);
  const common = useTexts(commonTexts);
  const [crop, setCrop] = useState<Crop>(WHOLE);
  const [isBusy, setBusy] = useState(false);

  function choose(): void {
    setBusy(true);
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = RESULT_PX;
    draw(canvas, picture, crop);
    canvas.toBlob((blob) => (blob ? onChoose(blob) : onClose()), "image/png");
  }

  return (
    <Sheet title={t.cropTitle} onClose={onClose}>
      <div className={classes.stages}>
        <Stage picture={picture} crop={crop} onCrop={setCrop} />
        <div className={classes.preview}>
          <Drawn picture={picture} crop={crop} size={PREVIEW_PX} />
          <span>{t.preview}</span>
        </div>
      </div>
      <p className={classes.hint}>{t.cropHint}</p>
      <label className={classes.zoom}>
        <span>{t.zoom}</span>
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={ZOOM_STEP}
          value={crop.zoom}
          onChange={(event) => {
            const zoom = Number(event.currentTarget.value);
            setCrop((before) => settled(picture, { ...before, zoom }));
          }}
        />
      </label>
      <div className={classes.buttons}>
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button variant="primary" loading={isBusy} onClick={choose}>
          {common.save}
        </Button>
      </div>
    </Sheet>
  );
}

interface StageProps {
  picture: ImageBitmap;
  crop: Crop;
  onCrop: (change: (before: Crop) => Crop) => void;
}

/** The picture in full size: pointers drag it below the square, and the arrow keys move it. */
function Stage({ picture, crop, onCrop }: StageProps) {
  const t = useTexts(userTexts);
  const held = useRef<{ x: number; y: number } | null>(null);

  function drag(event: PointerEvent): void {
    if (!held.current) return;
    const { clientX, clientY } = event;
    const [byX, byY] = [(held.current.x - clientX) / STAGE_PX, (held.current.y - clientY) / STAGE_PX];
    held.current = { x: clientX, y: clientY };
    onCrop((before) => moved(picture, before, byX, byY));
  }

  function press(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
    };
    const step = steps[keyOf(event)];
    if (!step) return;
    event.preventDefault();
    onCrop((before) => moved(picture, before, ...step));
  }

  return (
    <div
      className={classes.stage}
      role="group"
      aria-label={t.cropHint}
      tabIndex={0}
      data-autofocus
      onPointerDown={(event) => {
        held.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={() => (held.current = null)}
      onPointerCancel={() => (held.current = null)}
      onKeyDown={press}
    >
      <Drawn picture={picture} crop={crop} size={STAGE_PX} />
    </div>
  );
}

function Drawn({ picture, crop, size }: { picture: ImageBitmap; crop: Crop; size: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop);
  }, [picture, crop]);
  const pixels = size * 2;
  return (
    <canvas
      ref={canvas}
      className={classes.drawn}
      width={pixels}
      height={pixels}
      style={{ width: size, height: size }}
    />
  );
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { left, top, side } = squareOf(picture, crop);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}
