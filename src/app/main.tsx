import { createRoot } from 'react-dom/client';
import { App } from './App';
import { createPorts } from './createPorts';
import { apiOrigin } from './http/hosts';
import { createNavigation } from './navigation';
import { fetchPageAt } from './pages/pageFiles';
import { copyText } from './parts/useCopy';
import { paths } from './paths';
import type { Page } from './ports';
import { createSessionNews } from './session/sessionNews';
import { createAppStore } from './store';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';

/** Put in by the build: what stands behind it in a development build alone is in no other. */
declare const process: { readonly env: { readonly NODE_ENV: string } };

/** The browser's own memory; one that forgets, where the browser keeps pages from it. */
function memory(): Page['memory'] {
  try {
    return window.localStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}

/** Fetches the font of code before the first text needs it, which would be laid out twice; the scripts have come by then. */
function fetchCodeFont() {
  document.fonts.load("1em 'JetBrains Mono Variable'").catch(() => undefined);
}

/** The app, its store and its ports, in the page. */
function start(place: HTMLElement) {
  const { location } = window;
  fetchPageAt(location.pathname);
  if (location.pathname !== paths.projects) fetchCodeFont();
  const navigation = createNavigation();

  const ports = createPorts(
    {
      navigate: navigation.navigate,
      location: () => location.pathname + location.search + location.hash,
      copy: copyText,
      memory: memory(),
      sessionNews: createSessionNews(window.BroadcastChannel),
      report: (feature, error) => console.error(`${feature} failed`, error),
    },
    { origin: apiOrigin(location.origin) },
  );
  createRoot(place).render(<App store={createAppStore(ports)} navigation={navigation} />);
}

const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no element with the id "app".');
if (process.env.NODE_ENV !== 'production' && window.location.pathname.startsWith('/__states')) {
  void import('./states/showStates').then(({ showStates }) => showStates(place));
} else {
  start(place);
}
