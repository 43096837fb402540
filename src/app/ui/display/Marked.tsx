import styled from 'styled-components';

/** Normalizes a text for searching: removes accents and case. */
export const normalizeForSearch = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the range of the first match of a search in a text; undefined for no match or an empty search. */
export function matchIn(text: string, search: string): readonly [start: number, end: number] | undefined {
  const normalizedSearch = normalizeForSearch(search.trim());
  if (normalizedSearch === '') return undefined;
  const starts: number[] = [];
  let plain = '';
  let at = 0;
  for (const letter of text) {
    const part = normalizeForSearch(letter);
    for (let unit = 0; unit < part.length; unit += 1) starts.push(at);
    plain += part;
    at += letter.length;
  }
  const found = plain.indexOf(normalizedSearch);
  return found === -1 ? undefined : [starts[found] ?? 0, starts[found + normalizedSearch.length] ?? text.length];
}

const Match = styled.b`
  color: var(--ink);
  font-weight: var(--weight-semibold);
`;

/** A text with the match of a search in semibold. */
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
