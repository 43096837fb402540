/** A text as a literal of TypeScript. */
export const literal = (text: string): string =>
  JSON.stringify(text).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);

const PLAIN = /^[A-Za-z_$][\w$]*$/;

/** A name as that of a property of a type. */
export const propertyName = (name: string): string => (PLAIN.test(name) ? name : literal(name));

/** A name as that of a property of an object: `__proto__` in plain sight would set its prototype. */
export const ownPropertyName = (name: string): string =>
  PLAIN.test(name) && name !== '__proto__' ? name : `[${literal(name)}]`;

/** How a property is got. */
export const accessTo = (name: string): string => (PLAIN.test(name) ? `.${name}` : `[${literal(name)}]`);

/** A text as a part of a comment, on one line. */
export const commented = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('*/', '*\u200b/')
    .trim();

/** Characters of an example in a comment. */
const SHOWN = 60;

export function shortened(text: string): string {
  const characters = [...text];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN - 1).join('')}…` : text;
}
