import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { endpointPath } from '../../../contract/paths';
import { REVISION_HEADER } from '../../../contract/rows';
import type { KeyScope } from '../../../contract/scopes';
import { mayRead, mayWrite, OWNER } from '../../access/caller';
import type { Guard } from '../../access/guard';
import type { Author } from '../../database/tables/records';
import { originOf } from '../../http/originOf';
import { Refusal } from '../../refusal';
import type { Settings } from '../../settings';
import type { ReadProject } from '../../store/log/endpointsRepository';
import { readOnly, writesPaused } from '../../store/log/writeRefusals';
import { acceptPageForms } from '../forms/pageForms';
import { addressedTab, addressOf, unescapedName } from '../locate';
import { type QueryPair, queryPairsOf, queryTextOf } from '../query/rawQuery';
import type { ReadServices } from '../readServices';
import { FormRow, MAX_BODY_BYTES, givenRowOf, givenRowsOf, registerRowParsers } from './bodies';
import { changeRows, removeRows, type Target } from './changeRows';
import type { NamesOf } from './rowPlanner';
import { createRows } from './createRows';
import type { GivenRow } from './givenCells';
import { performWrite, type WriteCall, type WriteServices, type WriteTarget } from './performWrite';
import {
  filterOf,
  keepOf,
  type ParameterName,
  refuseOtherParameters,
  refusePreconditions,
  type WriteParameters,
  writeParametersOf,
} from './writeParameters';
import { writerNamesOf } from './openForWriting';

/** Scope that a write needs. */
type WriteScope = Exclude<KeyScope, 'read' | 'schema'>;

/** Finds the target of a request. Throws a Refusal if it does not exist, or the caller may not write to it. */
type FindTarget = (request: FastifyRequest, scopes: readonly WriteScope[]) => Promise<WriteTarget>;

/** @throws Refusal `read_only` with the reason, `writes_paused` */
function refuseUnwritable({ writable, read_only_reason, paused }: ReadProject): void {
  if (writable === 0) throw readOnly(read_only_reason);
  if (paused === 1) throw writesPaused();
}

/** Finds the target of a data API request, by its address and its key. */
const publicTarget =
  (reading: ReadServices, settings: Settings): FindTarget =>
  async (request, scopes) => {
    const { project, caller, tab, format } = await addressedTab(reading, request, (...target) => {
      for (const scope of scopes) mayWrite(...target, scope);
    });
    const { tab: part, id } = addressOf(request);
    if (format !== undefined) {
      throw new Refusal('not_found', `Rows are written without “.${format}” in the address.`);
    }
    refuseUnwritable(project);
    return { project, tab, caller, part: id, url: originOf(request, settings) + endpointPath(project.id, part) };
  };

/** Returns the revision at which a page of the app has read the rows that it writes. */
function revisionOf({ headers }: FastifyRequest): number | undefined {
  const text = headers[REVISION_HEADER];
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(String(text))) return Number(text);
  throw new Refusal('invalid_request', `${REVISION_HEADER} is a revision, such as 5.`);
}

/**
 * Finds the target in a person's own project: no key is needed, and the tab need not be published. With {@link REVISION_HEADER}, rows
 * that were changed since that revision are not written.
 */
export const ownerTarget =
  (
    ownTab: (request: FastifyRequest) => Promise<Pick<WriteTarget, 'project' | 'tab'>>,
    settings: Settings,
  ): FindTarget =>
  async (request) => {
    const { project, tab } = await ownTab(request);
    refuseUnwritable(project);
    const { rowId: part } = request.params as { rowId?: string };
    const url = originOf(request, settings) + endpointPath(project.id, tab.slug);
    return { project, tab, caller: OWNER, part, url, readAt: revisionOf(request) };
  };

/** Authorized request, and its parsed address. */
interface AuthorizedRequest {
  readonly request: FastifyRequest;
  readonly writeServices: WriteServices;
  readonly target: WriteTarget;
  readonly namesOf: NamesOf;
  readonly pairs: readonly QueryPair[];
  readonly parameters: WriteParameters;
}

type RequestedWrite = Pick<WriteCall, 'work' | 'isList' | 'givenNames'>;

const namesIn = (row: GivenRow) => row.map(([name]) => name);

function readCreation(authorized: AuthorizedRequest): RequestedWrite {
  const { request, writeServices, target, namesOf, pairs, parameters } = authorized;
  refuseOtherParameters(pairs, ['_upsert', '_dry_run', '_unknown']);
  // It would tell which values exist, like a filter.
  if (parameters.upsert !== undefined && parameters.isDryRun) mayRead(target.caller, target.project, target.tab);
  refusePreconditions(request, target.part);
  const given = givenRowsOf(request.body);
  const plan = writeServices.planLimits.ofProject(target.project.id);
  const work = createRows({ ...parameters, given, namesOf, plan });
  return { work, isList: given.isList, givenNames: given.rows.map(namesIn) };
}

/** Returns the target of a request: by the id in its address, or by its filters. */
function targetRows(
  { request, target, namesOf, pairs, parameters }: AuthorizedRequest,
  allowed: ParameterName[],
): Target {
  refusePreconditions(request, target.part);
  const ifMatch = request.headers['if-match'];
  if (target.part !== undefined) {
    refuseOtherParameters(pairs, allowed);
    // An entity tag can be calculated from guesses of the row's values.
    if (ifMatch !== undefined) mayRead(target.caller, target.project, target.tab);
    return { kind: 'id', id: unescapedName(target.part) ?? '', ifMatch, namesOf };
  }
  mayRead(target.caller, target.project, target.tab);
  return {
    kind: 'filter',
    maxAffected: parameters.maxAffected,
    where: (columns) => filterOf(pairs, namesOf(columns), [...allowed, '_max_affected']),
  };
}

function readChange(authorized: AuthorizedRequest): RequestedWrite {
  const target = targetRows(authorized, ['_dry_run', '_unknown']);
  const { request, namesOf, parameters } = authorized;
  const { row, isText } = givenRowOf(request.body);
  const work = changeRows({ ...parameters, namesOf, target, row, isText, blanksMissing: request.method === 'PUT' });
  return { work, isList: target.kind === 'filter', givenNames: [namesIn(row)] };
}

function readRemoval(authorized: AuthorizedRequest): RequestedWrite {
  const target = targetRows(authorized, ['_dry_run']);
  return { work: removeRows(target, authorized.namesOf), isList: target.kind === 'filter', givenNames: [] };
}

/** What a method of the data API writes. */
interface WriteMethod {
  readonly scope: WriteScope;
  readonly read: (authorized: AuthorizedRequest) => RequestedWrite;
}

const methods: Readonly<Record<string, WriteMethod>> = {
  POST: { scope: 'create', read: readCreation },
  PATCH: { scope: 'update', read: readChange },
  PUT: { scope: 'update', read: readChange },
  DELETE: { scope: 'delete', read: readRemoval },
};

const authorOf = ({ body }: FastifyRequest, { caller: { keyId }, project }: WriteTarget): Author => ({
  actor: keyId === undefined ? `person:${project.owner_id}` : `key:${keyId}`,
  reason: body instanceof FormRow ? 'form' : 'write',
});

const handlerOf =
  (writeServices: WriteServices, find: FindTarget): RouteHandlerMethod =>
  async (request, reply) => {
    const { scope, read } = methods[request.method]!;
    const pairs = queryPairsOf(queryTextOf(request.url));
    const parameters = writeParametersOf(pairs);
    const isUpsert = scope === 'create' && parameters.upsert !== undefined;
    const target = await find(request, isUpsert ? ['create', 'update'] : [scope]);
    const namesOf = writerNamesOf(target.caller, target.tab);
    const requested = read({ request, writeServices, target, namesOf, pairs, parameters });
    const author = authorOf(request, target);
    const keep = keepOf(request, target.caller, target.part, pairs);
    return performWrite(reply, writeServices, { ...requested, ...parameters, target, namesOf, author, keep });
  };

/**
 * Registers the writes of an endpoint: `POST`, and `PATCH`, `PUT` and `DELETE` by filter and by id.
 *
 * @param rows address of all rows, and `row` of one
 * @param guard set if callers authenticate with keys: forms may then contain their key
 */
export async function addWrites(
  scope: FastifyInstance,
  [rows, row]: readonly [rows: string, row: string],
  writeServices: WriteServices,
  find: FindTarget,
  guard?: Guard,
): Promise<void> {
  await scope.register(async (writes) => {
    registerRowParsers(writes);
    if (guard !== undefined) acceptPageForms(writes, guard);
    const handler = handlerOf(writeServices, find);
    for (const method of Object.keys(methods)) {
      const urls = method === 'POST' ? [rows] : [rows, row];
      for (const url of urls) writes.route({ method, url, bodyLimit: MAX_BODY_BYTES, handler });
    }
  });
}

/** Dependencies of the data API's writes. */
export interface WritesNeeds {
  readonly settings: Settings;
  readonly writeServices: WriteServices;
}

/** Registers the data API's writes; with `guard`, also for HTML forms that contain their key. */
export async function addPublicWrites(
  v1: FastifyInstance,
  { settings, writeServices }: WritesNeeds,
  guard?: Guard,
): Promise<void> {
  const find = publicTarget(writeServices.reading, settings);
  await addWrites(v1, ['/:projectId/:tab', '/:projectId/:tab/:id'], writeServices, find, guard);
}
