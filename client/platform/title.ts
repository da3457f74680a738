/** Larger counts show as "99+", as the badge does. */
const COUNT_MAX = 99;

let base = "";
let count = 0;

function show(): void {
  const shown = count > COUNT_MAX ? `${COUNT_MAX}+` : String(count);
  document.title = count > 0 ? `(${shown}) ${base}` : base;
}

/** Names the window after its page; what is unread stands before it: "(3) Page - Site". */
export function setTitle(title: string): void {
  base = title;
  show();
}

/** Says in the title of the window how much is unread. */
export function setTitleCount(unread: number): void {
  if (base === "") base = document.title.replace(/^\(\d+\+?\) /, "");
  if (unread === count) return;
  count = unread;
  show();
}
