import { nanoid } from '@reduxjs/toolkit';
import type { CellValue } from '../../../contract/rows';
import { createMachine, event, type EventsOf } from '../../machine/createMachine';
import { without } from '../../machine/resultsById';
import type { TransitionRow } from '../../machine/transitionTable';
import type { TabName } from '../rows/endpointSlice';

/** Values by column. */
export type Values = Readonly<Record<string, CellValue>>;

/** Typed texts for cells of one row: for one cell in the grid, or for a whole row in a form. */
export interface Draft {
  /** Id of the changed row; null for a new row. */
  readonly rowId: string | null;
  /** Typed texts by column. */
  readonly texts: Readonly<Record<string, string>>;
  /** Values of the cells when the draft began; the draft is only written if they are unchanged on the server. */
  readonly before: Values;
  /** Texts that were sent, with an unknown outcome, before the person typed over them: the server may have written them. */
  readonly sent?: readonly Draft['texts'][];
}

interface Sent {
  readonly draft: Draft;
  /** Identifies the attempt, so that a retry adds no second row. */
  readonly attempt: string;
}

interface Typing {
  readonly draft: Draft;
  /** Texts that were being saved when the person typed over them. "Esc" saves them again. */
  readonly unsaved?: Draft['texts'];
}

/** State of a draft. */
export type DraftState =
  | { readonly phase: 'idle' }
  | ({ readonly phase: 'typing' } & Typing)
  | ({ readonly phase: 'saving' } & Sent)
  /** The server rejected the draft, with a message for the whole row and errors by column. */
  | ({ readonly phase: 'refused'; readonly draft: Draft } & Refused)
  /** Somebody else has written the same cells. */
  | { readonly phase: 'clashing'; readonly draft: Draft; readonly theirs: Values }
  /** The server is unreachable or busy; the write is retried. */
  | ({ readonly phase: 'waiting'; readonly message: string } & Sent);

interface Refused {
  readonly message: string;
  /** Whether the row was removed. */
  readonly isGone?: boolean;
  readonly errors: Readonly<Record<string, string>>;
}

/** Identifies a draft of a tab. */
export interface DraftName extends TabName {
  readonly key: string;
}

/** Prepares the payload of an event that sends the draft. @param attempt a new one, unless the draft is sent again as it was */
const sending = (name: DraftName, attempt: string = nanoid()) => ({ payload: { ...name, attempt } });

const events = {
  draftBegun: event<DraftName & { readonly draft: Draft }>(),
  textTyped: event<DraftName & { readonly column: string; readonly text: string }>(),
  draftCommitted: event(sending),
  /** The person discards a text that replaced unsaved ones. */
  draftReverted: event(sending),
  /** The person discards the draft. */
  draftCancelled: event<DraftName>(),
  draftWritten: event<DraftName>(),
  /** The server has saved texts that the person has typed over meanwhile. */
  earlierDraftWritten: event<DraftName & { readonly values: Values }>(),
  draftRefused: event<DraftName & Refused>(),
  clashFound: event<DraftName & { readonly theirs: Values }>(),
  mineKept: event(sending),
  connectionLost: event<DraftName & { readonly message: string }>(),
  connectionTried: event<DraftName>(),
};

type Events = EventsOf<typeof events>;

const typed = ({ draft }: { readonly draft: Draft }, { column, text }: { column: string; text: string }) => ({
  draft: { ...draft, texts: { ...draft.texts, [column]: text } },
});

const typedOver = {
  textTyped: {
    to: 'typing',
    carry: (from: Sent, payload) => {
      const { draft } = typed(from, payload);
      return { draft: { ...draft, sent: [...(draft.sent ?? []), from.draft.texts] }, unsaved: from.draft.texts };
    },
  },
} satisfies TransitionRow<DraftState, Events, 'saving' | 'waiting'>;

const withBefore = (draft: Draft, { values }: { readonly values: Values }): Draft => ({
  ...draft,
  before: { ...draft.before, ...values },
});

const cancelling = { draftCancelled: { to: 'idle' } } satisfies TransitionRow<DraftState, Events>;

const committing = {
  draftCommitted: { to: 'saving', carry: ({ draft }: { readonly draft: Draft }, { attempt }) => ({ draft, attempt }) },
} satisfies TransitionRow<Exclude<DraftState, { phase: 'idle' }>, Events>;

/** State machine of a draft, from its first letter until it is saved or discarded. */
export const draftMachine = createMachine(
  'edit',
  {
    idle: { draftBegun: { to: 'typing', carry: (_from, { draft }) => ({ draft }) } },
    typing: {
      textTyped: { to: 'typing', carry: (from, payload) => ({ ...from, ...typed(from, payload) }) },
      draftReverted: {
        to: 'saving',
        carry: ({ draft, unsaved = draft.texts }, { attempt }) => ({ draft: { ...draft, texts: unsaved }, attempt }),
      },
      earlierDraftWritten: {
        to: 'typing',
        carry: (from, payload) => ({ ...from, draft: withBefore(from.draft, payload) }),
      },
      ...committing,
      ...cancelling,
    },
    saving: {
      ...typedOver,
      draftWritten: { to: 'idle' },
      earlierDraftWritten: {
        to: 'saving',
        carry: (from, payload) => ({ ...from, draft: withBefore(from.draft, payload) }),
      },
      draftRefused: {
        to: 'refused',
        carry: ({ draft }, { message, errors, isGone }) => ({ draft, message, errors, ...(isGone && { isGone }) }),
      },
      clashFound: { to: 'clashing', carry: ({ draft }, { theirs }) => ({ draft, theirs }) },
      connectionLost: {
        to: 'waiting',
        carry: ({ draft, attempt }, { message }) => ({ draft, attempt, message }),
      },
    },
    refused: {
      textTyped: {
        to: 'refused',
        carry: (from, payload) => ({
          ...typed(from, payload),
          message: from.message,
          errors: without(from.errors, payload.column),
        }),
      },
      ...committing,
      ...cancelling,
    },
    clashing: {
      mineKept: {
        to: 'saving',
        carry: ({ draft, theirs }, { attempt }) => ({
          draft: { ...draft, before: { ...draft.before, ...theirs } },
          attempt,
        }),
      },
      ...cancelling,
    },
    waiting: {
      connectionTried: { to: 'saving', carry: ({ draft, attempt }) => ({ draft, attempt }) },
      ...typedOver,
      ...cancelling,
    },
  },
  (): DraftState => ({ phase: 'idle' }),
  events,
);
