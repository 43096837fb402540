import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { TemplateCategory } from '../../contract/templateCategories';
import type { Template } from '../../contract/templates';
import type { ApiFailure } from '../http/apiError';
import { step } from '../machine/transitionTable';
import { sessionEnded } from '../session/sessionSlice';
import type { PreviewEvents, PreviewState } from './previewStates';
import { previewTransitions } from './previewTransitions';

/** What the pills choose. */
export type ShownCategory = TemplateCategory | 'All';

/** The gallery: what there is, what is shown of it, and what is looked at. */
export interface TemplatesState {
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
  preview: { phase: 'closed' },
};

const inPreview =
  <N extends keyof PreviewEvents>(event: N) =>
  (state: TemplatesState, { payload }: PayloadAction<PreviewEvents[N]>): TemplatesState => ({
    ...state,
    preview: step<PreviewState, PreviewEvents>(previewTransitions, state.preview, event, payload),
  });

/** The gallery. It comes with its page. */
export const templatesSlice = createSlice({
  name: 'templates',
  initialState: freshTemplates,
  reducers: {
    templatesRetried: (state: TemplatesState): TemplatesState => ({ ...state, list: freshTemplates.list }),
    templatesArrived: (state: TemplatesState, { payload }: PayloadAction<readonly Template[]>): TemplatesState => ({
      ...state,
      list: { phase: 'ready', templates: payload },
    }),
    templatesFailed: (state: TemplatesState, { payload }: PayloadAction<ApiFailure>): TemplatesState => ({
      ...state,
      list: { phase: 'failed', failure: payload },
    }),
    templateSearchTyped: (state: TemplatesState, { payload: search }: PayloadAction<string>) => ({ ...state, search }),
    categoryChosen: (state: TemplatesState, { payload: category }: PayloadAction<ShownCategory>) => ({
      ...state,
      category,
    }),
    /** All templates are shown again. */
    galleryCleared: (state: TemplatesState): TemplatesState => ({ ...state, search: '', category: 'All' }),

    previewOpened: inPreview('previewOpened'),
    previewTabChosen: inPreview('previewTabChosen'),
    previewClosed: inPreview('previewClosed'),
    /** "Use template": a copy of it is put into the drive. */
    copyRequested: inPreview('copyRequested'),
    templateCopied: inPreview('templateCopied'),
    copyRefused: inPreview('copyRefused'),
    templatesLeft: inPreview('templatesLeft'),
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => freshTemplates);
  },
});

export const {
  templatesRetried,
  templatesArrived,
  templatesFailed,
  templateSearchTyped,
  categoryChosen,
  galleryCleared,
  previewOpened,
  previewTabChosen,
  previewClosed,
  copyRequested,
  templateCopied,
  copyRefused,
  templatesLeft,
} = templatesSlice.actions;
