/** Code that must not compile in the session's table. Checked by `tsc`, never run. */
import { type Session, type SessionEvents, sessionTransitions } from '../../src/app/session/sessionSlice';
import type { TransitionRow, TransitionTable } from '../../src/app/machine/transitionTable';

type Table = TransitionTable<Session, SessionEvents>;
type Row = TransitionRow<Session, SessionEvents>;

sessionTransitions satisfies Table;

const { loading, signedIn, signedOut } = sessionTransitions;

// @ts-expect-error a phase without a row
export const phaseLacking: Table = { loading, signedIn, signedOut };

// @ts-expect-error signed in without a user
export const userLacking: Row = { sessionArrived: { to: 'signedIn', carry: () => ({}) } };

// @ts-expect-error an event that does not exist
export const eventUnknown: Row = { sessionForgotten: { to: 'loading', carry: () => ({}) } };

// @ts-expect-error a signed-in state without its user
export const impossibleState: Session = { phase: 'signedIn' };
