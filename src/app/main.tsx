import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';

/** Lets the browser do what else there is to do, such as to answer a press, before the next piece of work. */
const turn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(undefined);
  });

/** The app's parts run for the first time one after the other: all at once they would keep a phone busy for long. */
async function begin(place: HTMLElement) {
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await turn();
  await import(/* webpackMode: "eager" */ './createPorts');
  await turn();
  await import(/* webpackMode: "eager" */ './store');
  await turn();
  const { start } = await import(/* webpackMode: "eager" */ './start');
  await turn();
  start(place);
}

const place = document.getElementById('app');
if (place === null) throw new Error('index.html has no element with the id "app".');
void begin(place);
