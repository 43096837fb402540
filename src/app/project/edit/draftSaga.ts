import { nanoid } from '@reduxjs/toolkit';
import { call, delay, put, race, type SagaGenerator, select, take } from 'typed-redux-saga';
import type { ProblemLine } from '../../../contract/problems';
import type { CellValue, Column } from '../../../contract/rows';
import { valueOfColumn } from '../../columns/columnsSelectors';
import { type ApiFailure, failureText, isUnknown, UNREACHABLE } from '../../http/apiError';
import { noticeShown } from '../../notices/noticesSlice';
import { projectOutdated } from '../../projects/projectsSlice';
import { online } from '../../sagas/online';
import { callApi, request } from '../../sagas/request';
import { selectColumns, selectShownRevision } from '../rows/endpointSelectors';
import { rowsOutdated, rowsWritten, type TabName } from '../rows/endpointSlice';
import { type Draft, draftMachine, type DraftName, type DraftState, type Values } from './draftMachine';
import type { WrittenRows } from './editApi';
import { selectDraft } from './editSelectors';
import { againIfChanged } from './rowRequests';
import { changesWritten, type Step, stepDone, undoPressed } from './editSlice';
import { columnsWith, editText, valueOf } from './values';

const { draftWritten, earlierDraftWritten, draftRefused, clashFound, connectionLost, connectionTried } =
  draftMachine.actions;

/** Fallback for a failure without a message from the server. */
export const WRITE_FAILED = 'The row could not be written. Try again.';

const NOT_LOADED = 'The rows are not loaded yet.';

/** Delay in milliseconds before a write is retried after the server was unreachable or busy. */
const RETRY_DELAY_MS = 5_000;

/** Creates an undo step. */
export const newStep = (changes: Partial<Omit<Step, 'id'>>): Step => ({
  id: nanoid(),
  changed: [],
  added: [],
  removed: [],
  ...changes,
});

/**
 * Returns the values of a draft to send; of an existing row only the changed ones, or those that may have been changed. A text whose
 * column was renamed or removed is sent too: the server refuses it, so that it is kept.
 */
function valuesIn({ rowId, texts, before, sent = [] }: Draft, columns: readonly Column[]): Values {
  const typed = columnsWith(texts, columns).flatMap((column, at): [string, CellValue][] => {
    const text = valueOfColumn(texts, column.key);
    // The server may have written a text that was sent before, and replaced meanwhile.
    const isSentAsNow = (earlier: Draft['texts']) => [undefined, text].includes(valueOfColumn(earlier, column.key));
    const isSame = text === editText(valueOfColumn(before, column.key)) && sent.every(isSentAsNow);
    const isLeftOut = at >= columns.length && text === '';
    if (text === undefined || isLeftOut || (rowId !== null && isSame)) return [];
    return [[column.key, valueOf(text, column)]];
  });
  return Object.fromEntries(rowId === null ? typed.filter(([, value]) => value !== null) : typed);
}

/** Outcome of saving a draft. */
type Outcome =
  | { readonly kind: 'same' }
  | { readonly kind: 'clash'; readonly theirs: Values }
  | ({ readonly kind: 'written'; readonly values: Values } & WrittenRows);

/** Values of a draft: before it began, those that were sent before it was typed over, and those to write now. */
interface DraftValues {
  readonly before: Values;
  readonly sent: readonly Values[];
  readonly values: Values;
}

/**
 * Returns the conflicting values of a row: those that are not among the draft's own. A deleted column does not conflict, as the server
 * rejects it anyway.
 */
function conflictingValues(row: Values, { before, sent, values }: DraftValues): Values {
  const isOwn = (key: string) =>
    [undefined, before[key] ?? null, values[key], ...sent.map((earlier) => earlier[key])].includes(row[key]);
  const conflicting = Object.keys(values).filter((key) => !isOwn(key));
  return Object.fromEntries(conflicting.map((key) => [key, row[key] ?? null]));
}

/** Reads the row and changes it with `If-Match`, so that no concurrent change is overwritten. */
function* changeRow(tab: TabName, rowId: string, draft: DraftValues): SagaGenerator<Outcome> {
  const { values } = draft;
  const read = yield* callApi('edit', 'one', tab, rowId);
  const theirs = conflictingValues(read.row, draft);
  if (Object.keys(theirs).length > 0) return { kind: 'clash', theirs };
  return { kind: 'written', values, ...(yield* callApi('edit', 'change', tab, read, values)) };
}

function* send(tab: TabName, draft: Draft, attempt: string): SagaGenerator<Outcome> {
  const columns = yield* select(selectColumns, tab);
  const values = valuesIn(draft, columns);
  if (draft.rowId === null)
    return { kind: 'written', values, ...(yield* callApi('edit', 'add', tab, values, attempt)) };
  if (Object.keys(values).length === 0) return { kind: 'same' };
  const { rowId, before, sent = [] } = draft;
  const sentValues = sent.map((texts) => valuesIn({ ...draft, texts }, columns));
  return yield* againIfChanged(() => changeRow(tab, rowId, { before, values, sent: sentValues }));
}

type SavingDraft = Extract<DraftState, { phase: 'saving' }>;

/** Returns whether the person has typed over a draft since it was sent. */
function* isTypedOver(name: DraftName, { attempt }: SavingDraft): SagaGenerator<boolean> {
  const state = yield* select(selectDraft, name, name.key);
  return state?.phase !== 'saving' || state.attempt !== attempt;
}

/** Returns the values of the written columns. */
export const pickValues = (row: Values, written: Values): Values =>
  Object.fromEntries(Object.keys(written).map((column) => [column, row[column] ?? null]));

function* applyOutcome(name: DraftName, sent: SavingDraft, outcome: Outcome) {
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
    return yield* put(projectOutdated(tab));
  }
  const after = pickValues(row, values);
  const change = { id: row._id, before: pickValues(before, values), after };
  if (!isLatest) yield* put(earlierDraftWritten({ ...name, values: after }));
  yield* put(changesWritten({ ...tab, changed: [change] }));
  yield* put(stepDone({ ...tab, step: newStep({ changed: [change] }) }));
  yield* put(rowsWritten({ ...tab, written: [{ id: rowId, row }], revision }));
}

/** Whether a failure is temporary, so that the request is retried later. */
export const isTemporary = (failure: ApiFailure) =>
  isUnknown(failure) || failure.status === 429 || (failure.status === 503 && failure.body?.code !== 'writes_paused');

/** Returns the message about a write that has failed. */
export const messageOf = (failure: ApiFailure) =>
  failure.kind === 'network' ? UNREACHABLE : failureText(failure, WRITE_FAILED);

/** Returns the errors of a failure by column. */
export function errorsIn({ body }: ApiFailure): Readonly<Record<string, string>> {
  const lines = Array.isArray(body?.errors) ? (body.errors as readonly ProblemLine[]) : [];
  return Object.fromEntries(lines.flatMap(({ field, detail }) => (field === undefined ? [] : [[field, detail]])));
}

const failedWith = (name: DraftName, failure: ApiFailure) =>
  isTemporary(failure)
    ? connectionLost({ ...name, message: messageOf(failure) })
    : draftRefused({
        ...name,
        message: messageOf(failure),
        errors: errorsIn(failure),
        isGone: failure.body?.code === 'gone',
      });

/** Shows the failure of a draft, unless the person has typed over it: then its next text is saved instead. */
function* fail(name: DraftName, sent: SavingDraft, failure: ApiFailure) {
  if (!(yield* isTypedOver(name, sent))) yield* put(failedWith(name, failure));
}

/** Saves a draft in phase `saving`. */
export function* writeDraft({ projectId, sheetId, key }: DraftName) {
  const name = { projectId, sheetId, key };
  const state = yield* select(selectDraft, name, key);
  if (state?.phase !== 'saving') return;
  // Without the columns the texts cannot be converted to values.
  if ((yield* select(selectShownRevision, name)) === undefined)
    return yield* put(connectionLost({ ...name, message: NOT_LOADED }));
  yield* request(send({ projectId, sheetId }, state.draft, state.attempt), {
    done: (outcome) => applyOutcome(name, state, outcome),
    failed: (failure) => fail(name, state, failure),
  });
}

/** Retries a draft after a delay, or when the network is back. */
export function* tryLater({ payload: { projectId, sheetId, key } }: ReturnType<typeof connectionLost>) {
  const onlineChannel = yield* call(online);
  try {
    yield* race({ back: take(onlineChannel), passed: delay(RETRY_DELAY_MS) });
    yield* put(connectionTried({ projectId, sheetId, key }));
  } finally {
    onlineChannel.close();
  }
}
