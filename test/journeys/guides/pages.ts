import { JSDOM } from 'jsdom';
import { AsyncFunction, withoutTypes } from './scripts';
import { FORM_SITE } from './stage';

/** Waits for a value; the test's own timeout ends it. */
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

/** Opens a page with a form and no script, fills in the form and sends it as browsers do. @returns the next page */
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

/** Opens a page with a table and a form, fills in the form and sends it. @returns the table's rows, and the form's message */
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

/** Sets the browser globals that React needs. @returns restores the former ones */
function setBrowserGlobals({ window }: JSDOM): () => void {
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

/** Runs a React module. @returns the component that it exports under `name` */
async function componentOf(code: string, name: string): Promise<() => null> {
  const exported: Record<string, () => null> = {};
  const run = new AsyncFunction('require', 'exports', withoutTypes(code, 'code.tsx'));
  await run((file: string) => jest.requireActual<object>(file), exported);
  const component = exported[name];
  if (component === undefined) throw new Error(`Nothing is called ${name}.`);
  return component;
}

/** Waits until React has no pending work. */
async function idle() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Renders the component that a React module exports. @returns its HTML once it shows part of a response */
export async function runComponent(code: string, name: string): Promise<string> {
  const page = new JSDOM('<div></div>');
  const end = setBrowserGlobals(page);
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
