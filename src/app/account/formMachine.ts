import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';

/** Why a form was refused, and the field that is wrong. */
export interface FormRefusal {
  readonly message: string;
  readonly field?: string;
}

/** A form of the account page; each is sent on its own. What was typed stays in the page. */
export type FormState =
  { readonly phase: 'idle' } | { readonly phase: 'sending' } | ({ readonly phase: 'refused' } & FormRefusal);

const events = {
  submitted: event(),
  refused: event<FormRefusal>(),
  accepted: event(),
  /** Typed into after it was refused. */
  touched: event(),
};

type Events = EventsOf<typeof events>;

const refusing = {
  refused: { to: 'refused', carry: (_from, refusal) => refusal },
} satisfies TransitionRow<FormState, Events>;

const sending = {
  submitted: { to: 'sending', carry: () => ({}) },
  ...refusing,
} satisfies TransitionRow<FormState, Events>;

/**
 * A form of the account page. It may be refused before it was sent, for what can be seen at once; it is sent once at a time. The
 * slice has one for each form and steps them by events of its own, which name the form.
 */
export const formMachine = createMachine(
  'accountForm',
  {
    idle: sending,
    sending: { ...refusing, accepted: { to: 'idle', carry: () => ({}) } },
    refused: { ...sending, touched: { to: 'idle', carry: () => ({}) } },
  },
  (): FormState => ({ phase: 'idle' }),
  events,
);
