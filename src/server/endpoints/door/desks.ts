import { type Caller, callerOf, mayRead, mayWrite } from '../../access/caller';
import { originHeaders } from '../../access/crossOrigin';
import type { Guard } from '../../access/guard';
import type { RequestLimits } from '../../access/requestLimits';
import type { ServedKey } from '../../keys/keyring';
import { endpointPath } from '../../../contract/paths';
import { isDriveSheetId } from '../../../contract/sheetUrl';
import { tabAt } from '../addressing';
import type { KnownProject } from '../directory';
import type { ReadTab } from '../endpointsRepository';
import { Lru } from '../engine/lru';
import { mediaTypes } from '../formats/format';
import type { Reading } from '../reading';
import type { NamesOf } from '../write/plannedRows';
import { writerNamesOf } from '../write/writerNames';
import { refuseUnwritable } from '../write/writeTarget';
import { fieldsText } from '../../http/fieldsText';
import { tabAddressOf, targetOf } from './target';

/** Where the holder of a key hands in rows for a tab: what is known of both, and what each answer has. */
export interface Desk {
  readonly key: ServedKey;
  readonly known: KnownProject;
  readonly tab: ReadTab;
  readonly caller: Caller;
  /** Path of the endpoint, as answers call it. */
  readonly path: string;
  readonly fields: string;
  /** What calls are taken from. */
  readonly limits: RequestLimits;
  /** The columns that exist for whoever has the key. */
  readonly namesOf: NamesOf;
}

const BUDGET = 4 * 1024 * 1024;
const BYTES_PER_DESK = 2_000;

/** The desks that rows are handed in at again and again. */
export class Desks {
  readonly #desks = new Lru<Desk>(BUDGET);

  constructor(
    private readonly reading: Reading,
    private readonly guard: Pick<Guard, 'limitsOf' | 'transport'>,
  ) {}

  /**
   * The desk at an address, for a key.
   *
   * @param url as it was called
   * @returns undefined where something has to be read first, and for what is no tab
   * @throws Refusal what keeps the key from writing there
   */
  find(url: string, key: ServedKey): Desk | undefined {
    const name = `${key.id} ${url}`;
    const desk = this.#desks.get(name);
    if (desk?.key === key && this.#isCurrent(desk)) return desk;
    const made = this.#make(url, key);
    if (made !== undefined) this.#desks.set(name, made, BYTES_PER_DESK + 2 * name.length);
    return made;
  }

  #isCurrent({ known, limits }: Desk): boolean {
    const { id } = known.project;
    return this.reading.directory.peek(id) === known && this.guard.limitsOf(id) === limits;
  }

  #make(url: string, key: ServedKey): Desk | undefined {
    const target = targetOf(url);
    const isTab = target?.row === undefined && target?.query === '' && !url.includes('?');
    const address = isTab ? tabAddressOf(target.tab) : undefined;
    const known = address && this.reading.directory.peek(address.projectId);
    if (address === undefined || known === undefined) return undefined;
    const { project } = known;
    if (!isDriveSheetId(project.sheet_id)) return undefined;
    const caller = callerOf({ presented: key.presented, headers: {} }, project);
    mayRead(caller, project);
    const { tab, format } = tabAt(known, caller, address.part);
    mayWrite(caller, project, tab, 'create');
    refuseUnwritable(project);
    // Whoever does not see all columns is told another revision, which has to be found.
    if (format !== undefined || caller.hiddenColumns.has(tab.id)) return undefined;
    const namesOf = writerNamesOf(caller, tab);
    const limits = this.guard.limitsOf(project.id);
    const path = endpointPath(project.id, address.part);
    const fields = fieldsOf(limits, this.guard.transport);
    return { key, known, tab, caller, path, limits, fields, namesOf };
  }
}

function fieldsOf({ policy }: RequestLimits, transport: Guard['transport']): string {
  const own = { 'ratelimit-policy': policy, 'cache-control': 'no-store', 'content-type': mediaTypes.json };
  return fieldsText({ ...transport, ...originHeaders(undefined, true), ...own });
}
