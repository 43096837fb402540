import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import { codeGiven, type CodeKind, codeRequired } from './authFormSlice';
import { sessionArrived } from './sessionSlice';

/** The second step of signing in: not wanted, a code asked for, a code being looked at. */
export type SecondStep =
  | { readonly phase: 'notRequired' }
  /** `message`: what was wrong with the code that was given. */
  | { readonly phase: 'asking'; readonly kind: CodeKind; readonly message?: string }
  | { readonly phase: 'checking'; readonly kind: CodeKind };

/** The second step while it is wanted. */
export type RequiredStep = Exclude<SecondStep, { phase: 'notRequired' }>;

const events = {
  codeRequired,
  codeGiven,
  codeRefused: event<{ readonly message: string }>(),
  /** "Use a recovery code instead", and back. */
  kindSwitched: event(),
  /** "Start over", or the time is over. */
  stepLeft: event(),
  sessionArrived,
};

/** What can happen to the second step. */
export type SecondStepEvents = EventsOf<typeof events>;

const arrival = {
  sessionArrived: { to: 'notRequired' },
} satisfies TransitionRow<SecondStep, SecondStepEvents>;

const refusing = {
  codeRefused: { to: 'asking', carry: ({ kind }, { message }) => ({ kind, message }) },
  stepLeft: { to: 'notRequired' },
  ...arrival,
} satisfies TransitionRow<SecondStep, SecondStepEvents, 'asking' | 'checking'>;

/**
 * The second step of signing in; it comes with the login page, and codes are not kept in the state. A code may be refused before
 * it is sent, for what can be seen at once.
 */
export const secondStepSlice = createMachine(
  'secondStep',
  {
    notRequired: { codeRequired: { to: 'asking', carry: () => ({ kind: 'app' as const }) }, ...arrival },
    asking: {
      ...refusing,
      codeGiven: { to: 'checking', carry: ({ kind }) => ({ kind }) },
      kindSwitched: { to: 'asking', carry: ({ kind }) => ({ kind: kind === 'app' ? 'recovery' : 'app' }) },
    },
    checking: refusing,
  },
  (): SecondStep => ({ phase: 'notRequired' }),
  events,
);

export const { codeRefused, kindSwitched, stepLeft } = secondStepSlice.actions;
