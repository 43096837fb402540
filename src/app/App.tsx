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

/** Lets single keys be shortcuts in what it holds, unless the person has switched them off. */
const ShortcutsSwitch = ({ children }: { readonly children: ReactNode }) => (
  <ShortcutsAllowed value={useAppSelector(selectSingleKeysOn)}>{children}</ShortcutsAllowed>
);

/** Lends the router's way to navigate to the sagas. */
function FillNavigation({ navigation }: { readonly navigation: Navigation }) {
  const navigate = useNavigate();
  useEffect(() => navigation.fill((to, options) => void navigate(to, options)), [navigation, navigate]);
  return null;
}

/** What goes wrong outside the page takes the place of everything, until the next page. */
const Held = ({ children }: { readonly children: ReactNode }) => (
  <PageBoundary place={useLocation().pathname}>{children}</PageBoundary>
);

interface AppProps {
  readonly store: AppStore;
  readonly navigation: Navigation;
}

/** The app: its store, its router, its routes. */
export const App = ({ store, navigation }: AppProps) => (
  <Provider store={store}>
    <BrowserRouter basename={basePath() || undefined}>
      <FillNavigation navigation={navigation} />
      <Held>
        <Suspense fallback={null}>
          <ShortcutsSwitch>
            <AppRoutes />
          </ShortcutsSwitch>
        </Suspense>
      </Held>
    </BrowserRouter>
  </Provider>
);
