import { createMachine, event, type EventsOf, type OfProject } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import { sessionEnded } from '../session/sessionSlice';

/** The rename dialog: closed, asking, saving, refused. The typed name stays in the dialog. */
export type RenameState =
  | { readonly phase: 'closed' }
  | ({ readonly phase: 'asking' } & OfProject)
  | ({ readonly phase: 'saving' } & OfProject)
  | ({ readonly phase: 'refused'; readonly message: string } & OfProject);

const events = {
  renameOpened: event<OfProject>(),
  /** "Rename project" was pressed. */
  renameSubmitted: event<OfProject & { readonly title: string }>(),
  renameDone: event(),
  renameRefused: event<{ readonly message: string }>(),
  renameClosed: event(),
  sessionEnded,
};

/** Payloads of the rename dialog's events. */
export type RenameEvents = EventsOf<typeof events>;

const closed = { to: 'closed' } as const;

const asking = {
  renameSubmitted: { to: 'saving', carry: (_from, { projectId }) => ({ projectId }) },
  renameClosed: closed,
  sessionEnded: closed,
} satisfies TransitionRow<RenameState, RenameEvents>;

/** The machine of the rename dialog. The dialog stays open while the name is being saved. */
export const renameMachine = createMachine(
  'rename',
  {
    closed: { renameOpened: { to: 'asking', carry: (_from, { projectId }) => ({ projectId }) } },
    asking,
    saving: {
      renameDone: closed,
      renameRefused: { to: 'refused', carry: ({ projectId }, { message }) => ({ projectId, message }) },
      sessionEnded: closed,
    },
    refused: asking,
  },
  (): RenameState => ({ phase: 'closed' }),
  events,
);
