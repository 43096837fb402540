import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import type { Looked, PreviewEvents, PreviewState } from './previewStates';

const looked = ({ templateId, sheetId }: Looked) => ({ templateId, sheetId });

const endings = {
  templatesLeft: { to: 'closed', carry: () => ({}) },
  sessionEnded: { to: 'closed', carry: () => ({}) },
} satisfies TransitionRow<PreviewState, PreviewEvents>;

const closing = { previewClosed: { to: 'closed', carry: () => ({}) } } satisfies TransitionRow<
  PreviewState,
  PreviewEvents
>;

/** Looking at a template as a table. While it is being copied its preview stays. */
export const previewTransitions = {
  closed: { previewOpened: { to: 'open', carry: (_from, shown) => looked(shown) } },
  open: {
    previewTabChosen: { to: 'open', carry: ({ templateId }, { sheetId }) => ({ templateId, sheetId }) },
    copyRequested: { to: 'copying', carry: looked },
    ...closing,
    ...endings,
  },
  copying: {
    previewTabChosen: { to: 'copying', carry: ({ templateId }, { sheetId }) => ({ templateId, sheetId }) },
    templateCopied: { to: 'closed', carry: () => ({}) },
    copyRefused: { to: 'refused', carry: (from, { message }) => ({ ...looked(from), message }) },
    ...endings,
  },
  refused: {
    previewTabChosen: {
      to: 'refused',
      carry: ({ templateId, message }, { sheetId }) => ({ templateId, sheetId, message }),
    },
    copyRequested: { to: 'copying', carry: looked },
    ...closing,
    ...endings,
  },
} satisfies TransitionTable<PreviewState, PreviewEvents>;
