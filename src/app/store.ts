import { configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { aboutBefore } from './about/aboutSlice';
import { devTools } from './devTools';
import type { Ports } from './ports';
import { appReducer } from './rootReducer';
import { rootSaga } from './rootSaga';
import { onceForReducers } from './sagas/lazySaga';

/** Thousands of rows as they came: the checks of development leave them alone. */
const ROWS = ['endpoint.tabs', 'sheet.tabs'];

/** Milliseconds a check of development may take before it complains; a busy machine is no fault of the state. */
const SLOW = 500;

/**
 * The store with its sagas running. Thunk is off: sagas own every effect. A chosen file travels in an action's `meta`,
 * the one thing there that cannot be serialised.
 */
export function createAppStore(ports: Ports) {
  const sagas = createSagaMiddleware({
    context: { ports },
    onError: (error) => ports.report('app', error),
  });
  const store = configureStore({
    reducer: appReducer,
    devTools,
    preloadedState: { about: aboutBefore(ports.apiOrigin) },
    middleware: (defaults) =>
      defaults({
        thunk: false,
        immutableCheck: { ignoredPaths: ROWS, warnAfter: SLOW },
        serializableCheck: { ignoredPaths: ROWS, ignoredActionPaths: ['meta.file'], warnAfter: SLOW },
      }).concat(sagas, onceForReducers),
  });
  const running = sagas.run(rootSaga);
  return Object.assign(store, { stop: () => running.cancel() });
}

export type AppStore = ReturnType<typeof createAppStore>;
export type AppDispatch = AppStore['dispatch'];
