import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { endpointPath } from '../../../contract/paths';
import type { KeyScope } from '../../../contract/scopes';
import { knownTabs, mayRead, mayWrite, OWNER } from '../../access/caller';
import { countFor, type Guard } from '../../access/guard';
import { originOf } from '../../http/originOf';
import { Refusal } from '../../refusal';
import type { Settings } from '../../settings';
import type { ReadProject } from '../../store/log/endpointsRepository';
import { readOnly, writesPaused } from '../../store/log/writeRefusals';
import { takePageForms } from '../forms/pageForms';
import { addressedProject, addressOf, unescapedName, publishedTabAt } from '../locate';
import { type QueryPair, queryPairsOf, queryTextOf } from '../query/rawQuery';
import type { Reading } from '../reading';
import { BODY_LIMIT, givenRowOf, givenRowsOf, readRows } from './bodies';
import { changeRows, removeRows } from './changeRows';
import type { NamesOf } from './rowPlanner';
import { createRows } from './createRows';
import type { GivenRow } from './givenCells';
import { performWrite } from './performWrite';
import type { Target } from './targets';
import {
  filtersOf,
  idempotencyKeyOf,
  type ParameterName,
  refuseIfMatch,
  refuseOtherConditions,
  refuseOtherParameters,
  type WriteParameters,
  writeParametersOf,
} from './writeParameters';
import type { Performing, WriteCall, WriteTarget } from './writeCall';
import { writerNamesOf } from './openForWriting';

/** What a write has to be allowed. */
type WriteScope = Exclude<KeyScope, 'read' | 'schema'>;

/** Finds what a request writes to. Throws a Refusal where there is nothing, or nothing that the caller may write to. */
type FindTarget = (request: FastifyRequest, scopes: readonly WriteScope[]) => Promise<WriteTarget>;

/**
 * @throws Refusal `read_only` with the reason, `writes_paused`
 */
function refuseUnwritable({ writable, read_only_reason, paused }: ReadProject): void {
  if (writable === 0) throw readOnly(read_only_reason);
  if (paused === 1) throw writesPaused();
}

/** What a request of the data API writes to, by its address and its key. */
const publicTarget =
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

/** A request that was let in, and what its address says. */
interface Asked {
  readonly request: FastifyRequest;
  readonly performing: Performing;
  readonly target: WriteTarget;
  readonly namesOf: NamesOf;
  readonly pairs: readonly QueryPair[];
  readonly parameters: WriteParameters;
}

type Answered = Pick<WriteCall, 'work' | 'isList' | 'givenNames'>;

const namesIn = (rows: readonly GivenRow[]) => rows.flatMap((row) => row.map(([name]) => name));

function creation({ request, performing, target, namesOf, pairs, parameters }: Asked): Answered {
  refuseOtherParameters(pairs, ['_upsert', '_dry_run', '_unknown']);
  refuseIfMatch(request);
  refuseOtherConditions(request);
  const given = givenRowsOf(request.body);
  const plan = performing.planLimits.ofProject(target.project.id);
  const work = createRows({ ...parameters, given, namesOf, plan });
  return { work, isList: given.isList, givenNames: namesIn(given.rows) };
}

/** The rows that an address names: by the id in it, or by its filters. */
function targetRows({ request, target, namesOf, pairs, parameters }: Asked, taken: ParameterName[]): Target {
  refuseOtherConditions(request);
  if (target.part !== undefined) {
    refuseOtherParameters(pairs, taken);
    return { kind: 'id', id: unescapedName(target.part) ?? '', ifMatch: request.headers['if-match'], namesOf };
  }
  refuseIfMatch(request);
  mayRead(target.caller, target.project, target.tab);
  return {
    kind: 'filter',
    most: parameters.maxAffected,
    conditionsOf: ({ view }) => filtersOf(pairs, namesOf(view.columns), [...taken, '_max_affected']),
  };
}

function change(asked: Asked): Answered {
  const target = targetRows(asked, ['_dry_run', '_unknown']);
  const { request, namesOf, parameters } = asked;
  const { row, isText } = givenRowOf(request.body);
  const { ignoreUnknown } = parameters;
  const work = changeRows({ target, row, isText, namesOf, ignoreUnknown, blanksRest: request.method === 'PUT' });
  return { work, isList: target.kind === 'filter', givenNames: namesIn([row]) };
}

function removal(asked: Asked): Answered {
  const target = targetRows(asked, ['_dry_run']);
  return { work: removeRows(target, asked.namesOf), isList: target.kind === 'filter', givenNames: [] };
}

/** What each method asks for, and what it has to be allowed. */
const methods: Readonly<Record<string, readonly [WriteScope, (asked: Asked) => Answered]>> = {
  POST: ['create', creation],
  PATCH: ['update', change],
  PUT: ['update', change],
  DELETE: ['delete', removal],
};

const handlerOf =
  (performing: Performing, find: FindTarget): RouteHandlerMethod =>
  async (request, reply) => {
    const [scope, read] = methods[request.method]!;
    const pairs = queryPairsOf(queryTextOf(request.url));
    const parameters = writeParametersOf(pairs);
    const isUpsert = scope === 'create' && parameters.upsert !== undefined;
    const target = await find(request, isUpsert ? ['create', 'update'] : [scope]);
    const namesOf = writerNamesOf(target.caller, target.tab);
    const answered = read({ request, performing, target, namesOf, pairs, parameters });
    const { dryRun: isDryRun, ignoreUnknown: tellsIgnored } = parameters;
    return performWrite(request, reply, performing, {
      ...{ ...answered, target, isDryRun, tellsIgnored },
      isRemoval: scope === 'delete' && !answered.isList,
      idempotencyKey: idempotencyKeyOf(request),
    });
  };

/** What one row's address is, where rows have addresses of their own. */
interface Urls {
  readonly rows: string;
  readonly row: string;
}

interface WritesParts {
  readonly performing: Performing;
  readonly find: FindTarget;
  /** Where keys are what lets callers in: forms may bring theirs along. */
  readonly guard?: Guard;
}

/** The rows of these addresses can be written: `POST`, and `PATCH`, `PUT` and `DELETE` by filter and by id. */
export async function addWrites(
  scope: FastifyInstance,
  { rows, row }: Urls,
  { performing, find, guard }: WritesParts,
): Promise<void> {
  await scope.register(async (writes) => {
    readRows(writes);
    if (guard !== undefined) takePageForms(writes, guard);
    const handler = handlerOf(performing, find);
    for (const method of Object.keys(methods)) {
      const urls = method === 'POST' ? [rows] : [rows, row];
      for (const url of urls) writes.route({ method, url, bodyLimit: BODY_LIMIT, handler });
    }
  });
}

/** What the data API's writes need. */
export interface WritesNeeds {
  readonly settings: Settings;
  readonly performing: Performing;
}

/** The data API's writes; with `guard`, also by forms of pages, which bring their key along. */
export async function addPublicWrites(
  v1: FastifyInstance,
  { settings, performing }: WritesNeeds,
  guard?: Guard,
): Promise<void> {
  const find = publicTarget(performing.reading, settings);
  await addWrites(v1, { rows: '/:projectId/:tab', row: '/:projectId/:tab/:id' }, { performing, find, guard });
}
