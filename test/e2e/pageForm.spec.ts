import { apiPaths, endpointPath } from '../../src/contract/paths';
import { type LocalSite, startLocalSite } from './localSite';
import { addProject, secretOf } from './projects';
import { expect, signUp, test } from './test';

/** A page with a form and no script, on another site. */
const formPage = (action: string, hidden: Record<string, string>) => `<!doctype html>
<title>Guest book</title>
<form method="post" action="${action}">
  ${Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('\n  ')}
  <label>Capital <input name="Capital" required></label>
  <label>Continent <input name="Continent"></label>
  <button>Send</button>
</form>`;

let site: LocalSite;
let origin: string;
let pages: Record<string, string>;

test.beforeAll(async () => {
  site = await startLocalSite((request, response) => {
    const page = pages[request.url ?? ''];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
  });
  origin = `http://localhost:${site.port}`;
});
test.afterAll(() => site.close());

test('a form without a script adds rows, then shows a thank-you page or redirects to a page of the site', async ({
  page,
  context,
  browser,
  product,
}) => {
  await signUp(page);
  const project = await addProject(page);
  const [tab] = project.tabs;
  if (tab === undefined) throw new Error('There is no tab.');
  const secret = await secretOf(page, project.id, {
    ...{ kind: 'publishable', scopes: ['create'] },
    ...{ tabs: [tab.sheetId], origins: [origin] },
  });
  const action = product.url + endpointPath(project.id, tab.slug);
  pages = {
    '/': formPage(action, { _key: secret }),
    '/book': formPage(action, { _key: secret, _redirect: `${origin}/thanks` }),
    '/stolen': formPage(action, { _key: secret, _redirect: 'https://elsewhere.example/' }),
    '/thanks': '<!doctype html><title>Thanks from us</title>',
  };

  const visitors = await browser.newContext({ javaScriptEnabled: false });
  const visitor = await visitors.newPage();
  const send = async (path: string, capital: string) => {
    await visitor.goto(origin + path);
    await visitor.getByLabel('Capital').fill(capital);
    await visitor.getByRole('button').click();
  };
  await send('/', 'Sealand & <b>friends</b>');
  await expect(visitor.getByRole('heading')).toHaveText('Thank you');
  await expect(visitor.getByRole('link')).toHaveAttribute('href', origin);
  await send('/book', 'Ladonia');
  await expect(visitor).toHaveURL(`${origin}/thanks`);
  await send('/stolen', 'Nowhere');
  await expect(visitor.getByRole('heading')).toHaveText('The request is not valid');
  await visitor.goBack();
  await expect(visitor.getByLabel('Capital')).toHaveValue('Nowhere');
  await visitors.close();

  const rows = await context.request.get(
    `${apiPaths.projectTabRows(project.id, tab.sheetId)}?_sort=-_row&_limit=3&_fields=Capital&_shape=array`,
  );
  const capitals = ((await rows.json()) as { Capital: string }[]).map(({ Capital }) => Capital);
  expect(capitals.slice(0, 2)).toEqual(['Ladonia', 'Sealand & <b>friends</b>']);
  expect(capitals).not.toContain('Nowhere');
});
