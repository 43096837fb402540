import { configureStore, type UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Provider } from 'react-redux';
import { Link, MemoryRouter } from 'react-router';
import { aboutBefore } from '../../src/app/about/aboutSlice';
import { PageBoundary } from '../../src/app/layout/PageBoundary';
import { PageHeading } from '../../src/app/ui/layout/PageHeading';
import { Page } from '../../src/app/ui/layout/spacing';
import { rootReducer } from '../../src/app/rootReducer';
import { AppRoutes } from '../../src/app/routes';
import { lendHands } from './hands';
import type { ShownState } from './shownState';
import { states } from './states';

const beginning = { type: 'states/beginning' } as const;

/** A store that stays in one state whatever happens: no saga listens, no reducer answers. */
function storeIn(events: readonly UnknownAction[]) {
  const start = { ...rootReducer(undefined, beginning), about: aboutBefore(window.location.origin) };
  const state = events.reduce(rootReducer, start);
  return configureStore({ reducer: () => state, middleware: (defaults) => defaults({ thunk: false }) });
}

function Shown({ state }: { readonly state: ShownState }) {
  const [store] = useState(() => storeIn(state.events));
  // The document says which state it shows, once all of it is there.
  useEffect(() => lendHands(state.hands ?? [], () => (document.documentElement.dataset.shown = state.name)), [state]);
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={[state.place]}>
        <PageBoundary>
          <AppRoutes />
        </PageBoundary>
      </MemoryRouter>
    </Provider>
  );
}

const Index = () => (
  <MemoryRouter>
    <main>
      <Page>
        <PageHeading>States</PageHeading>
        <ul>
          {states.map(({ name }) => (
            <li key={name}>
              <Link to={`/__states/${name}`} reloadDocument>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </Page>
    </main>
  </MemoryRouter>
);

const watch = (changed: () => void) => {
  window.addEventListener('popstate', changed);
  return () => window.removeEventListener('popstate', changed);
};

const nameInAddress = () => window.location.pathname.split('/')[2] ?? '';

/** `/__states`, and one state at `/__states/{name}`; another name shows the list. */
export function StatesPage() {
  const name = useSyncExternalStore(watch, nameInAddress);
  const state = states.find((each) => each.name === name);
  return state === undefined ? <Index /> : <Shown key={name} state={state} />;
}
