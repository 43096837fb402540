import type { RowVersions } from '../../../contract/problems';
import { busy, later, Refusal } from '../../refusal';

const NOTHING = 'Nothing was written.';

/** @param milliseconds until the next request is allowed */
export const pausing = (milliseconds: number) =>
  busy(`Google takes no more for the moment. ${NOTHING}`, Math.max(1, Math.ceil(milliseconds / 1000)));

/** Google failed, and certainly changed nothing. */
export const notTaken = () => busy(`Google could not take this. ${NOTHING} Try again in a moment.`, 5);

/** @param sentence why the spreadsheet cannot be read, which a write requires */
export const notReadable = (sentence: string, seconds = 30) => busy(`${sentence} ${NOTHING}`, seconds);

export const tooManyWaiting = () =>
  busy(`Many write to this spreadsheet at the same time. ${NOTHING} Try again in a moment.`, 5);

export const sheetGone = () =>
  new Refusal('source_not_found', `There is no such spreadsheet at Google any more. ${NOTHING}`);

const HOW = 'Its owner allows it on the account page, under Google: “Let calls write to your sheets”.';

/** @param email of the account in use; empty when unknown */
export const mayNotWrite = (email: string) =>
  new Refusal('read_only', `${email || 'The connected Google account'} may not change this spreadsheet. ${NOTHING}`, {
    hint: `Share it with that account as an editor. ${HOW}`,
  });

const ACCESS = {
  none: 'No Google account is connected that could write to this spreadsheet.',
  withdrawn: 'Google no longer lets Tabpoint into the sheets of the connected account.',
  client: 'Google does not accept this server. Its administrator has to look at the Google client.',
} as const;

export const noAccess = (kind: keyof typeof ACCESS) =>
  new Refusal(kind === 'client' ? 'source_unavailable' : 'source_private', `${ACCESS[kind]} ${NOTHING}`, {
    ...(kind !== 'client' && { hint: 'Its owner connects the account again on the account page, under Google.' }),
  });

/** Refusal when the outcome of a write is unknown so far. */
export const unconfirmed = (hasKey: boolean) =>
  new Refusal('source_unconfirmed', 'Google did not answer in time, so it is not known yet whether this was written.', {
    hint: hasKey
      ? 'Repeat the very same request with the same Idempotency-Key: it finds out, and writes nothing twice.'
      : 'Read the rows in a moment to see. A request with an Idempotency-Key can be repeated safely.',
    ...later(10),
  });

/** Refusal when the outcome can no longer be determined. */
export const neverKnown = () =>
  new Refusal(
    'source_unconfirmed',
    'It is not known whether this was written: somebody has changed the same rows since, or revoked the access to the spreadsheet.',
    { hint: 'Look at the rows in the spreadsheet. To write them again, use another Idempotency-Key.' },
  );

/**
 * @param versions of the rows that have changed
 * @param isKept whether a repeat with the same `Idempotency-Key` gets the same response
 */
export function rowChanged(versions: readonly RowVersions[], isKept: boolean): Refusal {
  const [first] = versions;
  const which = versions.length === 1 ? `The row “${first?._id}” was` : `${versions.length} rows were`;
  return new Refusal('row_changed', `${which} changed in the spreadsheet since it was last read. ${NOTHING}`, {
    hint: `The endpoint answers it as it is by now. Read it, and send your change again${isKept ? ' with another Idempotency-Key' : ''} if it still applies.`,
    versions: versions.slice(0, 100),
  });
}

/** @param most maximum rows changed or removed at once */
export const tooManyAtOnce = (rows: number, most: number) =>
  new Refusal(
    'too_many_affected',
    `This concerns ${rows} rows, and in Google Sheets it is ${most} at once. ${NOTHING}`,
    {
      hint: 'Use a narrower filter, and repeat it for the others.',
    },
  );

/** Maximum characters of quoted foreign text. */
const MAX_QUOTED_CHARACTERS = 200;

/** Quotes a foreign text: one line, truncated, without invisible characters and quotation marks. */
function quoted(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[“”]/g, '"')
    .trim();
  const characters = [...line];
  const shown =
    characters.length > MAX_QUOTED_CHARACTERS ? `${characters.slice(0, MAX_QUOTED_CHARACTERS - 1).join('')}…` : line;
  return `“${shown}”`;
}

/** @param message Google's explanation, shown only as a quotation */
export const notLet = (message: string) =>
  new Refusal('read_only', `Google does not let this be written. ${NOTHING}`, {
    hint: `Look whether these cells are protected in the sheet. ${/\S/.test(message) ? `Google’s own words: ${quoted(message)}` : 'Google says no more.'}`,
  });

/** @param key of a column whose cell is filled by an array formula or a pivot table */
export const filledByAnother = (key: string) =>
  new Refusal('cell_not_writable', `${key} cannot be written here: its value comes from another cell. ${NOTHING}`, {
    hint: 'Leave the column out, or change the sheet itself.',
  });

/** The sheet had changed before each of several attempts. */
export const keepsChanging = () =>
  busy(`Somebody is changing this sheet just now. ${NOTHING} Try again in a moment.`, 2);
