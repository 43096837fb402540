import { createAction, createSlice } from '@reduxjs/toolkit';
import type { TemplateCategory } from '../../contract/templateCategories';
import type { Template } from '../../contract/templates';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf, inField } from '../machine/createMachine';
import { reducersOf } from '../machine/reducersOf';
import type { TransitionRow } from '../machine/transitionTable';

/** The gallery is on the screen, or "Try again" was pressed. With the first of these, what it needs is fetched. */
export const templatesOpened = createAction('templates/templatesOpened');

/** A template that is looked at, and which of its tabs. */
interface Looked {
  readonly templateId: string;
  readonly sheetId: number;
}

/** Looking at a template, and using it. */
type PreviewState =
  | { readonly phase: 'closed' }
  /** `message`: why it could not be copied. */
  | ({ readonly phase: 'open'; readonly message?: string } & Looked)
  | ({ readonly phase: 'copying' } & Looked);

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
  templatesLeft: { to: 'closed' },
} satisfies TransitionRow<PreviewState, Events>;

/** Looking at a template, a part of the gallery. While it is being copied its preview stays. */
export const previewMachine = createMachine(
  'templates',
  {
    closed: { previewOpened: { to: 'open', carry: (_from, shown) => looked(shown) } },
    open: {
      ...leaving,
      previewTabChosen: { to: 'open', carry: ({ phase: _phase, ...from }, { sheetId }) => ({ ...from, sheetId }) },
      previewClosed: { to: 'closed' },
      copyRequested: { to: 'copying', carry: looked },
    },
    copying: {
      ...leaving,
      previewTabChosen: { to: 'copying', carry: ({ templateId }, { sheetId }) => ({ templateId, sheetId }) },
      templateCopied: { to: 'closed' },
      copyRefused: { to: 'open', carry: (from, { message }) => ({ ...looked(from), message }) },
    },
  },
  (): PreviewState => ({ phase: 'closed' }),
  events,
);

/** What the pills choose. */
export type ShownCategory = TemplateCategory | 'All';

/** The gallery: what there is, what is shown of it, and what is looked at. */
interface TemplatesState {
  readonly list:
    | { readonly phase: 'loading' }
    | { readonly phase: 'ready'; readonly templates: readonly Template[] }
    | { readonly phase: 'failed'; readonly failure: ApiFailure };
  readonly search: string;
  readonly category: ShownCategory;
  readonly preview: PreviewState;
}

/** Before anything was asked. */
export const freshTemplates: TemplatesState = {
  list: { phase: 'loading' },
  search: '',
  category: 'All',
  preview: previewMachine.getInitialState(),
};

const on = reducersOf<TemplatesState>();

/** The gallery. It comes with its page. */
export const templatesSlice = createSlice({
  name: 'templates',
  initialState: freshTemplates,
  reducers: {
    templatesArrived: on<readonly Template[]>((_state, payload) => ({ list: { phase: 'ready', templates: payload } })),
    templatesFailed: on<ApiFailure>((_state, payload) => ({ list: { phase: 'failed', failure: payload } })),
    templateSearchTyped: on<string>((_state, search) => ({ search })),
    categoryChosen: on<ShownCategory>((_state, category) => ({ category })),
    /** All templates are shown again. */
    galleryCleared: on(() => ({ search: '', category: 'All' })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(
        templatesOpened,
        on((state) => (state.list.phase === 'failed' ? { list: freshTemplates.list } : state)),
      )
      .addMatcher(previewMachine.hears, inField('preview', previewMachine));
  },
});

export const {
  previewOpened,
  previewTabChosen,
  previewClosed,
  copyRequested,
  templateCopied,
  copyRefused,
  templatesLeft,
} = previewMachine.actions;

export const { templatesArrived, templatesFailed, templateSearchTyped, categoryChosen, galleryCleared } =
  templatesSlice.actions;
