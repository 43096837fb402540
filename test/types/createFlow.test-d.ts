/**
 * Code that must not compile in the create flow's table. Checked by `tsc`, never run: a line marked `@ts-expect-error` that
 * compiles is an error itself.
 */
import type { SheetPreview } from '../../src/contract/projects';
import {
  type CreateFlow,
  type CreateFlowEvents,
  createFlowTransitions,
  draftAccepted,
  draftCleared,
  draftRejected,
} from '../../src/app/createFlow/createFlowSlice';
import type { TransitionRow, TransitionTable } from '../../src/app/machine/transitionTable';

type Table = TransitionTable<CreateFlow, CreateFlowEvents>;
type Row = TransitionRow<CreateFlow, CreateFlowEvents>;
type InvalidRow = TransitionRow<CreateFlow, CreateFlowEvents, 'invalid'>;

// The table itself, so that the lines below differ from it in one thing only.
createFlowTransitions satisfies Table;

const { idle, invalid, checking, previewReady, creating, failed } = createFlowTransitions;

// @ts-expect-error a phase without a row
export const phaseLacking: Table = { idle, invalid, checking, previewReady, creating };

// @ts-expect-error a phase that does not exist
export const phaseUnknown: Table = { ...createFlowTransitions, done: {} };

// @ts-expect-error an event that does not exist
export const eventUnknown: Row = { draftForgotten: { to: 'idle', carry: () => ({}) } };

// @ts-expect-error a target that does not exist
export const targetUnknown: Row = { draftCleared: { to: 'empty', carry: () => ({}) } };

// @ts-expect-error a missing field of the target: sheetId
export const fieldLacking: Row = { draftAccepted: { to: 'checking', carry: (_from, { text }) => ({ text }) } };

// @ts-expect-error a field of the target that only another phase has: there is no preview in invalid
export const fieldFromElsewhere: InvalidRow = { createRequested: previewReady.createRequested };

// @ts-expect-error a field of the wrong type
export const fieldOfWrongKind: Row = { draftRejected: { to: 'invalid', carry: () => ({ text: 7 }) } };

// @ts-expect-error a payload that the event does not have
export const payloadOfWrongKind: Row = { draftCleared: { to: 'invalid', carry: (_from, { text }) => ({ text }) } };

// @ts-expect-error a failure without its message
export const failureLacking: CreateFlow = { phase: 'failed', text: 'x', sheetId: 'x' };

// @ts-expect-error a preview while checking
export const impossibleState: CreateFlow = { phase: 'checking', text: '', sheetId: '', preview };

// @ts-expect-error a cleared draft has no payload
draftCleared('x');

// @ts-expect-error a rejected draft has its text
draftRejected();

// @ts-expect-error an accepted draft has its id
draftAccepted({ text: 'x' });

declare const preview: SheetPreview;

export const allRows = [idle, invalid, checking, previewReady, creating, failed];
