import { refuse } from './queryRefusals';

/** Where a page begins: so many rows into the answer to one question, as the tab was at a revision. */
export interface Cursor {
  readonly revision: number;
  readonly offset: number;
  /** The question it belongs to. */
  readonly fingerprint: string;
}

const RADIX = 36;
const CURSOR = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-z]{1,14})$/;

/** The cursor as a text for an address. */
export const cursorText = ({ revision, offset, fingerprint }: Cursor): string =>
  `${revision.toString(RADIX)}.${offset.toString(RADIX)}.${fingerprint}`;

/**
 * @param fingerprint of the question it is given with
 * @throws Refusal `invalid_cursor` for what is none, and for one of another question
 */
export function readCursor(field: string, text: string, fingerprint: string): Cursor {
  const [, revision = '', offset = '', asked] = CURSOR.exec(text) ?? [];
  const hint = 'Take the cursor of next as it is, or leave it out to begin with the first page.';
  if (asked === undefined) return refuse('invalid_cursor', field, `“${text}” is no cursor of ours.`, hint);
  if (asked !== fingerprint) {
    const detail = 'This cursor belongs to another question: filters, order and grouping have to stay the same.';
    return refuse('invalid_cursor', field, detail, hint);
  }
  return { revision: parseInt(revision, RADIX), offset: parseInt(offset, RADIX), fingerprint };
}
