import { type ReactNode, Suspense, useEffect } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, useLocation, useNavigate } from 'react-router';
import { basePath } from './basePath';
import { PageBoundary } from './layout/PageBoundary';
import type { Navigation } from './navigation';
import { ShortcutsAllowed } from './ui/forms/useShortcuts';
import { AppRoutes } from './routes';
import { selectSingleKeysOn } from './shortcuts/shortcutsSlice';
import type { AppStore } from './store';
import { useAppSelector } from './storeHooks';

/** Enables single-key shortcuts for its children unless the user has switched them off. */
const ShortcutsSwitch = ({ children }: { readonly children: ReactNode }) => (
  <ShortcutsAllowed value={useAppSelector(selectSingleKeysOn)}>{children}</ShortcutsAllowed>
);

/** Passes the router's `navigate` to the sagas. */
function FillNavigation({ navigation }: { readonly navigation: Navigation }) {
  const navigate = useNavigate();
  useEffect(() => navigation.fill((to, options) => void navigate(to, options)), [navigation, navigate]);
  return null;
}

/** An error outside the page replaces the whole screen until the next navigation. */
const AppBoundary = ({ children }: { readonly children: ReactNode }) => (
  <PageBoundary resetKey={useLocation().pathname}>{children}</PageBoundary>
);

interface AppProps {
  readonly store: AppStore;
  readonly navigation: Navigation;
}

/** The whole app: store, router and routes. */
export const App = ({ store, navigation }: AppProps) => (
  <Provider store={store}>
    <BrowserRouter basename={basePath() || undefined}>
      <FillNavigation navigation={navigation} />
      <AppBoundary>
        <Suspense fallback={null}>
          <ShortcutsSwitch>
            <AppRoutes />
          </ShortcutsSwitch>
        </Suspense>
      </AppBoundary>
    </BrowserRouter>
  </Provider>
);
