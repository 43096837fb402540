import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import type { SecondStep, SecondStepEvents } from './secondStepStates';

const refusing = {
  codeRefused: { to: 'asking', carry: ({ kind }, { message }) => ({ kind, message }) },
  stepLeft: { to: 'unwanted', carry: () => ({}) },
} satisfies TransitionRow<SecondStep, SecondStepEvents, 'asking' | 'checking'>;

/** The second step as a table. A code may be refused before it is sent, for what can be seen at once. */
export const secondStepTransitions = {
  unwanted: { codeWanted: { to: 'asking', carry: () => ({ kind: 'app' }) } },
  asking: {
    ...refusing,
    codeGiven: { to: 'checking', carry: ({ kind }) => ({ kind }) },
    kindSwitched: { to: 'asking', carry: ({ kind }) => ({ kind: kind === 'app' ? 'recovery' : 'app' }) },
  },
  checking: refusing,
} satisfies TransitionTable<SecondStep, SecondStepEvents>;
