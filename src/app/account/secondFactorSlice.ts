import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import type { RootState } from '../rootReducer';

/** What is done about two-step sign-in: turned on, turned off, given new recovery codes. */
export type Change = 'on' | 'off' | 'codes';

/** What an authenticator app is given, and the recovery codes that count with it. */
export interface SetUp {
  /** What the QR code says: `otpauth://totp/…`. */
  readonly uri: string;
  readonly codes: readonly string[];
}

/** A change of two-step sign-in: the password asked for, then perhaps the app set up, then the recovery codes shown. */
export type SecondFactor =
  | { readonly phase: 'resting' }
  /** `message`: what was wrong with the password that was given. */
  | { readonly phase: 'asking'; readonly change: Change; readonly message?: string }
  | { readonly phase: 'proving'; readonly change: Change }
  /** `message`: what was wrong with the code that was given. */
  | { readonly phase: 'settingUp'; readonly setUp: SetUp; readonly message?: string }
  | { readonly phase: 'confirming'; readonly setUp: SetUp }
  | { readonly phase: 'showing'; readonly codes: readonly string[] };

/** Before anything is changed. */
export const restingSecondFactor: SecondFactor = { phase: 'resting' };

const events = {
  /** "Turn on", "Turn off" or "New recovery codes". */
  changeAsked: event<{ readonly change: Change }>(),
  /** The password it is to be confirmed with; it is kept nowhere. */
  proofGiven: event<{ readonly password: string }>(),
  proofRefused: event<{ readonly message: string }>(),
  setUpMade: event<SetUp>(),
  /** The first code of the app; it is kept nowhere. */
  appCodeGiven: event<{ readonly code: string }>(),
  appCodeRefused: event<{ readonly message: string }>(),
  codesMade: event<{ readonly codes: readonly string[] }>(),
  turnedOff: event(),
  /** "Cancel". */
  changeLeft: event(),
  /** "Done": the recovery codes are in a safe place. */
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
 * Two-step sign-in being changed. It comes with the account page, and is forgotten with the person. What has been sent is waited
 * for; codes that are shown are left when they are kept.
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

/** How far a change of two-step sign-in has come. */
export const selectSecondFactor = ({ secondFactor = restingSecondFactor }: RootState) => secondFactor;
