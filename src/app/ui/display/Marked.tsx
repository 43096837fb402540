import styled from 'styled-components';

/** Normalizes a text for searching: removes accents and case. */
export const normalizeForSearch = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the range of the first match of a search in a text; undefined for no match or an empty search. */
export function matchIn(text: string, search: string): readonly [start: number, end: number] | undefined {
  const normalizedSearch = normalizeForSearch(search.trim());
  if (normalizedSearch === '') return undefined;
  // Position in the text of each unit of the normalized text, which may be longer or shorter.
  const starts: number[] = [];
  let plain = '';
  let start = 0;
  for (const letter of text) {
    const normalized = normalizeForSearch(letter);
    for (let unit = 0; unit < normalized.length; unit += 1) starts.push(start);
    plain += normalized;
    start += letter.length;
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
