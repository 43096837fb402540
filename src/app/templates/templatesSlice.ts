import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { TemplateCategory } from '../../contract/templateCategories';
import type { Template } from '../../contract/templates';
import type { ApiFailure } from '../http/apiError';
import { inField } from '../machine/createMachine';
import { sessionEnded } from '../session/sessionSlice';
import { previewMachine, type PreviewState } from './previewMachine';

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
  preview: previewMachine.getInitialState(),
};

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
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionEnded, () => freshTemplates)
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

export const {
  templatesRetried,
  templatesArrived,
  templatesFailed,
  templateSearchTyped,
  categoryChosen,
  galleryCleared,
} = templatesSlice.actions;
