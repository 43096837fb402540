import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import type { SecondFactor, SecondFactorEvents } from './secondFactorStates';

const leaving = {
  changeLeft: { to: 'resting', carry: () => ({}) },
} satisfies TransitionRow<SecondFactor, SecondFactorEvents>;

const showing = {
  codesMade: { to: 'showing', carry: (_from, { codes }) => ({ codes }) },
} satisfies TransitionRow<SecondFactor, SecondFactorEvents>;

/** A change of two-step sign-in as a table. What has been sent is waited for; codes that are shown are left when they are kept. */
export const secondFactorTransitions = {
  resting: { changeAsked: { to: 'asking', carry: (_from, { change }) => ({ change }) } },
  asking: {
    ...leaving,
    proofGiven: { to: 'proving', carry: ({ change }) => ({ change }) },
    proofRefused: { to: 'asking', carry: ({ change }, { message }) => ({ change, message }) },
  },
  proving: {
    ...showing,
    proofRefused: { to: 'asking', carry: ({ change }, { message }) => ({ change, message }) },
    setUpMade: { to: 'settingUp', carry: (_from, setUp) => ({ setUp }) },
    turnedOff: { to: 'resting', carry: () => ({}) },
  },
  settingUp: {
    ...leaving,
    appCodeGiven: { to: 'confirming', carry: ({ setUp }) => ({ setUp }) },
    appCodeRefused: { to: 'settingUp', carry: ({ setUp }, { message }) => ({ setUp, message }) },
  },
  confirming: {
    ...showing,
    appCodeRefused: { to: 'settingUp', carry: ({ setUp }, { message }) => ({ setUp, message }) },
  },
  showing: { codesKept: { to: 'resting', carry: () => ({}) } },
} satisfies TransitionTable<SecondFactor, SecondFactorEvents>;
