import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';

/** A template that is looked at, and which of its tabs. */
interface Looked {
  readonly templateId: string;
  readonly sheetId: number;
}

/** Looking at a template, and using it. */
export type PreviewState =
  | { readonly phase: 'closed' }
  | ({ readonly phase: 'open' } & Looked)
  | ({ readonly phase: 'copying' } & Looked)
  | ({ readonly phase: 'refused'; readonly message: string } & Looked);

const events = {
  previewOpened: event<Looked>(),
  previewTabChosen: event<{ readonly sheetId: number }>(),
  previewClosed: event(),
  /** "Use template": a copy of it is put into the drive. */
  copyRequested: event(),
  templateCopied: event(),
  copyRefused: event<{ readonly message: string }>(),
  templatesLeft: event(),
};

type Events = EventsOf<typeof events>;

const looked = ({ templateId, sheetId }: Looked) => ({ templateId, sheetId });

const leaving = {
  templatesLeft: { to: 'closed', carry: () => ({}) },
} satisfies TransitionRow<PreviewState, Events>;

const looking = {
  copyRequested: { to: 'copying', carry: looked },
  previewClosed: { to: 'closed', carry: () => ({}) },
  ...leaving,
} satisfies TransitionRow<PreviewState, Events, 'open' | 'refused'>;

/** Looking at a template, a part of the gallery. While it is being copied its preview stays. */
export const previewMachine = createMachine(
  'templates',
  {
    closed: { previewOpened: { to: 'open', carry: (_from, shown) => looked(shown) } },
    open: {
      ...looking,
      previewTabChosen: { to: 'open', carry: ({ templateId }, { sheetId }) => ({ templateId, sheetId }) },
    },
    copying: {
      ...leaving,
      previewTabChosen: { to: 'copying', carry: ({ templateId }, { sheetId }) => ({ templateId, sheetId }) },
      templateCopied: { to: 'closed', carry: () => ({}) },
      copyRefused: { to: 'refused', carry: (from, { message }) => ({ ...looked(from), message }) },
    },
    refused: {
      ...looking,
      previewTabChosen: {
        to: 'refused',
        carry: ({ templateId, message }, { sheetId }) => ({ templateId, sheetId, message }),
      },
    },
  },
  (): PreviewState => ({ phase: 'closed' }),
  events,
);
