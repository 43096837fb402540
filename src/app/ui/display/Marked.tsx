import styled from 'styled-components';

/** A text without what does not matter when something is searched for: accents and case. */
export const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Where a text first contains what is searched for, as a range of it; undefined when it does not, or nothing is sought. */
export function matchIn(text: string, search: string): readonly [start: number, end: number] | undefined {
  const wanted = folded(search.trim());
  if (wanted === '') return undefined;
  const starts: number[] = [];
  let plain = '';
  let at = 0;
  for (const letter of text) {
    const part = folded(letter);
    for (let unit = 0; unit < part.length; unit += 1) starts.push(at);
    plain += part;
    at += letter.length;
  }
  const found = plain.indexOf(wanted);
  return found === -1 ? undefined : [starts[found] ?? 0, starts[found + wanted.length] ?? text.length];
}

const Match = styled.b`
  color: var(--ink);
  font-weight: var(--weight-semibold);
`;

/** A text, what was searched for in it semibold. */
export function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  const match = matchIn(text, search);
  if (match === undefined) return text;
  const [start, end] = match;
  return (
    <>
      {text.slice(0, start)}
      <Match>{text.slice(start, end)}</Match>
      {text.slice(end)}
    </>
  );
}
