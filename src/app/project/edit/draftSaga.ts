import { nanoid } from '@reduxjs/toolkit';
import { call, delay, put, race, type SagaGenerator, select, spawn, take } from 'typed-redux-saga';
import type { ProblemLine } from '../../../contract/problems';
import type { CellValue, Column } from '../../../contract/rows';
import { ofColumn } from '../../columns/columnsSelectors';
import { type ApiFailure, failureText, UNREACHABLE } from '../../http/apiError';
import { failureOf } from '../../http/failureOf';
import { noticeShown } from '../../notices/noticesSlice';
import { projectArrived } from '../../projects/projectsSlice';
import { online } from '../../sagas/online';
import { callApi, request } from '../../sagas/request';
import { selectColumns } from '../rows/endpointSelectors';
import { rowsOutdated, rowsWritten, type TabName } from '../rows/endpointSlice';
import { type Draft, draftMachine, type DraftName, type DraftState, type Values } from './draftMachine';
import type { WrittenRows } from './editApi';
import { selectDraft } from './editSelectors';
import { type Step, stepDone, undoPressed } from './editSlice';
import { editText, valueOf } from './values';

const { draftWritten, earlierDraftWritten, draftRefused, clashFound, connectionLost, connectionTried } =
  draftMachine.actions;

/** Said when the server has no words of its own. */
export const WRITE_FAILED = 'The row could not be written. Try again.';

/** Milliseconds between two tries to reach a server that cannot be reached, or has too much to do. */
export const TRY_AGAIN = 5_000;

/** So often a row is read anew because others write to it. */
const TRIES = 3;

/** Names a step that can be undone. */
export const newStep = (parts: Partial<Omit<Step, 'id'>>): Step => ({
  ...{ id: nanoid(), changed: [], added: [], removed: [] },
  ...parts,
});

/** Rows have come or gone: the project says how many there are now. */
export const refreshProject = ({ projectId }: TabName) =>
  request(callApi('projects', 'one', projectId), { done: projectArrived, failed: () => [] });

/** What was typed, as it is sent: of a row that is there, what differs. */
function valuesIn({ rowId, texts, before }: Draft, columns: readonly Column[]): Values {
  const typed = columns.flatMap((column): [string, CellValue][] => {
    const text = ofColumn(texts, column.key);
    if (text === undefined || (rowId !== null && text === editText(ofColumn(before, column.key)))) return [];
    return [[column.key, valueOf(text, column)]];
  });
  return Object.fromEntries(rowId === null ? typed.filter(([, value]) => value !== null) : typed);
}

/** What became of a draft. */
type Outcome =
  | { readonly kind: 'same' }
  | { readonly kind: 'clash'; readonly theirs: Values }
  | ({ readonly kind: 'written'; readonly values: Values } & WrittenRows);

/**
 * Those of the values that a row does not hold: neither as they were nor as they are to be. Of a column that is gone nothing clashes:
 * the server says which there are.
 */
const clashing = (row: Values, before: Values, values: Values): Values =>
  Object.fromEntries(
    Object.keys(values)
      .filter((key) => ![undefined, before[key] ?? null, values[key]].includes(row[key]))
      .map((key) => [key, row[key] ?? null]),
  );

/** Reads the row, and changes it while it is what was read: nothing that others have written is lost. */
function* changeRow(tab: TabName, rowId: string, before: Values, values: Values): SagaGenerator<Outcome> {
  for (let tries = 1; ; tries += 1) {
    const read = yield* callApi('edit', 'one', tab, rowId);
    const theirs = clashing(read.row, before, values);
    if (Object.keys(theirs).length > 0) return { kind: 'clash', theirs };
    try {
      return { kind: 'written', values, ...(yield* callApi('edit', 'change', tab, read, values)) };
    } catch (error) {
      if (failureOf(error).status !== 412 || tries === TRIES) throw error;
    }
  }
}

function* send(tab: TabName, draft: Draft, attempt: string): SagaGenerator<Outcome> {
  const values = valuesIn(draft, yield* select(selectColumns, tab));
  if (draft.rowId === null)
    return { kind: 'written', values, ...(yield* callApi('edit', 'add', tab, values, attempt)) };
  if (Object.keys(values).length === 0) return { kind: 'same' };
  return yield* changeRow(tab, draft.rowId, draft.before, values);
}

type SavingDraft = Extract<DraftState, { phase: 'saving' }>;

/** Returns whether the person has typed over a draft since it was sent. */
function* isTypedOver(name: DraftName, { attempt }: SavingDraft): SagaGenerator<boolean> {
  const state = yield* select(selectDraft, name, name.key);
  return state?.phase !== 'saving' || state.attempt !== attempt;
}

/** Values of the columns that were written. */
const pickValues = (row: Values, written: Values): Values =>
  Object.fromEntries(Object.keys(written).map((column) => [column, row[column] ?? null]));

function* follow(name: DraftName, sent: SavingDraft, outcome: Outcome) {
  const { rowId, before } = sent.draft;
  const tab = { projectId: name.projectId, sheetId: name.sheetId };
  const isLatest = !(yield* isTypedOver(name, sent));
  if (outcome.kind === 'clash') {
    if (isLatest) yield* put(clashFound({ ...name, theirs: outcome.theirs }));
    return;
  }
  if (isLatest) yield* put(draftWritten(name));
  if (outcome.kind === 'same') return;
  const { rows, revision, values } = outcome;
  const [row] = rows;
  if (row === undefined) return;
  if (rowId === null) {
    const step = newStep({ added: [row] });
    const action = { label: 'Undo', event: undoPressed({ ...tab, id: step.id }) };
    yield* put(stepDone({ ...tab, step }));
    yield* put(rowsOutdated(tab));
    yield* put(noticeShown({ kind: 'info', text: 'Row added', topic: 'rows', action }));
    return yield* spawn(refreshProject, tab);
  }
  const after = pickValues(row, values);
  if (!isLatest) yield* put(earlierDraftWritten({ ...name, values: after }));
  yield* put(
    stepDone({ ...tab, step: newStep({ changed: [{ id: row._id, before: pickValues(before, values), after }] }) }),
  );
  yield* put(rowsWritten({ ...tab, written: [{ id: rowId, row }], revision }));
}

/** Whether the server is to be asked again later. */
export const isPassing = ({ kind, status, body }: ApiFailure) =>
  kind === 'network' || kind === 'timedOut' || status === 429 || (status === 503 && body?.code !== 'writes_paused');

const saidOf = (failure: ApiFailure) => (failure.kind === 'network' ? UNREACHABLE : failureText(failure, WRITE_FAILED));

/** What the API says of single columns. */
export function errorsIn({ body }: ApiFailure): Readonly<Record<string, string>> {
  const lines = Array.isArray(body?.errors) ? (body.errors as readonly ProblemLine[]) : [];
  return Object.fromEntries(lines.flatMap(({ field, detail }) => (field === undefined ? [] : [[field, detail]])));
}

const failedWith = (name: DraftName, failure: ApiFailure) =>
  isPassing(failure)
    ? connectionLost({ ...name, message: saidOf(failure) })
    : draftRefused({ ...name, message: saidOf(failure), errors: errorsIn(failure) });

/** Shows the failure of a draft, unless the person has typed over it: then its next text is saved instead. */
function* fail(name: DraftName, sent: SavingDraft, failure: ApiFailure) {
  if (!(yield* isTypedOver(name, sent))) yield* put(failedWith(name, failure));
}

/** Writes a draft that is being saved. */
export function* writeDraft({ projectId, sheetId, key }: DraftName) {
  const name = { projectId, sheetId, key };
  const state = yield* select(selectDraft, name, key);
  if (state?.phase !== 'saving') return;
  yield* request(send({ projectId, sheetId }, state.draft, state.attempt), {
    done: (outcome) => follow(name, state, outcome),
    failed: (failure) => fail(name, state, failure),
  });
}

/** Tries a draft again after a while, or when the network is back. */
export function* tryLater({ payload: { projectId, sheetId, key } }: ReturnType<typeof connectionLost>) {
  const back = yield* call(online);
  try {
    yield* race({ back: take(back), passed: delay(TRY_AGAIN) });
    yield* put(connectionTried({ projectId, sheetId, key }));
  } finally {
    back.close();
  }
}
