import { may } from '../../access/caller';
import type { RowWrite } from '../../records/work';
import type { Written } from '../../records/waiting';
import { entityTagOf, rowMarkOf } from '../conditional';
import type { ServedTab, TabView } from '../engine/engine';
import { versionOfJson } from '../engine/version';
import { askedOf } from '../plans';
import type { ColumnNames } from '../query/columnNames';
import { rowVersion } from '../rowVersion';
import type { PlannedRows } from './plannedRows';
import { answerOf, nothingLeft, type Showing, type WriteAnswer } from './writeAnswer';
import type { WriteCall } from './writeCall';

/** Callers who may not read are shown what they have sent. */
function showingOf({ target: { caller, tab }, givenNames }: WriteCall, { columns: all }: TabView): Showing {
  const { names } = askedOf(caller, tab, all);
  if (may(caller, 'read')) return { names, columns: names.visible };
  const given = new Set(givenNames.map((name) => names.find(name)));
  return { names, columns: names.visible.filter((place) => given.has(place)) };
}

/** Entity tag of the one row that was written, as a read of it has it. */
function tagOf(
  { target: { caller, tab }, isList }: WriteCall,
  { rows }: PlannedRows,
  served: ServedTab,
): Record<string, string> {
  const [row] = rows;
  if (isList || row === undefined || row.kind === 'remove' || !may(caller, 'read')) return {};
  const { names, view: sight } = askedOf(caller, tab, served.columns);
  const version = versionOf(row, served, names);
  return version === undefined ? {} : { etag: entityTagOf(rowMarkOf(version, sight), 'identity') };
}

function versionOf(row: Exclude<RowWrite, { kind: 'remove' }>, served: ServedTab, names: ColumnNames) {
  if (row.kind === 'append' && names.areAll) return versionOfJson(row.json);
  const view = served.view();
  const [place] = view.find(row.id);
  return place === undefined ? undefined : rowVersion(view, place, names);
}

/** The answer to a write, but for its entity tag. */
export function answerFor(call: WriteCall, planned: PlannedRows, revision: number): WriteAnswer {
  const { target, isDryRun, isList, tellsIgnored, isRemoval } = call;
  if (isRemoval && !isDryRun) return nothingLeft(revision);
  const showing = showingOf(call, planned.view);
  return answerOf({ showing, planned, revision, isDryRun, isList, tellsIgnored }, target.url);
}

/** The answer to a write that is on disk. */
export function writtenAnswer(
  call: WriteCall,
  written: Extract<Written<PlannedRows>, { kind: 'written' }>,
): WriteAnswer {
  const { planned, revision, served } = written;
  const made = answerFor(call, planned, revision);
  return { ...made, headers: { ...made.headers, ...tagOf(call, planned, served) } };
}
