import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import type { RootState } from '../rootReducer';

/** A change of two-step sign-in: turn on, turn off, create new recovery codes. */
export type Change = 'on' | 'off' | 'codes';

/** A new second factor: its secret for the authenticator app, and its recovery codes. */
export interface SetUp {
  /** Content of the QR code: `otpauth://totp/…`. */
  readonly uri: string;
  readonly codes: readonly string[];
}

/** Progress of a change of two-step sign-in: asks for the password, then perhaps sets up the app, then shows the recovery codes. */
export type SecondFactor =
  | { readonly phase: 'resting' }
  /** `message`: why the last password was refused. */
  | { readonly phase: 'asking'; readonly change: Change; readonly message?: string }
  | { readonly phase: 'proving'; readonly change: Change }
  /** `message`: why the last code was refused. */
  | { readonly phase: 'settingUp'; readonly setUp: SetUp; readonly message?: string }
  | { readonly phase: 'confirming'; readonly setUp: SetUp }
  | { readonly phase: 'showing'; readonly codes: readonly string[] };

/** Initial state. */
export const restingSecondFactor: SecondFactor = { phase: 'resting' };

const events = {
  /** "Turn on", "Turn off" or "New recovery codes". */
  changeAsked: event<{ readonly change: Change }>(),
  /** The password that confirms the change; never stored. */
  proofGiven: event<{ readonly password: string }>(),
  proofRefused: event<{ readonly message: string }>(),
  setUpMade: event<SetUp>(),
  /** The first code of the app; never stored. */
  appCodeGiven: event<{ readonly code: string }>(),
  appCodeRefused: event<{ readonly message: string }>(),
  codesMade: event<{ readonly codes: readonly string[] }>(),
  turnedOff: event(),
  /** "Cancel". */
  changeLeft: event(),
  /** "Done": the user has saved the recovery codes. */
  codesKept: event(),
};

type Events = EventsOf<typeof events>;

const leaving = {
  changeLeft: { to: 'resting' },
} satisfies TransitionRow<SecondFactor, Events>;

const showing = {
  codesMade: { to: 'showing', carry: (_from, { codes }) => ({ codes }) },
} satisfies TransitionRow<SecondFactor, Events>;

/**
 * The change of two-step sign-in. Lazy-loaded with the account page, and reset at the end of the session. A change cannot be left during a
 * request, nor before the shown codes are saved.
 */
export const secondFactorSlice = createMachine(
  'secondFactor',
  {
    resting: { changeAsked: { to: 'asking', carry: (_from, { change }) => ({ change }) } },
    asking: {
      ...leaving,
      proofGiven: { to: 'proving', carry: ({ change }) => ({ change }) },
    },
    proving: {
      ...showing,
      proofRefused: { to: 'asking', carry: ({ change }, { message }) => ({ change, message }) },
      setUpMade: { to: 'settingUp', carry: (_from, setUp) => ({ setUp }) },
      turnedOff: { to: 'resting' },
    },
    settingUp: {
      ...leaving,
      appCodeGiven: { to: 'confirming', carry: ({ setUp }) => ({ setUp }) },
    },
    confirming: {
      ...showing,
      appCodeRefused: { to: 'settingUp', carry: ({ setUp }, { message }) => ({ setUp, message }) },
    },
    showing: { codesKept: { to: 'resting' } },
  },
  (): SecondFactor => restingSecondFactor,
  events,
);

export const {
  changeAsked,
  proofGiven,
  proofRefused,
  setUpMade,
  appCodeGiven,
  appCodeRefused,
  codesMade,
  turnedOff,
  changeLeft,
  codesKept,
} = secondFactorSlice.actions;

/** Returns the progress of a change of two-step sign-in. */
export const selectSecondFactor = ({ secondFactor = restingSecondFactor }: RootState) => secondFactor;
