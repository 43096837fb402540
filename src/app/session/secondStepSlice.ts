import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import { authRefused, codeGiven, type CodeKind, codeRequired } from './authFormSlice';
import { sessionArrived } from './sessionSlice';

/** The second step of sign-in: not required, waiting for a code, checking a code. */
export type SecondStep =
  | { readonly phase: 'notRequired' }
  /** `message`: why the last code was refused. */
  | { readonly phase: 'asking'; readonly kind: CodeKind; readonly message?: string }
  | { readonly phase: 'checking'; readonly kind: CodeKind };

/** The second step while it is required. */
export type RequiredStep = Exclude<SecondStep, { phase: 'notRequired' }>;

const events = {
  codeRequired,
  codeGiven,
  codeRefused: event<{ readonly message: string }>(),
  /** "Use a recovery code instead", and back. */
  kindSwitched: event(),
  /** "Start over". */
  stepLeft: event(),
  /** The password is required again, or the session could not be read. */
  authRefused,
  sessionArrived,
};

/** Payloads of the second step's events. */
export type SecondStepEvents = EventsOf<typeof events>;

const arrival = {
  sessionArrived: { to: 'notRequired' },
} satisfies TransitionRow<SecondStep, SecondStepEvents>;

const refusing = {
  codeRefused: { to: 'asking', carry: ({ kind }, { message }) => ({ kind, message }) },
  stepLeft: { to: 'notRequired' },
  authRefused: { to: 'notRequired' },
  ...arrival,
} satisfies TransitionRow<SecondStep, SecondStepEvents, 'asking' | 'checking'>;

/**
 * The second step of sign-in, lazy-loaded with the login page; the state never holds codes. A malformed code is refused before it is
 * sent, in the phase `asking`.
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
