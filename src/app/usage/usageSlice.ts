import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { inField } from '../machine/createMachine';
import { sessionEnded } from '../session/sessionSlice';
import { usageMachine, type UsageState } from './usageMachine';

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
  known: usageMachine.getInitialState(),
  stack: 'status',
  asTable: false,
  endpoint: null,
  allEndpoints: false,
  unseen: true,
};

export const { questionChosen, usageArrived, usageFailed, usageRetried, usageLeft } = usageMachine.actions;

/** It comes with its page, and is forgotten with the person. */
export const usageSlice = createSlice({
  name: 'usage',
  initialState: freshUsage,
  reducers: {
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
      .addCase(questionChosen, (view: UsageView, { payload: { projectId } }) => ({
        ...view,
        endpoint: projectId === view.known.question.projectId ? view.endpoint : null,
        unseen: false,
      }))
      .addCase(usageLeft, (view: UsageView) => ({
        ...view,
        unseen: view.unseen && view.known.phase === 'loading',
      }))
      .addCase(sessionEnded, () => freshUsage)
      .addMatcher(usageMachine.hears, inField('known', usageMachine));
  },
});

export const { stackChosen, tableSwitched, endpointPressed, endpointCleared, allEndpointsSwitched } =
  usageSlice.actions;
