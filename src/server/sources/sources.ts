import { isDriveSheetId } from '../../contract/sheetUrl';
import { couldBeDriveId } from '../drive/driveIds';
import { Refusal } from '../refusal';
import { createFetched, type Fetched } from './fetched';
import { PUBLISHED_PAGE_ID, publishedPage, SHORTEST_GOOGLE_ID } from './google/googleIds';
import { noSheet } from './noSheet';
import type { FetchedSpreadsheet, Owner, Source } from './source';
import { withinTime } from './withinTime';

/** The server gives up before the browser does, so that its own sentence arrives. */
const GIVE_UP_MILLISECONDS = 8_000;

/** For a version: without it, the spreadsheet is read. */
const VERSION_MILLISECONDS = 5_000;

/**
 * All places a spreadsheet can be read from, behind one door.
 *
 * Both throw a Refusal `source_…` with a sentence a person can act on.
 */
export interface Sources {
  /** Reads a spreadsheet, and holds what was read for the sync that may follow. */
  look(owner: Owner, sheetId: string, signal: AbortSignal): Promise<FetchedSpreadsheet>;
  /**
   * Reads a spreadsheet.
   *
   * @param afterLook takes what a look has read in the last ten minutes, once
   * @param patient where nobody waits for it: it may take as long as its source allows
   */
  read(
    owner: Owner,
    sheetId: string,
    signal: AbortSignal,
    afterLook?: boolean,
    patient?: boolean,
  ): Promise<FetchedSpreadsheet>;
  /** What tells whether a spreadsheet has changed since, where its source can say that without reading it. Gives up after five seconds. */
  version(owner: Owner, sheetId: string): Promise<string | undefined>;
}

export interface SourcesOptions {
  readonly drive: Source;
  readonly google: Source;
  readonly fetched?: Fetched;
  readonly giveUpMilliseconds?: number;
}

/** Refuses ids that no spreadsheet can have; nobody has to be asked about them. */
function refuseImpossible(sheetId: string) {
  if (sheetId === PUBLISHED_PAGE_ID) throw publishedPage();
  const possible = isDriveSheetId(sheetId) ? couldBeDriveId(sheetId) : sheetId.length >= SHORTEST_GOOGLE_ID;
  if (!possible) throw noSheet();
}

export function createSources(options: SourcesOptions): Sources {
  const { drive, google, fetched = createFetched(), giveUpMilliseconds = GIVE_UP_MILLISECONDS } = options;
  const sourceOf = (sheetId: string) => (isDriveSheetId(sheetId) ? drive : google);

  async function ask(owner: Owner, sheetId: string, signal: AbortSignal, patient: boolean) {
    refuseImpossible(sheetId);
    const source = sourceOf(sheetId);
    const milliseconds = patient ? (source.patience ?? giveUpMilliseconds) : giveUpMilliseconds;
    const late = () => new Refusal('source_unavailable', source.late);
    return withinTime(milliseconds, signal, late, (ending) => source.read(owner, sheetId, ending, patient));
  }

  return {
    async look(owner, sheetId, signal) {
      const spreadsheet = await ask(owner, sheetId, signal, false);
      if (sourceOf(sheetId).held) fetched.put(owner, sheetId, spreadsheet);
      return spreadsheet;
    },
    async read(owner, sheetId, signal, afterLook = false, patient = false) {
      const held = afterLook ? fetched.take(owner, sheetId) : undefined;
      return held ?? ask(owner, sheetId, signal, patient);
    },
    version: async (owner, sheetId) =>
      sourceOf(sheetId).version?.(owner, sheetId, AbortSignal.timeout(VERSION_MILLISECONDS)),
  };
}
