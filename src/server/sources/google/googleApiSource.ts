import type { Connections } from '../../google/consent/connections';
import { rightsOf } from '../../google/consent/writableProjects';
import { Refusal } from '../../refusal';
import type { FetchedSpreadsheet, Source } from '../source';
import { consentWithdrawn } from './googleRefusals';
import type { GridAccount, ReadAs } from './gridSheets';

const UNKNOWN = 'Google does not accept this server. Its administrator has to look at the Google client.';

export interface ApiParts {
  readonly connections: Pick<Connections, 'access' | 'find'>;
  readonly readAs: ReadAs;
  /** For sheets of people who have connected no account. */
  readonly otherwise: Source;
  /** The last way to a sheet that a person's account may not read, where there is one. */
  readonly byServer?: (sheetId: string, signal: AbortSignal, isBehind?: boolean) => Promise<FetchedSpreadsheet>;
}

const isPrivate = (error: unknown) => error instanceof Refusal && error.code === 'source_private';

async function privateBecauseWithdrawn(reading: Promise<FetchedSpreadsheet>): Promise<FetchedSpreadsheet> {
  try {
    return await reading;
  } catch (error) {
    throw isPrivate(error) ? consentWithdrawn() : error;
  }
}

/**
 * Google spreadsheets. With a connected account they are read by the Sheets API, as the person whose they are; without one, or
 * when its consent is no more, in the other ways that there are.
 */
export function createGoogleApiSource({ connections, readAs, otherwise, byServer }: ApiParts): Source {
  const accountOf = (personId: string): GridAccount => ({
    id: personId,
    rights: rightsOf(false),
    unknown: UNKNOWN,
    access: (refused) => connections.access(personId, refused),
  });

  /** What the person's own account may not read may be shared with the server's. */
  async function readAsPerson(personId: string, sheetId: string, signal: AbortSignal, isBehind?: boolean) {
    try {
      const found = await readAs(accountOf(personId), sheetId, signal, isBehind);
      if (typeof found === 'string') return found;
      return { ...found, readOnlyReason: undefined, ...rightsOf((await connections.find(personId))?.writes === true) };
    } catch (error) {
      if (!isPrivate(error) || byServer === undefined) throw error;
      return byServer(sheetId, signal, isBehind);
    }
  }

  return {
    ...otherwise,
    async read(owner, sheetId, signal, isBehind) {
      const found = await readAsPerson(owner.id, sheetId, signal, isBehind);
      if (found !== 'none' && found !== 'withdrawn') return found;
      const reading = otherwise.read(owner, sheetId, signal, isBehind);
      return found === 'none' ? reading : privateBecauseWithdrawn(reading);
    },
  };
}
