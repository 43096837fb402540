import { Suspense, useEffect } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, useNavigate } from 'react-router';
import { PageBoundary } from './layout/PageBoundary';
import type { Navigation } from './navigation';
import { AppRoutes } from './routes';
import { ShortcutsSwitch } from './shortcuts/ShortcutsSwitch';
import type { AppStore } from './store';

/** Lends the router's way to navigate to the sagas. */
function FillNavigation({ navigation }: { readonly navigation: Navigation }) {
  const navigate = useNavigate();
  useEffect(() => navigation.fill((to, options) => void navigate(to, options)), [navigation, navigate]);
  return null;
}

interface AppProps {
  readonly store: AppStore;
  readonly navigation: Navigation;
}

/** The app: its store, its router, its routes. */
export const App = ({ store, navigation }: AppProps) => (
  <Provider store={store}>
    <BrowserRouter>
      <FillNavigation navigation={navigation} />
      <PageBoundary>
        <Suspense fallback={null}>
          <ShortcutsSwitch>
            <AppRoutes />
          </ShortcutsSwitch>
        </Suspense>
      </PageBoundary>
    </BrowserRouter>
  </Provider>
);
