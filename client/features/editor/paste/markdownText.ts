/** A line that opens or ends a block of code. */
const FENCE = /^ {0,3}(?:```|~~~)/;
/** The line below the head of a table. */
const TABLE_RULE = /^ {0,3}\|?[ \t]{0,20}:?-{1,100}:?[ \t]{0,20}\|[|:\- \t]*$/;
/** Lines that say by themselves what they are: headings below the first, tasks, quotes. */
const SURE_LINE = /^(?:#{2,6} \S| {0,3}> ?\S|[ \t]{0,20}(?:[-*+]|\d{1,3}[.)]) \[[ xX]\] \S)/;
/** Links and pictures. */
const LINK = /\[[^[\]\n]{1,300}\]\((?:https?:\/\/|mailto:|\/)[^()\s]{1,2000}\)/;
/** Signs around bold and struck words. */
const MARKS = ["**", "~~"];
const ITEM = /^[ \t]{0,20}(?:[-*+]|\d{1,3}[.)]) \S/;
const TITLE = /^# \S/;
/** Ends and beginnings of lines of programs, and of commands with the sign that waits for them. */
const OF_CODE =
  /[{};]\s*$|=>|^\s*(?:import|from|def|class|function|const|let|var|return|if|for|while|export|package|sudo|apt|npm|git|cd|docker|pip)\b.*[\w)"':;{]$|^\s*(?:#!|\/\/|<\/?\w)|^[$%>] \w+ /;
/** Letters that are looked at: more say nothing else. */
const LOOK_MAX = 50_000;

/** Tells if a plain text says by its signs that it is Markdown; a lone asterisk says nothing. */
export function looksLikeMarkdown(text: string): boolean {
  const start = text.slice(0, LOOK_MAX);
  const lines = start.split("\n");
  if (lines.filter((line) => FENCE.test(line)).length >= 2) return true;
  if (lines.some((line, index) => TABLE_RULE.test(line) && lines[index - 1]?.includes("|"))) return true;
  if (isProgram(lines)) return false;
  if (lines.some((line) => SURE_LINE.test(line)) || LINK.test(start)) return true;
  if (MARKS.some((sign) => lines.some((line) => hasMarked(line, sign)))) return true;
  if (TITLE.test(lines[0]!) && lines.length > 2 && lines[1]!.trim() === "") return true;
  return lines.some((line, index) => ITEM.test(line) && hasItemBelow(lines, index));
}

/** Words between two signs, with no blanks at their edges, and no letters right before or behind. */
function hasMarked(line: string, sign: string): boolean {
  const parts = line.split(sign);
  const isBeside = (character: string | undefined): boolean =>
    character !== undefined && (/\w/.test(character) || character === sign[0]);
  return parts
    .slice(1, -1)
    .some(
      (words, index) =>
        /^\S/.test(words) &&
        /\S$/.test(words) &&
        !words.includes(sign[0]!) &&
        !isBeside(parts[index]!.at(-1)) &&
        !isBeside(parts[index + 2]![0]),
    );
}

/** Another item follows, at most two lines apart. */
function hasItemBelow(lines: readonly string[], index: number): boolean {
  return lines.slice(index + 1, index + 4).some((line) => ITEM.test(line));
}

/** Tells if a plain text is a piece of a program: lines of code, some of them indented. */
export function looksLikeCodeText(text: string): boolean {
  const lines = text.slice(0, LOOK_MAX).split("\n");
  return isProgram(lines) && lines.some((line) => /^(?:\t| {2})/.test(line));
}

function isProgram(lines: readonly string[]): boolean {
  const words = lines.filter((line) => line.trim() !== "");
  const ofCode = words.filter((line) => OF_CODE.test(line.slice(0, 500))).length;
  return ofCode >= 2 && ofCode * 3 >= words.length;
}
