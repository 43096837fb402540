import type { FastifyRequest } from 'fastify';
import type { KeyScope } from '../../../contract/scopes';
import { endpointPath } from '../../../contract/paths';
import { type Caller, knownTabs, mayWrite, OWNER } from '../../access/caller';
import { countFor } from '../../access/guard';
import { originOf } from '../../http/originOf';
import { readOnly, writesPaused } from '../../records/refusals';
import { Refusal } from '../../refusal';
import type { Settings } from '../../settings';
import { addressedProject, addressOf } from '../addressing';
import type { ReadProject, ReadTab } from '../endpointsRepository';
import type { Reading } from '../reading';
import { publishedTabAt } from '../tabLookup';

/** What is written to, by whom. */
export interface WriteTarget {
  readonly project: ReadProject;
  readonly tab: ReadTab;
  readonly caller: Caller;
  /** URL of the endpoint. */
  readonly url: string;
  /** Part of the address after the endpoint: a row's id, decoded. */
  readonly part: string | undefined;
}

/** What a write has to be allowed. */
export type WriteScope = Exclude<KeyScope, 'read' | 'schema'>;

/** Finds what a request writes to. Throws a Refusal where that is nothing, or not for whoever asks. */
export type FindTarget = (request: FastifyRequest, scopes: readonly WriteScope[]) => Promise<WriteTarget>;

/**
 * @throws Refusal `read_only` with the reason, `writes_paused`
 */
export function refuseUnwritable({ writable, read_only_reason, paused }: ReadProject): void {
  if (writable === 0) throw readOnly(read_only_reason);
  if (paused === 1) throw writesPaused();
}

/** What a request of the data API writes to, by its address and its key. */
export const publicTarget =
  (reading: Reading, settings: Settings): FindTarget =>
  async (request, scopes) => {
    const { known, caller } = await addressedProject(reading, request);
    const { tab: part, id } = addressOf(request);
    const { project, tabs } = known;
    const { tab, format } = publishedTabAt(knownTabs(caller, tabs), part);
    countFor(request, project.id, tab.id);
    for (const scope of scopes) mayWrite(caller, project, tab, scope);
    if (format !== undefined) {
      throw new Refusal('not_found', `Rows are written without “.${format}” in the address.`);
    }
    refuseUnwritable(project);
    return { project, tab, caller, part: id, url: originOf(request, settings) + endpointPath(project.id, part) };
  };

/** What a person writes to in a project of their own: no key is needed, and the tab need not be published. */
export const ownerTarget =
  (
    ownTab: (request: FastifyRequest) => Promise<Pick<WriteTarget, 'project' | 'tab'>>,
    settings: Settings,
  ): FindTarget =>
  async (request) => {
    const { project, tab } = await ownTab(request);
    refuseUnwritable(project);
    const { rowId: part } = request.params as { rowId?: string };
    return { project, tab, caller: OWNER, part, url: originOf(request, settings) + endpointPath(project.id, tab.slug) };
  };
