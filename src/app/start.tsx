import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { basePath, pathInApp } from './basePath';
import { createPorts } from './createPorts';
import { apiOrigin } from './http/hosts';
import { createNavigation } from './navigation';
import { fetchPageAt } from './pages/pageFiles';
import { copyText } from './ui/forms/useCopy';
import { isSignInPage, paths } from './paths';
import { createPageVisibility } from './pageVisibility';
import { createSessionNews } from './session/otherTabs';
import { createAppStore } from './store';

/**
 * Loads the code font before the first text in it, which would otherwise be laid out twice; the scripts are loaded by then. The projects
 * list shows no code, the login page only in a picture that is hidden on phones.
 */
function fetchCodeFont() {
  document.fonts.load("1em 'JetBrains Mono Variable'").catch(() => undefined);
}

/** Creates ports and store and renders the app. The first API requests start while the page's own chunk still loads. */
export function start(container: HTMLElement) {
  const { location } = window;
  const pathname = () => pathInApp(location.pathname);
  if (pathname() !== paths.projects && !isSignInPage(pathname())) fetchCodeFont();
  const navigation = createNavigation();

  const ports = createPorts(
    {
      navigate: navigation.navigate,
      location: () => pathname() + location.search + location.hash,
      copy: copyText,
      memory: {
        getItem: (key) => window.localStorage.getItem(key),
        setItem: (key, text) => window.localStorage.setItem(key, text),
      },
      pageVisibility: createPageVisibility(),
      sessionNews: createSessionNews(window.BroadcastChannel),
      report: (feature, error) => console.error(`${feature} failed`, error),
    },
    { origin: apiOrigin(location.origin + basePath()) },
  );
  const store = createAppStore(ports);
  void fetchPageAt(pathname()).then(() =>
    startTransition(() => createRoot(container).render(<App store={store} navigation={navigation} />)),
  );
}
