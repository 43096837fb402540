import { jsonOf } from '../client';
import { MOMENTS, PLACES, sample } from '../places';
import type { Scenario, Stage } from '../stage';
import { publicProject, signedUp } from '../visitor';

/** A query: a text that is encoded only where an address requires it, or pairs that are encoded. */
type Query = string | readonly (readonly [name: string, value: string])[];

const encoded = (query: Query) =>
  typeof query === 'string'
    ? query.replace(/[^\x21-\x7e]|"/gu, encodeURIComponent)
    : query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');

const shown = (query: Query) =>
  typeof query === 'string' ? query : query.map(([name, value]) => `${name}=${value}`).join('&');

async function ask(stage: Stage, address: string, queries: readonly Query[]) {
  for (const query of queries) {
    await stage.call(shown(query) || 'all of it', { path: `${address}${query === '' ? '' : '?'}${encoded(query)}` });
  }
}

const where = (value: unknown): Query => [
  ['_where', typeof value === 'string' ? value : JSON.stringify(value)],
  ['_fields', 'Name'],
];

/** Queries to the sheet of docs/data-api.md, by subject. */
const ofPlaces: Readonly<Record<string, readonly Query[]>> = {
  Filters: [
    ...['City=Oslo', 'city=Oslo', 'City=oslo', 'City=Oslo&Founded=2011', 'City=Oslo&City=London', 'City='],
    ...['City__ne=Oslo', 'City__ne=', 'Founded__gt=2009', 'Founded__gte=2009', 'Founded__lt=2009', 'Founded__lte=2009'],
    ...['Founded__between=1999,2009', 'Since__between=2009-01-01,2011-12-31', 'Rating__ne=4.5', 'Rating__gte=4'],
    ...['City__in=Oslo,London', 'City__nin=Oslo,London', 'Rating__in=3,4', 'Rating__nin=3', 'Name__contains=AFF'],
    ...['Name__startswith=k', 'Name__endswith=N', 'Name__like=K%25', 'Name__like=k%25', 'Name__ilike=k%25'],
    ...['Name__ilike=____a', 'Note__like=-10 \\%25%25', 'Note__isblank=true', 'Note__isblank=false'],
    ...['Note__isnull=true'],
    ...['Open=true', 'Open=FALSE', 'Open__ne=true', 'Since=2009-04-01', 'Since__gt=2010-01-01', 'Since__contains=2011'],
    ...['Founded__contains=20', '_id=r_aaaaaaaaaaaa', '_id__ne=r_aaaaaaaaaaaa&_limit=1', '_id__in=a,b'],
    ...['_id__nin=a&_limit=1'],
    [['Note__in', '"flat white, no sugar",closed on Sundays']],
    [['City', 'São Paulo']],
    ...['City=S%C3%A3o+Paulo', '_q=sao', '_q=SUNDAYS', '_q=', '_q=2011&City=Oslo'],
  ],
  'Conditions as JSON': [
    where({ City: { eq: 'Oslo' } }),
    where({ City: { in: ['Oslo', 'London'] }, Founded: { gte: 2010 } }),
    where({ or: [{ City: { eq: 'London' } }, { Founded: { lt: 2000 }, Open: { eq: true } }] }),
    where({ and: [{ Founded: { between: [1999, 2010] } }, { not: { Open: { eq: false } } }] }),
    where({ Note: { isblank: true } }),
    where({ Rating: { eq: null } }),
    where({}),
    where({ or: [] }),
    where({ City: 'Oslo' }),
    where({ City: { is: 'Oslo' } }),
    where({ Town: { eq: 'Oslo' } }),
    where({ Founded: { eq: 'old' } }),
    where({ City: { in: 'Oslo' } }),
    where({ not: [] }),
    where('{"City":'),
    where('[]'),
    where('{"__proto__":{"eq":1}}'),
    where(`${'{"not":'.repeat(200)}{}${'}'.repeat(200)}`),
  ],
  'Order and pages': [
    ...['_sort=Name', '_sort=-Name', '_sort=-Rating,Name', '_sort=Rating', '_sort=Open,-Since', '_sort=_row'],
    ...['_sort=-_row'],
    ...['_sort=City&_sort=Name', '_sort=Nothing', '_sort=', '_sort=-', '_sort=-"Name"', '_sort=Name,Name'],
    ...['_limit=2', '_limit=0', '_limit=5', '_limit=10000', '_limit=10001', '_limit=-1', '_limit=x', '_limit=1.5'],
    ...['_limit='],
    ...['_limit=1&_limit=2', '_offset=3', '_offset=99', '_offset=-1', '_offset=x', '_limit=2&_offset=2&_sort=Name'],
    ...['_cursor=x', '_cursor=1.1.aaaaaaaaaaaaaaaa', '_cursor='],
  ],
  'What rows look like': [
    ...['_fields=Name,City', '_fields=-Note', '_fields=-_id', '_fields=_row,*,-Note,-Since', '_fields=Name,-Name'],
    ...['_fields=Nothing', '_fields=', '_fields=Name,Name', '_fields=*&_limit=1', '_keys=slug&_limit=1'],
    ...['_keys=header&_limit=1'],
    ...['_keys=other', '_shape=array&_limit=2', '_shape=columns&_limit=2', '_shape=object&_limit=2', '_shape=tree'],
    ...['_shape=object&_fields=-_id', '_single=1', '_single=1&_sort=-Founded,Name', '_single=1&City=Nowhere'],
    ...['_single=0'],
    ...['_single=yes', '_single=1&_limit=2', '_single=1&_shape=array', '_values=text&_limit=2'],
    ...['_values=formula&_limit=1'],
    ...['_values=other', '_values=text&City=London&_shape=columns', '_csv=raw', '_csv=other'],
  ],
  'Values, groups and sums': [
    ...['_distinct=City', '_distinct=City&_sort=-count&_limit=2', '_distinct=Rating&_sort=value', '_distinct=Nothing'],
    ...['_distinct=City&_fields=Name', '_distinct=City&_shape=array', '_distinct=City&_group=City'],
    ...['_distinct=Open&City=Oslo'],
    ...['_group=Open', '_group=City,Open', '_group=Open&_agg=count,avg:Rating,max:Since&_sort=-count', '_agg=count'],
    ...['_agg=sum:Rating,min:Founded,max:Name', '_agg=sum:Name', '_agg=median:Rating', '_agg=sum'],
    ...['_agg=sum:Nothing', '_agg='],
    ...['_group=Nothing', '_group=Open&_sort=Name', '_group=Open&_sort=Open', '_group=City&_limit=1&_offset=1'],
    ...['_group='],
    ...['_group=City&_agg=sum:"Rating"&_shape=columns', '_group=Open&_single=1', '_distinct=City&_values=text'],
    ...['_group=Open&_shape=object'],
  ],
  'What is refused': [
    ...['Citty=Oslo', '_nothing=1', 'City__is=Oslo', 'City__=Oslo', '__ne=1', 'Founded=old', 'Founded__gt='],
    ...['Founded__between=1999'],
    ...['Founded__between=1,2,3', 'Open=maybe', 'Since=yesterday', 'Since__gt=2011-13-01', 'Note__isblank=perhaps'],
    ...['_where=1&_where=2'],
    ...['=1', '&&', '%', 'City=%E0%A4%A', 'City=%00', 'Rating=NaN', 'Rating=1e400', 'Founded=12345678901234567890'],
    ...['Name__like=a\\'],
    ...['City__in=', 'City__in="Oslo', 'Founded__in=1999,old', '_id__gt=1', '_id__contains=r', '_row=2'],
    ...['_limit=2&_single=1'],
  ],
};

const ofMoments: readonly Query[] = [
  '',
  ...['full_name=First', 'at=2024-02-29T12:30:00', 'at=2024-03-01', 'at=2024-02-29T12:30:00Z', 'at__gte=2024-03-01'],
  ...['clock=09:15:00'],
  ...['clock__lt=12:00', 'zone=2024-01-01T00:00:00Z', 'zone=2024-06-30T20:15:00Z', 'zone=2024-01-01T00:00:00'],
  ...['zone__gte=2024-06-30'],
  ...['number__lt=1', 'number=0.1', '__proto=a', '____proto=a', '___id=mine', '_distinct=Ünïcode'],
  ...['_keys=slug&_sort=-full_name'],
  [['Tea & "Cake"', 'x']],
  [['_sort', '"Tea & ""Cake"""']],
  [['100%__gte', '2']],
  ...['_values=text', '_fields=_id,"Full Name"&_shape=array', '_q=%C3%89', 'Ünïcode=e'],
];

const ofCompanies: readonly Query[] = [
  '_limit=2',
  '_group=GICS Sector&_agg=count&_sort=-count,GICS%20Sector&_limit=4',
  '_distinct=GICS Sector&_limit=3',
  '_q=apple&_shape=array',
  'Founded__lt=1800&_sort=Founded&_fields=Security,Founded',
  '_sort=Security&_limit=3&_offset=100&_fields=Security',
  '_limit=100',
];

/** Queries of rows. */
export const reading: Scenario = {
  name: 'reading',
  about: 'Every parameter and operator of docs/data-api.md, and what is refused.',
  async play(stage) {
    await stage.start();
    const ada = await signedUp(stage);
    const { id } = await publicProject(stage, ada, PLACES);
    const places = `/v1/${id}/Places`;

    stage.say('Addresses');
    await stage.call('the project', { path: `/v1/${id}` });
    const all = await stage.call('a tab by its title', { path: places });
    await stage.call('by its slug', { path: `/v1/${id}/places?_limit=1` });
    const [first] = jsonOf<{ data: readonly { _id: string }[] }>(all).data;
    const row = `${places}/${first?._id}`;
    for (const query of [
      '',
      '?_fields=Name,City',
      '?_keys=slug',
      '?_values=text',
      '?_limit=1',
      '?City=Oslo',
      '?_fields=No',
    ]) {
      await stage.call('a row by its id', { path: row + query });
    }
    for (const path of [
      `${places}/r_aaaaaaaaaaaa`,
      `${places}/x`,
      `/v1/${id}/Nothing`,
      `/v1/${id}/Places/`,
      `/v1/${id}/`,
    ]) {
      await stage.call('not there', { path });
    }
    for (const path of [
      '/v1/aaaaaaaaaaaaaaaaaaaaaaaaaa',
      '/v1/x/Places',
      '/v1',
      '/v1/',
      `/v1/${id}/_nothing`,
      `${places}/_nothing`,
    ]) {
      await stage.call('nothing here', { path });
    }

    for (const [about, queries] of Object.entries(ofPlaces)) {
      stage.say(about);
      await ask(stage, places, queries);
    }

    stage.say('Pages that follow each other');
    let next: string | undefined = `${places}?_limit=2&_sort=Name&_fields=Name`;
    while (next !== undefined) {
      const page = await stage.call('a page', { path: next.replace(stage.origin, '') });
      next = jsonOf<{ meta: { next?: string } }>(page).meta.next;
    }

    stage.say('Names and moments');
    const moments = await publicProject(stage, ada, MOMENTS);
    await ask(stage, `/v1/${moments.id}/Moments`, ofMoments);

    stage.say('More rows');
    const world = await publicProject(stage, ada, sample('world-reference.xlsx'));
    await stage.call('its tabs', { path: `/v1/${world.id}` });
    await ask(stage, `/v1/${world.id}/${encodeURIComponent('S&P 500')}`, ofCompanies);
    await ask(stage, `/v1/${world.id}/Countries`, ['_limit=1', '_sort=-_row&_limit=1&_fields=_row']);
    await ask(stage, `/v1/${world.id}/Notes`, ['']);
  },
};
