import { may } from '../../access/caller';
import { utf8Bytes } from '../../normalise/utf8Text';
import type { Work } from '../../records/work';
import { entityTagOf, rowMarkOf } from '../conditional';
import type { TabView } from '../engine/engine';
import { versionOfJson } from '../engine/version';
import { askedOf } from '../plans';
import type { ColumnNames } from '../query/columnNames';
import { rowVersion, versionOfValues } from '../rowVersion';
import type { PlannedRows } from './plannedRows';
import { answerOf, nothingLeft, type Showing, shownRows, type WriteAnswer } from './writeAnswer';
import type { WriteCall } from './writeCall';

/** Callers who may not read are shown what they have sent. */
function showingOf({ target: { caller, tab }, givenNames }: WriteCall, { columns: all }: TabView): Showing {
  const { names } = askedOf(caller, tab, all);
  if (may(caller, 'read')) return { names, columns: names.visible };
  const given = new Set(givenNames.map((name) => names.find(name)));
  return { names, columns: names.visible.filter((place) => given.has(place)) };
}

/** Keys of the columns that rows are shown with to whoever makes the call. */
export function shownKeys(call: WriteCall, view: TabView): string[] {
  const { names, columns } = showingOf(call, view);
  return columns.map((place) => names.column(place).key);
}

/** The work of a write; where that is done in small steps, so is what is answered with it. */
export function withSteps(call: WriteCall): Work<PlannedRows> {
  const { work, isDryRun } = call;
  const { steps } = work;
  if (steps === undefined) return work;
  return {
    ...work,
    *steps(tab) {
      const planned = yield* steps(tab);
      return { ...planned, shown: yield* shownRows(showingOf(call, planned.view), planned, isDryRun) };
    },
  };
}

/** Entity tag of the one row that is written, or that was as it should be, as a read of it has it. */
function tagOf({ target: { caller, tab }, isList }: WriteCall, planned: PlannedRows): Record<string, string> {
  if (isList || !may(caller, 'read')) return {};
  const { names, view: sight } = askedOf(caller, tab, planned.view.columns);
  const version = versionOf(planned, names);
  return version === undefined ? {} : { etag: entityTagOf(rowMarkOf(version, sight), 'identity') };
}

function versionOf({ rows: [row], unchanged: [same], view }: PlannedRows, names: ColumnNames): string | undefined {
  if (row === undefined) return same === undefined ? undefined : rowVersion(view, same, names);
  if (row.kind === 'remove') return undefined;
  return row.kind === 'append' && names.areAll
    ? versionOfJson(utf8Bytes(row.json))
    : versionOfValues(row.id, row.values, names);
}

/** The answer to a write, but for its entity tag. */
export function answerFor(call: WriteCall, planned: PlannedRows, revision: number): WriteAnswer {
  const { target, isDryRun, isList, tellsIgnored, isRemoval } = call;
  if (isRemoval && !isDryRun) return nothingLeft(revision);
  const showing = showingOf(call, planned.view);
  return answerOf({ showing, planned, revision, isDryRun, isList, tellsIgnored }, target.url);
}

/** What a write comes to, once it is on disk. */
export interface Done {
  readonly planned: PlannedRows;
  readonly revision: number;
}

/** The answer to a write that is on disk; a repeat is given the same. */
export function writtenAnswer(call: WriteCall, { planned, revision }: Done): WriteAnswer {
  const made = answerFor(call, planned, revision);
  return { ...made, headers: { ...made.headers, ...tagOf(call, planned) } };
}
