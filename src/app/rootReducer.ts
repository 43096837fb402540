import { combineReducers } from '@reduxjs/toolkit';
import { aboutSlice } from './about/aboutSlice';
import { createFlowSlice } from './createFlow/createFlowSlice';
import { driveSlice } from './drive/driveSlice';
import { endpointSlice } from './endpoint/endpointSlice';
import { keysSlice } from './keys/keysSlice';
import { noticesSlice } from './notices/noticesSlice';
import { projectsSlice } from './projects/projectsSlice';
import { featuresSlice } from './sagas/featuresSlice';
import { authFormSlice } from './session/authFormSlice';
import { sessionSlice } from './session/sessionSlice';

/** The whole state, one slice a feature. */
export const rootReducer = combineReducers({
  app: featuresSlice.reducer,
  about: aboutSlice.reducer,
  session: sessionSlice.reducer,
  authForm: authFormSlice.reducer,
  createFlow: createFlowSlice.reducer,
  projects: projectsSlice.reducer,
  endpoint: endpointSlice.reducer,
  keys: keysSlice.reducer,
  drive: driveSlice.reducer,
  notices: noticesSlice.reducer,
});

export type RootState = ReturnType<typeof rootReducer>;
