import Airtable from 'airtable';
import { KEY, ORIGIN, PROJECT, refused, said, same } from '../asked.mjs';

/* Airtable's own client, with another `endpointUrl`. */

const baseOf = (apiKey) => new Airtable({ apiKey, endpointUrl: `${ORIGIN}/compat/airtable` }).base(PROJECT);
const base = baseOf(KEY);
const orders = base('Orders');
const cafes = base('Cafés 100 %');

const all = await cafes.select({ pageSize: 7, sort: [{ field: 'Founded', direction: 'desc' }] }).all();
same(all.length, 40);
same([all[0].get('Name'), all[0].get('Founded'), all[0].get('Open')], ['Café 39', 2029, false]);
same((await cafes.select({ maxRecords: 9, pageSize: 4, fields: ['Name'] }).all()).map((one) => one.fields).at(-1), {
  Name: 'Café 8',
});
const pages = [];
await cafes.select({ pageSize: 15, view: 'Grid view' }).eachPage((records, next) => {
  pages.push(records.length);
  next();
});
same(pages, [15, 15, 10]);
same(
  (await orders.select({ method: 'post', sort: [{ field: 'Code', direction: 'desc' }], pageSize: 2 }).all()).length,
  5,
);
const shown = await orders
  .select({ cellFormat: 'string', timeZone: 'utc', userLocale: 'en', maxRecords: 1 })
  .firstPage();
same(shown[0].fields, { Code: 'o0', Total: '0', Paid: 'TRUE' });

const one = await orders.create({ Code: 'n1', Total: 1 });
same((await orders.find(one.id)).fields, { Code: 'n1', Total: 1 });
const two = await orders.create([{ fields: { Code: 'n2', Total: '2' } }, { fields: { Code: 'n3' } }], {
  typecast: true,
});
same(
  two.map(({ fields }) => fields),
  [{ Code: 'n2', Total: 2 }, { Code: 'n3' }],
);
same((await orders.update(one.id, { Paid: true })).fields, { Code: 'n1', Total: 1, Paid: true });
same((await orders.replace(one.id, { Code: 'n1' })).fields, { Code: 'n1' });
const both = two.map(({ id }) => ({ id, fields: { Total: 9 } }));
same(
  (await orders.update(both)).map(({ fields }) => fields.Total),
  [9, 9],
);
same((await orders.destroy(two.map(({ id }) => id))).length, 2);
await orders.destroy(one.id);
same((await orders.select().all()).length, 5);

await refused(orders.find('recNothing'), /no row of Orders/i);
await refused(orders.create({ Nothing: 1 }), /no column/);
await refused(orders.select({ filterByFormula: '1' }).all(), /not translated/);
await refused(baseOf('wrong')('Orders').create({ Code: 'x' }), /valid api key/);
said('select, listRecords, find, create, update, replace, destroy');
