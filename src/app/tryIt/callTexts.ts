import { formatNumber } from '../ui/display/numbers';
import type { CallId } from './calls';

/** A text with names of the API, which are shown as code. */
export type ProseParts = readonly (string | { readonly code: string })[];

/** Template tag: prose`Rows in ${'data'}.` is plain text with the values as code. */
export const prose = (words: TemplateStringsArray, ...codes: readonly string[]): ProseParts =>
  words.flatMap((word, at) => {
    const code = codes[at];
    return code === undefined ? [word] : [word, { code }];
  });

/** A possible response of a call. */
interface PossibleAnswer {
  readonly status: number;
  readonly meaning: ProseParts;
}

/** Descriptions of the calls. */
export const descriptions: Readonly<Record<CallId, (tab: string) => ProseParts>> = {
  list: (tab) =>
    prose`Returns the rows of the ${tab} sheet in sheet order. Keys are the header cells as written; ${'_id'} stays with its row when rows move.`,
  get: (tab) => prose`Returns one row of the ${tab} sheet by its ${'_id'}, which stays with its row when rows move.`,
  add: (tab) =>
    prose`Adds a row at the end of the ${tab} sheet. A list in the body adds up to 500 rows: all of them, or none.`,
  change: () => prose`Changes only the cells that are sent; the others stay as they are.`,
  replace: () => prose`Writes the whole row: cells that are not sent become empty.`,
  delete: (tab) => prose`Removes the row from the ${tab} sheet. Its ${'_id'} answers 410 from then on.`,
};

const limited: PossibleAnswer = { status: 429, meaning: prose`Limit reached. ${'Retry-After'} says how long to wait.` };
const privateRead: PossibleAnswer = {
  status: 401,
  meaning: prose`Only key holders may read and no valid key was sent.`,
};
const noKey: PossibleAnswer = { status: 401, meaning: prose`No valid key was sent. Writing always needs one.` };
const noRow: PossibleAnswer = { status: 404, meaning: prose`No row with this id. A deleted one answers 410.` };
const written: PossibleAnswer = { status: 200, meaning: prose`The whole row in ${'data'}, as it is now.` };
const invalidValue: PossibleAnswer = {
  status: 422,
  meaning: prose`A value does not fit its column, or there is no such column. The answer names each.`,
};
const outdated: PossibleAnswer = {
  status: 412,
  meaning: prose`The row is no longer the one of the ${'ETag'} in ${'If-Match'}.`,
};
const forbidden = (scope: string): PossibleAnswer => ({
  status: 403,
  meaning: prose`The key lacks the scope ${scope}, or the sheet can only be read.`,
});

/** Possible responses of the calls, success first. */
export const responsesOf: Readonly<Record<CallId, (tab: string) => readonly PossibleAnswer[]>> = {
  list: (tab) => [
    { status: 200, meaning: prose`Rows in ${'data'}; total, page and revision in ${'meta'}.` },
    { status: 400, meaning: prose`Unknown parameter. The answer lists the valid ones.` },
    privateRead,
    { status: 404, meaning: prose`No sheet called ${tab} in this project.` },
    limited,
  ],
  get: () => [
    { status: 200, meaning: prose`The row in ${'data'}, the revision in ${'meta'}.` },
    privateRead,
    noRow,
    limited,
  ],
  add: () => [
    { status: 201, meaning: prose`The row in ${'data'}, with its ${'_id'}. ${'Location'} is its address.` },
    noKey,
    forbidden('create'),
    invalidValue,
    limited,
  ],
  change: () => [written, noKey, forbidden('update'), noRow, outdated, invalidValue, limited],
  replace: () => [written, noKey, forbidden('update'), noRow, outdated, invalidValue, limited],
  delete: () => [
    { status: 204, meaning: prose`The row is gone. There is no body.` },
    noKey,
    forbidden('delete'),
    noRow,
    outdated,
    limited,
  ],
};

const KIB = 1024;

const oneDigit = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** Formats a duration: "38 ms", "1.4 s". */
export const formatDuration = (milliseconds: number) =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${oneDigit.format(milliseconds / 1000)} s`;

/** Formats a size: "604 B", "12.5 KB". */
export function formatSize(bytes: number): string {
  if (bytes < KIB) return `${formatNumber(bytes)} B`;
  return bytes < KIB * KIB ? `${oneDigit.format(bytes / KIB)} KB` : `${oneDigit.format(bytes / KIB / KIB)} MB`;
}
