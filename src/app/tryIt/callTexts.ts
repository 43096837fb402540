import { shown } from '../ui/display/numbers';
import type { CallId } from './calls';

/** A sentence with names of the API in it; names may be anything. */
export type Said = readonly (string | { readonly code: string })[];

/** said`Rows in ${'data'}.`: the words are plain, what is put between them is code. */
export const said = (words: TemplateStringsArray, ...codes: readonly string[]): Said =>
  words.flatMap((word, at) => {
    const code = codes[at];
    return code === undefined ? [word] : [word, { code }];
  });

/** An answer a call can get. */
interface PossibleAnswer {
  readonly status: number;
  readonly meaning: Said;
}

/** What a call does, in a paragraph. */
export const paragraphs: Readonly<Record<CallId, (tab: string) => Said>> = {
  list: (tab) =>
    said`Returns the rows of the ${tab} sheet in sheet order. Keys are the header cells as written; ${'_id'} stays with its row when rows move.`,
  get: (tab) => said`Returns one row of the ${tab} sheet by its ${'_id'}, which stays with its row when rows move.`,
  add: (tab) =>
    said`Adds a row at the end of the ${tab} sheet. A list in the body adds up to 500 rows: all of them, or none.`,
  change: () => said`Changes only the cells that are sent; the others stay as they are.`,
  replace: () => said`Writes the whole row: cells that are not sent become empty.`,
  delete: (tab) => said`Removes the row from the ${tab} sheet. Its ${'_id'} answers 410 from then on.`,
};

const limited: PossibleAnswer = { status: 429, meaning: said`Limit reached. ${'Retry-After'} says how long to wait.` };
const unread: PossibleAnswer = { status: 401, meaning: said`Only key holders may read and no valid key was sent.` };
const noKey: PossibleAnswer = { status: 401, meaning: said`No valid key was sent. Writing always needs one.` };
const noRow: PossibleAnswer = { status: 404, meaning: said`No row with this id. A deleted one answers 410.` };
const written: PossibleAnswer = { status: 200, meaning: said`The whole row in ${'data'}, as it is now.` };
const unfit: PossibleAnswer = {
  status: 422,
  meaning: said`A value does not fit its column, or there is no such column. The answer names each.`,
};
const outdated: PossibleAnswer = {
  status: 412,
  meaning: said`The row is no longer the one of the ${'ETag'} in ${'If-Match'}.`,
};
const forbidden = (scope: string): PossibleAnswer => ({
  status: 403,
  meaning: said`The key lacks the scope ${scope}, or the sheet can only be read.`,
});

/** What a call can be answered, success first. */
export const answersOf: Readonly<Record<CallId, (tab: string) => readonly PossibleAnswer[]>> = {
  list: (tab) => [
    { status: 200, meaning: said`Rows in ${'data'}; total, page and revision in ${'meta'}.` },
    { status: 400, meaning: said`Unknown parameter. The answer lists the valid ones.` },
    unread,
    { status: 404, meaning: said`No sheet called ${tab} in this project.` },
    limited,
  ],
  get: () => [{ status: 200, meaning: said`The row in ${'data'}, the revision in ${'meta'}.` }, unread, noRow, limited],
  add: () => [
    { status: 201, meaning: said`The row in ${'data'}, with its ${'_id'}. ${'Location'} is its address.` },
    noKey,
    forbidden('create'),
    unfit,
    limited,
  ],
  change: () => [written, noKey, forbidden('update'), noRow, outdated, unfit, limited],
  replace: () => [written, noKey, forbidden('update'), noRow, outdated, unfit, limited],
  delete: () => [
    { status: 204, meaning: said`The row is gone. There is no body.` },
    noKey,
    forbidden('delete'),
    noRow,
    outdated,
    limited,
  ],
};

const KIB = 1024;

const oneDigit = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** A length of time as it is read: "38 ms", "1.4 s". */
export const timeInWords = (milliseconds: number) =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${oneDigit.format(milliseconds / 1000)} s`;

/** A size as it is read: "604 B", "12.5 KB". */
export function sizeInWords(bytes: number): string {
  if (bytes < KIB) return `${shown(bytes)} B`;
  return bytes < KIB * KIB ? `${oneDigit.format(bytes / KIB)} KB` : `${oneDigit.format(bytes / KIB / KIB)} MB`;
}
