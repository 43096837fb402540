import { rm } from 'node:fs/promises';
import type { GoogleAccess } from '../../google/consent/connections';
import { NotGranted } from '../../google/consent/tokenCalls';
import { GoogleTrouble } from '../../google/googleTrouble';
import { Refusal } from '../../refusal';
import { cleanTitle } from '../../titles';
import type { GridText } from '../../workbook/google/importGoogleSheet';
import type { RunOptions, Workers } from '../../workers/workers';
import type { FetchedSpreadsheet } from '../source';
import { twice } from './exportSheet';
import { fetchedTabs, refusalOfImport } from './fetchedTab';
import { refusalOfTrouble } from './googleRefusals';
import { type GridParts, type GridReader, readGrid, TOKEN_REFUSED } from './readGrid';
import { createSharedWork } from './sharedWork';

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
  isBehind?: boolean,
) => Promise<FetchedSpreadsheet | Exclude<GoogleAccess['kind'], 'open'>>;

/** How one is read. */
type Reading = Required<Pick<RunOptions, 'signal'>> & Pick<RunOptions, 'isBehind'>;

/** Google does not know this server's client, or its account: nothing that a person can change. */
const troubleOf = (error: unknown, { unknown }: GridAccount) =>
  error instanceof NotGranted ? new Refusal('source_unavailable', unknown) : error;

/** Reading by the Sheets API; whoever asks for one that is just being read with the same account gets that. */
export function createReadAs(parts: GridParts & { readonly workers: Workers }): ReadAs {
  const { workers } = parts;
  const shared = createSharedWork<FetchedSpreadsheet | typeof TOKEN_REFUSED>();

  async function imported(answer: GridText, { rights }: GridAccount, options: RunOptions): Promise<FetchedSpreadsheet> {
    try {
      const { title, tabs } = await workers.run('importGoogleSheet', answer, { ...options, givesAway: true });
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

  async function readOnce(account: GridAccount, reader: GridReader, sheetId: string, options: Reading) {
    const { signal, isBehind } = options;
    if (isBehind !== true) workers.prepare();
    await account.before?.(reader, sheetId, signal);
    const answer = await twice(() => readGrid(parts, reader, sheetId, signal), signal);
    if (answer === TOKEN_REFUSED) return TOKEN_REFUSED;
    try {
      return await imported(answer, account, options);
    } finally {
      if ('path' in answer) await rm(answer.path, { force: true });
    }
  }

  const accessOnce = (account: GridAccount, refused?: string) =>
    account.access(refused).catch((error: unknown) => {
      throw troubleOf(error, account);
    });

  return async (account, sheetId, signal, isBehind) => {
    let refused: string | undefined;
    for (let step = 0; step < 2; step += 1) {
      const given = await twice(() => accessOnce(account, refused), signal);
      if (given.kind !== 'open') return given.kind;
      const reader = { personId: account.id, ...given };
      const key = `${account.id} ${sheetId} ${given.token}`;
      const found = await shared(key, signal, (ending) =>
        readOnce(account, reader, sheetId, { signal: ending, isBehind }),
      );
      if (found !== TOKEN_REFUSED) return found;
      refused = given.token;
    }
    throw refusalOfTrouble(new GoogleTrouble('failing', 'Google takes no token.'));
  };
}
