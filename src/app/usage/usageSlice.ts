import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { usageDays } from '../../contract/usageRange';
import { step } from '../machine/transitionTable';
import { sessionEnded } from '../session/sessionSlice';
import { usageOpened } from './usageEvents';
import type { UsageEvents, UsageState } from './usageStates';
import { usageTransitions } from './usageTransitions';

/** What bars are made of. */
export type UsageStack = 'status' | 'tab';

/** Usage: what is known, and how it is looked at. */
export interface UsageView {
  readonly known: UsageState;
  readonly stack: UsageStack;
  /** The same numbers as a table. */
  readonly asTable: boolean;
  /** The endpoint whose requests alone are shown; null for all. */
  readonly endpoint: string | null;
  /** More than the five busiest are listed. */
  readonly allEndpoints: boolean;
  /** The bars have not been seen yet: they grow. */
  readonly unseen: boolean;
}

/** Before anything was asked. */
export const freshUsage: UsageView = {
  known: { phase: 'loading', question: { days: usageDays.usual, projectId: null } },
  stack: 'status',
  asTable: false,
  endpoint: null,
  allEndpoints: false,
  unseen: true,
};

const stepped = <N extends keyof UsageEvents>(view: UsageView, event: N, payload: UsageEvents[N]): UsageView => {
  const known = step<UsageState, UsageEvents>(usageTransitions, view.known, event, payload);
  return known === view.known ? view : { ...view, known };
};

const on =
  <N extends keyof UsageEvents>(event: N) =>
  (view: UsageView, { payload }: PayloadAction<UsageEvents[N]>): UsageView =>
    stepped(view, event, payload);

/** It comes with its page, and is forgotten with the person. */
export const usageSlice = createSlice({
  name: 'usage',
  initialState: freshUsage,
  reducers: {
    questionChosen(view: UsageView, { payload }: PayloadAction<UsageEvents['questionChosen']>): UsageView {
      const isSame = payload.projectId === view.known.question.projectId;
      const endpoint = isSame ? view.endpoint : null;
      return { ...stepped(view, 'questionChosen', payload), endpoint, unseen: false };
    },
    usageArrived: on('usageArrived'),
    usageFailed: on('usageFailed'),
    usageRetried: on('usageRetried'),
    usageLeft: (view: UsageView): UsageView => ({
      ...stepped(view, 'usageLeft', undefined),
      unseen: view.unseen && view.known.phase === 'loading',
    }),
    stackChosen: (view: UsageView, { payload: stack }: PayloadAction<UsageStack>) => ({ ...view, stack }),
    tableSwitched: (view: UsageView) => ({ ...view, asTable: !view.asTable, unseen: false }),
    /** A row was pressed: its requests alone, or all again. */
    endpointPressed: (view: UsageView, { payload: endpoint }: PayloadAction<string>) => ({
      ...view,
      endpoint: view.endpoint === endpoint ? null : endpoint,
    }),
    endpointCleared: (view: UsageView) => ({ ...view, endpoint: null }),
    allEndpointsSwitched: (view: UsageView) => ({ ...view, allEndpoints: !view.allEndpoints }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(usageOpened, (view) => stepped(view as UsageView, 'usageOpened', undefined))
      .addCase(sessionEnded, () => freshUsage);
  },
});

export const {
  questionChosen,
  usageArrived,
  usageFailed,
  usageRetried,
  usageLeft,
  stackChosen,
  tableSwitched,
  endpointPressed,
  endpointCleared,
  allEndpointsSwitched,
} = usageSlice.actions;
