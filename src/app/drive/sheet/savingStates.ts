/** Whether what was typed is on the server. */
export type SavingState =
  | { readonly phase: 'saved' }
  /** On its way; too short to be spoken of. */
  | { readonly phase: 'sending' }
  | { readonly phase: 'saving' }
  /** The server cannot be reached: changes wait. */
  | { readonly phase: 'offline' }
  /** The server does not take them: they wait for "Try again", or are given up. */
  | { readonly phase: 'refused'; readonly message: string };

/** What can happen to changes, with what comes along. */
export interface SavingEvents {
  readonly changesMade: void;
  readonly savingTookLong: void;
  readonly allSaved: void;
  readonly connectionLost: void;
  readonly connectionTried: void;
  readonly savingRefused: { readonly message: string };
  readonly savingRetried: void;
  readonly changesGivenUp: void;
}

/** Every event, in the order of the grid. */
export const savingEvents = [
  'changesMade',
  'savingTookLong',
  'allSaved',
  'connectionLost',
  'connectionTried',
  'savingRefused',
  'savingRetried',
  'changesGivenUp',
] as const satisfies readonly (keyof SavingEvents)[];
