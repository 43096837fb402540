import { JSDOM } from 'jsdom';
import { AsyncFunction, withoutTypes } from './scripts';
import { FORM_SITE } from './stage';

/** Waits until something is there; the test's own time limit ends it. */
async function until<Value>(look: () => Value | undefined | false): Promise<Value> {
  for (;;) {
    const found = look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const cellsOf = (row: HTMLTableRowElement) => [...row.cells].map(({ textContent }) => textContent).join(' ');

const fillIn = (document: Document) => {
  for (const field of document.querySelectorAll<HTMLInputElement>('[name]:not([type=hidden])')) {
    field.value = `A ${field.name}`;
  }
};

/** Opens a page with a form and no script, fills the form in and sends it as browsers do. @returns the page that follows */
export async function sendForm(html: string): Promise<string> {
  const { window } = new JSDOM(html, { url: `${FORM_SITE}/` });
  const form = window.document.querySelector('form');
  if (form === null) throw new Error('The page has no form.');
  fillIn(window.document);
  const fields = [...new window.FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  const body = new URLSearchParams(fields);
  const headers = { accept: 'text/html,*/*;q=0.8', origin: FORM_SITE };
  const answer = await fetch(form.action, { method: form.method, redirect: 'manual', headers, body });
  window.close();
  return answer.headers.get('location') ?? (await answer.text());
}

/** Opens a page with a table and a form, fills the form in and sends it. @returns the table's rows, and what the form says */
export async function runPage(html: string): Promise<string> {
  const { window } = new JSDOM(html, {
    runScripts: 'dangerously',
    url: `${FORM_SITE}/`,
    beforeParse: (page) => Object.assign(page, { fetch }),
  });
  const { document } = window;
  const rows = await until(() => {
    const found = [...document.querySelectorAll('tr')];
    return found.length >= 2 && found;
  });
  fillIn(document);
  document.querySelector('button')?.click();
  const said = await until(() => document.querySelector('output')?.textContent);
  window.close();
  return [...rows.map(cellsOf), said].join('\n');
}

/** What React expects of a browser, for as long as something is shown. @returns takes it away again */
function beBrowser({ window }: JSDOM): () => void {
  const globals = { window, document: window.document, navigator: window.navigator };
  const before = Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return () => {
    for (const [name, descriptor] of before) {
      Reflect.deleteProperty(globalThis, name);
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    }
  };
}

/** Runs a module of React. @returns the component of this name that it exports */
async function componentOf(code: string, name: string): Promise<() => null> {
  const exported: Record<string, () => null> = {};
  const run = new AsyncFunction('require', 'exports', withoutTypes(code, 'code.tsx'));
  await run((file: string) => jest.requireActual<object>(file), exported);
  const component = exported[name];
  if (component === undefined) throw new Error(`Nothing is called ${name}.`);
  return component;
}

/** Lets everything end that React still has in hand. */
async function idle() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Shows the component that a module of React exports. @returns its HTML, once it shows something of an answer */
export async function runComponent(code: string, name: string): Promise<string> {
  const page = new JSDOM('<div></div>');
  const end = beBrowser(page);
  try {
    const [{ createRoot }, { createElement }] = await Promise.all([import('react-dom/client'), import('react')]);
    const place = page.window.document.querySelector('div') as HTMLElement;
    const root = createRoot(place);
    root.render(createElement(await componentOf(code, name)));
    await until(() => place.querySelector('li, [role=alert]'));
    const html = place.innerHTML;
    root.unmount();
    await idle();
    return html;
  } finally {
    end();
  }
}
