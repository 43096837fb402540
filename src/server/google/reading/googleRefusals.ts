import { limits } from '../../../contract/limits';
import type { GoogleTrouble } from '../responses';
import { later, Refusal, type RefusalExtras } from '../../refusal';

/** The "id" parsed from `/spreadsheets/d/e/2PACX-…`, the address of a page published to the web. */
export const PUBLISHED_PAGE_ID = 'e';

/** Minimum length of an id. Google's ids have 44 characters; none shorter than this is known. */
export const MIN_GOOGLE_ID_LENGTH = 20;

/** Refusal of the address of a published page, whatever the server can read. */
export const publishedPage = () =>
  new Refusal(
    'source_published_page',
    'This is the address of a published page. Paste the address of the spreadsheet itself, which has /edit in it.',
  );

/** Message of a timeout. */
export const TIMED_OUT = 'Google did not answer in time. Try again in a moment.';

/** @param account without access, with which the sheet can be shared */
export const privateSheet = (account = '', more?: RefusalExtras) =>
  new Refusal(
    'source_private',
    `This spreadsheet is private. Share it with ${account && `${account}, or with `}anyone who has the link, then try again.`,
    more,
  );

/** @param address of the server's own Google account, with which the sheet is not shared */
export const privateForServer = (address: string) => privateSheet(address, { shareWith: address });

/** Refusal when a person's consent was withdrawn and the sheet is not shared by link. */
export const consentWithdrawn = () =>
  new Refusal(
    'source_private',
    'Google no longer lets Tabpoint read your sheets. Connect your Google account again, or share this spreadsheet with anyone who has the link.',
    { hint: 'You can connect it again on your account page.' },
  );

export const notSwitchedOn = () =>
  new Refusal('source_unavailable', 'The Google client of this server may not use the Google Sheets API yet.', {
    hint: 'Its administrator has to enable the API in the Google Cloud console.',
  });

export const isPrivate = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === 'source_private';

export const noDownloads = () =>
  new Refusal('source_private', 'This spreadsheet cannot be downloaded by those who have its link.', {
    hint: 'In Google Sheets choose Share, then the settings, and let viewers download it.',
  });

export const goneSheet = () =>
  new Refusal('source_not_found', 'There is no spreadsheet at this URL.', {
    hint: 'If it is in the trash of its owner, it has to be restored first.',
  });

export const otherDocument = () =>
  new Refusal('not_a_workbook', 'This is not a spreadsheet, but another kind of document.');

/** @param milliseconds until the next request is allowed */
export const quotaReached = (milliseconds: number) =>
  new Refusal(
    'source_unavailable',
    'The request limit of Google is reached for now. Try again in a minute.',
    later(Math.ceil(milliseconds / 1000)),
  );

export const notReadable = () =>
  new Refusal('source_unavailable', 'What Google hands out for this spreadsheet could not be read.', {
    hint: 'In Google Sheets choose File, Download, Microsoft Excel (.xlsx), and upload that file here.',
  });

const tooLargeToRead = () =>
  new Refusal(
    'too_large',
    `This spreadsheet has more than ${limits.uploadBytes / 1024 / 1024} MB, which is more than is read.`,
    { hint: 'Split it into several spreadsheets, or remove tabs, rows and columns that are not needed.' },
  );

const NOT_HANDED_OUT = 'Google could not hand out this spreadsheet. Try again in a moment.';

/** @param milliseconds of Google's `Retry-After` */
export const notHandedOut = (milliseconds: number) =>
  new Refusal('source_unavailable', NOT_HANDED_OUT, later(Math.ceil(milliseconds / 1000)));

/** Returns the refusal for a failed request to Google. */
export function refusalOfTrouble({ kind }: GoogleTrouble): Refusal {
  switch (kind) {
    case 'tooLarge':
      return tooLargeToRead();
    case 'silent':
      return new Refusal('source_unavailable', TIMED_OUT);
    case 'failing':
      return new Refusal('source_unavailable', NOT_HANDED_OUT);
    case 'unreadable':
      return notReadable();
    case 'refused':
    case 'unreachable':
      return new Refusal('source_unavailable', 'Google cannot be reached from this server. Try again in a moment.');
  }
}
