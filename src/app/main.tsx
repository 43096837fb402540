import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';

/** Yields to the event loop, so that the browser can handle input before the next module is evaluated. */
const yieldToEventLoop = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(undefined);
  });

/** Evaluates the app's modules one after the other: together they would block the main thread of a phone for long. */
async function begin(container: HTMLElement) {
  await import(/* webpackMode: "eager" */ 'react-dom/client');
  await yieldToEventLoop();
  await import(/* webpackMode: "eager" */ './createPorts');
  await yieldToEventLoop();
  await import(/* webpackMode: "eager" */ './store');
  await yieldToEventLoop();
  const { start } = await import(/* webpackMode: "eager" */ './start');
  await yieldToEventLoop();
  start(container);
}

const container = document.getElementById('app');
if (container === null) throw new Error('index.html has no element with the id "app".');
void begin(container);
