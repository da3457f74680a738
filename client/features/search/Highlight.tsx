import type { ReactNode } from "react";

interface Props {
  text: string;
  /** Beginnings and ends of what was found, in pairs, as the server says. */
  marks: readonly number[];
}

/** Text with what was searched for marked. Built from text alone: nothing in it can become an element. */
export function Highlight({ text, marks }: Props) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (let pair = 0; pair < marks.length; pair += 2) {
    const [begin, end] = [marks[pair]!, marks[pair + 1]!];
    parts.push(text.slice(from, begin), <mark key={begin}>{text.slice(begin, end)}</mark>);
    from = end;
  }
  return (
    <bdi>
      {parts}
      {text.slice(from)}
    </bdi>
  );
}
