/** Icons that repeat in every row are drawn once here and referred to by the rows. */
const SHAPES = {
  reply: "M21 12a8 8 0 0 1-8 8H4l2-3.2A8 8 0 1 1 21 12Z",
  like: "M12 20.3 4.3 12.8a4.9 4.9 0 0 1 6.9-6.9l.8.8.8-.8a4.9 4.9 0 0 1 6.9 6.9Z",
  quote:
    "M10 11H6a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v6q0 4-4 5m13-7h-4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v6q0 4-4 5",
  view: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5-2.8a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z",
  star: "m12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8Z",
  share: "M12 15V4m0 0L8 8m4-4 4 4M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  file: "M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8Zm0 0v5h5",
  pin: "M12 21s7-6.1 7-11.5A7 7 0 0 0 5 9.5C5 14.9 12 21 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
} as const;

/** Name of an icon of a row. */
export type RowIconName = keyof typeof SHAPES;

/** The drawings; stands once on a page that shows rows. */
export function RowIconSprite() {
  return (
    <svg className="visually-hidden" aria-hidden="true">
      {Object.entries(SHAPES).map(([name, path]) => (
        <symbol key={name} id={`row-${name}`} viewBox="0 0 24 24">
          <path d={path} />
        </symbol>
      ))}
    </svg>
  );
}

/** One drawing of the sprite, in the colour and at 1.2 times the size of the text around it. */
export function RowIcon({ name }: { name: RowIconName }) {
  return (
    <svg className="row-icon" aria-hidden="true">
      <use href={`#row-${name}`} />
    </svg>
  );
}
