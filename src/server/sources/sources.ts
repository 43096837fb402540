import { isDriveSheetId } from '../../contract/sheetUrl';
import { couldBeDriveId } from '../drive/driveIds';
import { Refusal } from '../refusal';
import { createFetched, type Fetched } from './fetched';
import { PUBLISHED_PAGE_ID, publishedPage, SHORTEST_GOOGLE_ID } from './googleLink/googleLinkSource';
import { noSheet } from './noSheet';
import type { FetchedSpreadsheet, Owner, Source } from './source';
import { withinTime } from './withinTime';

/** The server gives up before the browser does, so that its own sentence arrives. */
const GIVE_UP_MILLISECONDS = 8_000;

export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Asks the source again, however short ago it was read. */
  readonly fresh?: boolean;
}

/** All places a spreadsheet can be read from, behind one door. */
export interface Sources {
  /**
   * Reads a spreadsheet from where its id says it is.
   *
   * @throws Refusal `source_…` with a sentence a person can act on
   */
  read(owner: Owner, sheetId: string, options: ReadOptions): Promise<FetchedSpreadsheet>;
}

interface SourcesOptions {
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
  return {
    async read(owner, sheetId, { signal, fresh = false }) {
      refuseImpossible(sheetId);
      const source = isDriveSheetId(sheetId) ? drive : google;
      const held = source.held && !fresh ? fetched.get(owner, sheetId) : undefined;
      if (held !== undefined) return held;
      const late = () => new Refusal('source_unavailable', source.late);
      const spreadsheet = await withinTime(giveUpMilliseconds, signal, late, (ending) =>
        source.read(owner, sheetId, ending),
      );
      if (source.held) fetched.put(owner, sheetId, spreadsheet);
      return spreadsheet;
    },
  };
}
