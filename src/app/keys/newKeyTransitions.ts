import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import type { NewKeyEvents, NewKeyState } from './newKeyStates';

const submitting = {
  newKeySubmitted: { to: 'making', carry: (_from, { projectId }) => ({ projectId }) },
} satisfies TransitionRow<NewKeyState, NewKeyEvents>;

const closing = {
  newKeyClosed: { to: 'closed', carry: () => ({}) },
} satisfies TransitionRow<NewKeyState, NewKeyEvents>;

/**
 * A new key as a table. While it is made it cannot be closed, so that no key is made that nobody has seen; while it is shown
 * it can be closed only after it was copied, as it is never shown again.
 */
export const newKeyTransitions = {
  closed: { newKeyOpened: { to: 'drafting', carry: (_from, { projectId }) => ({ projectId }) } },
  drafting: { ...submitting, ...closing },
  making: {
    keyMade: { to: 'made', carry: (_from, { key, secret }) => ({ key, secret }) },
    keyRefused: { to: 'refused', carry: ({ projectId }, failure) => ({ projectId, failure }) },
  },
  refused: { ...submitting, ...closing },
  made: { keyCopied: { to: 'copied', carry: ({ key, secret }) => ({ key, secret }) } },
  copied: { ...closing },
} satisfies TransitionTable<NewKeyState, NewKeyEvents>;
