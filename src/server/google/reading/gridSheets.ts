import { rm } from 'node:fs/promises';
import { GoogleTrouble } from '../client';
import type { GoogleAccess } from '../consent/connections';
import { NotGranted } from '../consent/tokenCalls';
import { Refusal } from '../../refusal';
import { cleanTitle } from '../../titles';
import type { GridText } from '../../workbook/google/importGoogleSheet';
import type { ImportedTab } from '../../workbook/importWorkbook';
import type { Workers } from '../../workers/workers';
import type { FetchedSpreadsheet, FetchedTab } from '../../workbook/source';
import { twice } from './exportSheet';
import { notReadable, refusalOfTrouble } from './googleRefusals';
import { type GridParts, type GridReader, readGrid, TOKEN_REFUSED } from './readGrid';
import { createSharedWork } from './sharedWork';

/** Bytes of an endpoint's rows up to which they are held beside the raw tab: more are derived anew. */
const HELD_MOST = 1024 * 1024;

/** What was derived, where it is held. */
const heldOf = ({ derived }: ImportedTab) => (derived.packed.length <= HELD_MOST ? derived : undefined);

/** A tab that was read from Google: it knows no ids of rows. */
function fetchedTab(tab: ImportedTab, place: number): FetchedTab {
  const { head, rows, columns, warnings, raw, mark = '' } = tab;
  const derived = heldOf(tab);
  return {
    sheetId: head.sheetId,
    title: cleanTitle(head.title) || `Sheet ${place + 1}`,
    hidden: head.hidden,
    rows,
    columns,
    headers: tab.derived.columns.map(({ header }) => header),
    warnings,
    mark,
    raw: async () => ({ packed: raw, foreign: { mark }, ...(derived && { derived }) }),
  };
}

const bytesOf = (tab: ImportedTab) => tab.raw.length + (heldOf(tab)?.packed.length ?? 0);

/** The tabs of a spreadsheet that was read from Google. */
export const fetchedTabs = (tabs: readonly ImportedTab[]): Pick<FetchedSpreadsheet, 'bytes' | 'tabs'> => ({
  bytes: tabs.reduce((bytes, tab) => bytes + bytesOf(tab), 0),
  tabs: tabs.map(fetchedTab),
});

/** Trouble with a file that Google has made is none of the person's. */
export const refusalOfImport = (error: unknown) =>
  error instanceof Refusal && /_workbook$/.test(error.code) ? notReadable() : error;

const UNTITLED = 'Untitled spreadsheet';

/** A Google account that spreadsheets are read with. */
export interface GridAccount {
  /** Whose calls Google counts together. */
  readonly id: string;
  /** What is found by it can be written to, or why not. */
  readonly rights: Pick<FetchedSpreadsheet, 'writable' | 'readOnlyReason'>;
  /** Said when Google does not know this server with it. */
  readonly unknown: string;
  /** @param refused a token that Google has refused: another one is needed */
  access(refused?: string): Promise<GoogleAccess>;
  /** Looks at a file before it is read; throws a refusal where that can be spared. */
  readonly before?: (reader: GridReader, sheetId: string, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Reads a spreadsheet by the Sheets API with an account.
 *
 * @returns the spreadsheet, or why there is no access
 * @throws Refusal `source_…` with what to do; the signal's reason when it is aborted
 */
export type ReadAs = (
  account: GridAccount,
  sheetId: string,
  signal: AbortSignal,
) => Promise<FetchedSpreadsheet | Exclude<GoogleAccess['kind'], 'open'>>;

/** Google does not know this server's client, or its account: nothing that a person can change. */
const troubleOf = (error: unknown, { unknown }: GridAccount) =>
  error instanceof NotGranted ? new Refusal('source_unavailable', unknown) : error;

/** Reading by the Sheets API; whoever asks for one that is just being read with the same account gets that. */
export function createReadAs(parts: GridParts & { readonly workers: Workers }): ReadAs {
  const { workers } = parts;
  const shared = createSharedWork<FetchedSpreadsheet | typeof TOKEN_REFUSED>();

  async function imported(answer: GridText, { rights }: GridAccount, signal: AbortSignal): Promise<FetchedSpreadsheet> {
    try {
      const { title, tabs } = await workers.run('importGoogleSheet', answer, { signal, givesAway: true });
      return {
        source: 'googleApi',
        title: cleanTitle(title) || UNTITLED,
        ...rights,
        steadyNumbers: true,
        ...fetchedTabs(tabs),
      };
    } catch (error) {
      throw refusalOfImport(error);
    }
  }

  async function readOnce(account: GridAccount, reader: GridReader, sheetId: string, signal: AbortSignal) {
    await account.before?.(reader, sheetId, signal);
    const answer = await twice(() => readGrid(parts, reader, sheetId, signal), signal);
    if (answer === TOKEN_REFUSED) return TOKEN_REFUSED;
    try {
      return await imported(answer, account, signal);
    } finally {
      if ('path' in answer) await rm(answer.path, { force: true });
    }
  }

  const accessOnce = (account: GridAccount, refused?: string) =>
    account.access(refused).catch((error: unknown) => {
      throw troubleOf(error, account);
    });

  return async (account, sheetId, signal) => {
    let refused: string | undefined;
    for (let step = 0; step < 2; step += 1) {
      const given = await twice(() => accessOnce(account, refused), signal);
      if (given.kind !== 'open') return given.kind;
      const reader = { personId: account.id, ...given };
      const key = `${account.id} ${sheetId} ${given.token}`;
      const found = await shared(key, signal, (ending) => readOnce(account, reader, sheetId, ending));
      if (found !== TOKEN_REFUSED) return found;
      refused = given.token;
    }
    throw refusalOfTrouble(new GoogleTrouble('failing', 'Google takes no token.'));
  };
}
