import SteinStore from 'stein-js-client';
import { KEY, ORIGIN, PROJECT, refused, said, same } from '../asked.mjs';

/* Stein's own client, with another address. */

const store = new SteinStore(`${ORIGIN}/compat/stein/v1/storages/${PROJECT}`);
const authentication = { username: KEY, password: '-' };

const all = await store.read('Orders');
same(all.length, 5);
same(all[1], { Code: 'o1', Total: '10.5', Paid: 'FALSE' });
same(
  (await store.read('Orders', { limit: 2, offset: 1 })).map(({ Code }) => Code),
  ['o1', 'o2'],
);
same((await store.read('Orders', { search: { Code: 'o3' }, authentication })).length, 1);
same((await store.read(encodeURIComponent('Cafés 100 %'), { limit: 1 }))[0]['50 % off'], '');
same(await store.append('Orders', [{ Code: 'n1', Total: '7', Paid: 'TRUE' }, { Code: 'n2' }], { authentication }), {
  updatedRange: 'Orders',
});
same(await store.edit('Orders', { search: { Code: 'n2' }, set: { Total: '8.5' }, authentication }), {
  totalUpdatedRows: 1,
});
same((await store.read('Orders', { search: { Total: '8.5' } }))[0], { Code: 'n2', Total: '8.5', Paid: '' });
same(await store.delete('Orders', { search: { Code: 'n1' }, limit: 1, authentication }), { clearedRowsCount: 1 });
same(Object.keys(await store.append('Orders', [{ Code: 'n3' }])), ['error']);
await refused(store.read('Nothing'), /no endpoint called/);
said('read, search, append, edit, delete');
