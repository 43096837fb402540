import { configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { aboutBefore } from './about/aboutSlice';
import { devTools } from './devTools';
import type { Ports } from './ports';
import { appReducer } from './rootReducer';
import { rootSaga } from './rootSaga';
import { onceForReducers } from './sagas/lazySaga';

/** Parts of the state with thousands of rows, which the development checks skip. */
const ROWS = ['endpoint.tabs', 'sheet.tabs'];

/** Milliseconds after which a development check warns that it is slow; high, as the machine may be busy. */
const WARN_AFTER_MS = 500;

/**
 * Creates the store and starts its sagas. Thunk is off: sagas own every side effect. A chosen file travels in the `meta` of an action, the
 * only value there that cannot be serialized.
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
        immutableCheck: { ignoredPaths: ROWS, warnAfter: WARN_AFTER_MS },
        serializableCheck: { ignoredPaths: ROWS, ignoredActionPaths: ['meta.file'], warnAfter: WARN_AFTER_MS },
      }).concat(sagas, onceForReducers),
  });
  const running = sagas.run(rootSaga);
  return Object.assign(store, { stop: () => running.cancel() });
}

export type AppStore = ReturnType<typeof createAppStore>;
export type AppDispatch = AppStore['dispatch'];
