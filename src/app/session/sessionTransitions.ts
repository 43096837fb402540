import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import type { Session, SessionEvents } from './sessionStates';

const arrival = {
  sessionArrived: { to: 'signedIn', carry: (_from, user) => ({ user }) },
} satisfies TransitionRow<Session, SessionEvents>;

const endings = {
  sessionMissing: { to: 'signedOut', carry: () => ({ byChoice: false }) },
  sessionEnded: { to: 'signedOut', carry: (_from, { byChoice }) => ({ byChoice }) },
} satisfies TransitionRow<Session, SessionEvents>;

const failing = {
  sessionUnavailable: { to: 'unavailable', carry: (_from, failure) => ({ failure }) },
} satisfies TransitionRow<Session, SessionEvents>;

/**
 * The session as a table. Asking again while it is known changes nothing, and neither does a refresh that fails, so that
 * a known session never shows 'Loading...' or an error page.
 */
export const sessionTransitions = {
  loading: { ...arrival, ...endings, ...failing },
  signedIn: { ...arrival, ...endings },
  signedOut: { ...arrival },
  unavailable: { sessionAsked: { to: 'loading', carry: () => ({}) }, ...arrival, ...endings, ...failing },
} satisfies TransitionTable<Session, SessionEvents>;
