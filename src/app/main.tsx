import { createRoot } from 'react-dom/client';
import { App } from './App';
import { createPorts } from './createPorts';
import { apiOrigin } from './http/hosts';
import { createNavigation } from './navigation';
import type { Page } from './ports';
import { createAppStore } from './store';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';

/** The browser's own memory; one that forgets, where the browser keeps pages from it. */
function memory(): Page['memory'] {
  try {
    return window.localStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}

const { location } = window;
const navigation = createNavigation();

const ports = createPorts(
  {
    navigate: navigation.navigate,
    location: () => location.pathname + location.search + location.hash,
    memory: memory(),
    report: (feature, error) => console.error(`${feature} failed`, error),
  },
  { origin: apiOrigin(location.origin) },
);

const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no element with the id "app".');
createRoot(place).render(<App store={createAppStore(ports)} navigation={navigation} />);
