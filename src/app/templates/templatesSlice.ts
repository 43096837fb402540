import { createAction, createSlice, nanoid } from '@reduxjs/toolkit';
import type { TemplateCategory } from '../../contract/templateCategories';
import type { Template } from '../../contract/templates';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf, inField } from '../machine/createMachine';
import { reducersOf } from '../machine/reducersOf';
import type { TransitionRow } from '../machine/transitionTable';

/** The gallery is on the screen, or "Try again" was pressed: its data is fetched. */
export const templatesOpened = createAction('templates/templatesOpened');

/** The previewed template and its selected tab. */
interface Previewed {
  readonly templateId: string;
  readonly sheetId: number;
  /** Identifies the copy, so that pressing again after a lost answer makes no second one. */
  readonly attempt: string;
}

/** The preview of a template, and copying it. */
type PreviewState =
  | { readonly phase: 'closed' }
  /** `message`: why the template could not be copied. */
  | ({ readonly phase: 'open'; readonly message?: string } & Previewed)
  | ({ readonly phase: 'copying' } & Previewed);

const events = {
  previewOpened: event((shown: Omit<Previewed, 'attempt'>) => ({ payload: { ...shown, attempt: nanoid() } })),
  previewTabChosen: event<{ readonly sheetId: number }>(),
  previewClosed: event(),
  /** "Use template" was pressed: the template is copied into the drive. */
  copyRequested: event(),
  templateCopied: event(),
  copyRefused: event<{ readonly message: string }>(),
  templatesLeft: event(),
};

type Events = EventsOf<typeof events>;

const previewed = ({ templateId, sheetId, attempt }: Previewed) => ({ templateId, sheetId, attempt });

const leaving = {
  templatesLeft: { to: 'closed' },
} satisfies TransitionRow<PreviewState, Events>;

/** The preview of a template, a part of the gallery's slice. It cannot be closed while the template is being copied. */
export const previewMachine = createMachine(
  'templates',
  {
    closed: { previewOpened: { to: 'open', carry: (_from, shown) => previewed(shown) } },
    open: {
      ...leaving,
      previewTabChosen: { to: 'open', carry: ({ phase: _phase, ...from }, { sheetId }) => ({ ...from, sheetId }) },
      previewClosed: { to: 'closed' },
      copyRequested: { to: 'copying', carry: previewed },
    },
    copying: {
      ...leaving,
      previewTabChosen: { to: 'copying', carry: (from, { sheetId }) => ({ ...previewed(from), sheetId }) },
      templateCopied: { to: 'closed' },
      copyRefused: { to: 'open', carry: (from, { message }) => ({ ...previewed(from), message }) },
    },
  },
  (): PreviewState => ({ phase: 'closed' }),
  events,
);

/** The selected category. */
export type ShownCategory = TemplateCategory | 'All';

/** State of the gallery: templates, filters and preview. */
interface TemplatesState {
  readonly list:
    | { readonly phase: 'loading' }
    | { readonly phase: 'ready'; readonly templates: readonly Template[] }
    | { readonly phase: 'failed'; readonly failure: ApiFailure };
  readonly search: string;
  readonly category: ShownCategory;
  readonly preview: PreviewState;
}

/** Initial state. */
export const freshTemplates: TemplatesState = {
  list: { phase: 'loading' },
  search: '',
  category: 'All',
  preview: previewMachine.getInitialState(),
};

const on = reducersOf<TemplatesState>();

/** The gallery. Lazy-loaded with its page. */
export const templatesSlice = createSlice({
  name: 'templates',
  initialState: freshTemplates,
  reducers: {
    templatesArrived: on<readonly Template[]>((_state, payload) => ({ list: { phase: 'ready', templates: payload } })),
    templatesFailed: on<ApiFailure>((_state, payload) => ({ list: { phase: 'failed', failure: payload } })),
    templateSearchTyped: on<string>((_state, search) => ({ search })),
    categoryChosen: on<ShownCategory>((_state, category) => ({ category })),
    /** Search and category are cleared: all templates are shown. */
    galleryCleared: on(() => ({ search: '', category: 'All' })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(
        templatesOpened,
        on((state) => (state.list.phase === 'failed' ? { list: freshTemplates.list } : state)),
      )
      .addMatcher(previewMachine.handles, inField('preview', previewMachine));
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
