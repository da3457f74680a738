/** Characters that old clients offer as pictures; ours are characters wherever they stand. */
const CHARACTERS = [
  ..."😀😄😁😆😅😂🙂😉😊😇😍😘😜🤪🤗🤭🤔😐😏🙄😬😴😷🤒🥳😎🤓😮😳🥺😢😭😱😡💩👻🙈👍👎👌✌🙏👏💪🤝🎉🎁🎂🌹🌞🌛⭐🔥⚡🌈🍉🍻☕⚽🏀🐶🐱🐼🚀❤💔💯",
];

/** Draws a character as a picture of its own, so that no other address is asked for it. */
const pictureOf = (character: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><text y="20" font-size="20">${character}</text></svg>`,
  )}`;

const EMOJIS = new Map(CHARACTERS.map((character) => [pictureOf(character), character]));
const PICTURE = /<img\s[^<>]*>/gi;
const SOURCE = /\ssrc="([^"]*)"/i;

/** Characters with their pictures, in the order in which they are offered. */
export function listEmojis(): { readonly character: string; readonly url: string }[] {
  return [...EMOJIS].map(([url, character]) => ({ character, url }));
}

/** Writes the characters for their pictures, which the editors of old clients put into a text. */
export function withEmojiCharacters(html: string): string {
  return html.replace(PICTURE, (picture) => EMOJIS.get(SOURCE.exec(picture)?.[1] ?? "") ?? picture);
}
