import { limits } from '../../../contract/limits';
import type { Condition } from '../engine/engine';
import type { ColumnNames } from './columnNames';
import { type Cursor, readCursor } from './cursor';
import { digestOf } from './digest';
import { fieldsOf, orderOf } from './fields';
import { fingerprintOf, taskDigest } from './fingerprint';
import { type Parameters, wordOf } from './parameters';
import { type Plan, type RowsTask, shapes, valueLooks } from './plan';
import { invalid, refuse } from './queryRefusals';
import { distinctTaskOf, groupTaskOf } from './summaries';

const grouped = (number: number) => number.toLocaleString('en-GB');

function limitOf(parameters: Parameters): number {
  const { rowsPerPage, rowsPerPageMost } = limits;
  const limit = parameters.number('limit', rowsPerPageMost) ?? rowsPerPage;
  if (limit <= rowsPerPageMost) return limit;
  const field = parameters.field('limit');
  const hint = `Ask for ${field}=${rowsPerPageMost} and follow next, or add .ndjson or .csv to the address for everything.`;
  return refuse('limit_too_large', field, `${field} is ${grouped(rowsPerPageMost)} at most.`, hint);
}

function cursorOf(parameters: Parameters, fingerprint: string): Cursor | undefined {
  const text = parameters.text('cursor');
  if (text === undefined) return undefined;
  if (parameters.has('offset')) {
    const field = parameters.field('offset');
    return invalid(field, 'A cursor says where the page begins.', `Leave ${field} out.`);
  }
  return readCursor(parameters.field('cursor'), text, fingerprint);
}

/** Puts what has to hold into one order, and nothing twice, so that equal questions are the same question. */
function tidied(conditions: readonly Condition[]): Condition | undefined {
  if (conditions.length < 2) return conditions[0];
  const byText = new Map(conditions.map((condition) => [JSON.stringify(condition), condition]));
  const parts = [...byText.keys()].sort().flatMap((text) => byText.get(text) ?? []);
  return parts.length === 1 ? parts[0] : { kind: 'and', parts };
}

function taskOf(parameters: Parameters, names: ColumnNames, slugKeys: boolean): Plan['task'] {
  if (parameters.has('distinct')) return distinctTaskOf(parameters, names);
  if (parameters.has('group') || parameters.has('agg')) return groupTaskOf(parameters, names, slugKeys);
  return { kind: 'rows', order: orderOf(parameters, names), fields: fieldsOf(parameters, names) } satisfies RowsTask;
}

function refuseUnfitting(parameters: Parameters, { kind }: Plan['task'], shape: Plan['shape']) {
  if (shape === 'object' && kind !== 'rows') {
    invalid(parameters.field('shape'), 'Only rows have an _id to be keyed by.', 'Leave it out, or ask for array.');
  }
  if (parameters.has('values') && kind !== 'rows') {
    const field = parameters.field('values');
    invalid(field, `${field} is for rows: what is counted are values.`, `Leave ${field} out.`);
  }
  if (parameters.flag('single') === true && shape !== 'rows' && shape !== 'array') {
    const field = parameters.field('shape');
    invalid(field, `${parameters.field('single')} answers one object: it has no such shape.`, `Leave ${field} out.`);
  }
}

/**
 * What is asked of a tab, of conditions and parameters that have been read.
 *
 * @throws Refusal with a code of its own for each thing that is wrong
 */
export function rowsPlanOf(conditions: readonly Condition[], parameters: Parameters, names: ColumnNames): Plan {
  const slugKeys = wordOf(parameters, 'keys', ['header', 'slug']) === 'slug';
  const where = tidied(conditions);
  const task = taskOf(parameters, names, slugKeys);
  const shape = wordOf(parameters, 'shape', shapes) ?? 'rows';
  const single = parameters.flag('single') ?? false;
  refuseUnfitting(parameters, task, shape);
  const fingerprint = fingerprintOf(taskDigest(task, names), where);
  const cursor = cursorOf(parameters, fingerprint);
  const limit = limitOf(parameters);
  const values = wordOf(parameters, 'values', valueLooks);
  const offset = cursor?.offset ?? parameters.number('offset') ?? 0;
  const rawCsv = wordOf(parameters, 'csv', ['raw']) === 'raw';
  const isLimited = parameters.has('limit');
  const fields = task.kind === 'rows' ? (task.fields ?? null) : null;
  const look = digestOf(JSON.stringify([fields, limit, shape, single, slugKeys, rawCsv, values ?? null]));
  return { where, task, limit, isLimited, offset, cursor, shape, single, slugKeys, values, rawCsv, fingerprint, look };
}
