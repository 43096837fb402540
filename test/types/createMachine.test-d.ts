/** Code that must not compile when a machine is created. Checked by `tsc`, never run. */
import { createMachine, event } from '../../src/app/machine/createMachine';
import { sessionEnded } from '../../src/app/session/sessionSlice';

type Lamp = { readonly phase: 'off' } | { readonly phase: 'on'; readonly watts: number };

const events = { pressed: event<{ readonly watts: number }>(), sessionEnded };
const initial = (): Lamp => ({ phase: 'off' });
const on = { to: 'on' as const, carry: () => ({ watts: 40 }) };

// The machine itself, so that those below differ from it in one thing only.
export const lamp = createMachine(
  'lamp',
  {
    off: { pressed: { to: 'on', carry: (_from, { watts }) => ({ watts }) } },
    on: { sessionEnded: { to: 'off', carry: () => ({}) } },
  },
  initial,
  events,
);

// @ts-expect-error a phase without a row
createMachine('lamp', { off: {} }, initial, events);

// @ts-expect-error a phase that does not exist
createMachine('lamp', { off: {}, on: {}, broken: {} }, initial, events);

// @ts-expect-error an event that does not exist
createMachine('lamp', { off: { burnt: on }, on: {} }, initial, events);

// @ts-expect-error a target that does not exist
createMachine('lamp', { off: { pressed: { to: 'broken', carry: () => ({}) } }, on: {} }, initial, events);

// @ts-expect-error a missing field of the target: watts
createMachine('lamp', { off: { pressed: { to: 'on', carry: () => ({}) } }, on: {} }, initial, events);

// @ts-expect-error missing data of the target
createMachine('lamp', { off: { pressed: { to: 'on' } }, on: {} }, initial, events);

createMachine(
  'lamp',
  // @ts-expect-error a payload that the event does not have
  { off: { pressed: { ...on, carry: (_from, { volts }) => ({ watts: volts }) } }, on: {} },
  initial,
  events,
);

// @ts-expect-error an event that does not exist has no action creator
export const { burnt } = lamp.actions;

// @ts-expect-error an event needs its payload
lamp.actions.pressed();

// @ts-expect-error a step by an event that does not exist
lamp.step(initial(), 'burnt', undefined);

// @ts-expect-error a step with the payload of another event
lamp.step(initial(), 'pressed', { byChoice: true });
