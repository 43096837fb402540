import { fetchUtils } from 'ra-core';
import jsonServerProvider from 'ra-data-json-server';
import { bearer, ORIGIN, PROJECT, refused, said, same } from '../asked.mjs';

/* react-admin's provider for json-server, with another address and a header. */

const httpClient = (url, options = {}) => {
  const headers = new globalThis.Headers({ accept: 'application/json', ...bearer });
  return fetchUtils.fetchJson(url, { ...options, headers });
};
const provider = jsonServerProvider(`${ORIGIN}/compat/json-server/${PROJECT}`, httpClient);
const sort = { field: 'id', order: 'ASC' };
const list = (resource, asked) =>
  provider.getList(resource, { pagination: { page: 1, perPage: 10 }, sort, filter: {}, ...asked });

const { data, total } = await list('cafes-100', { pagination: { page: 4, perPage: 10 } }).catch(() =>
  list(encodeURIComponent('Cafés 100 %'), { pagination: { page: 4, perPage: 10 } }),
);
same([data.length, total, data[0].Name], [10, 40, 'Café 30']);
const orders = await list('orders', { sort: { field: 'Total', order: 'DESC' }, filter: { q: 'o' } });
same(
  orders.data.map(({ Code }) => Code),
  ['o4', 'o3', 'o2', 'o1', 'o0'],
);
const [first, second] = orders.data;
same((await provider.getOne('orders', { id: first.id })).data, first);
same((await provider.getMany('orders', { ids: [first.id, second.id] })).data.length, 2);
const reference = { target: 'Code', id: 'o1', pagination: { page: 1, perPage: 5 }, sort, filter: { Total_gte: 1 } };
same((await provider.getManyReference('orders', reference)).total, 1);
const { data: made } = await provider.create('orders', { data: { Code: 'n1', Total: 3, Paid: false } });
same([typeof made.id, made.Code], ['string', 'n1']);
const { data: changed } = await provider.update('orders', {
  id: made.id,
  data: { ...made, Total: 4 },
  previousData: made,
});
same(changed, { id: made.id, Code: 'n1', Total: 4, Paid: false });
await provider.updateMany('orders', { ids: [made.id], data: { Code: 'n2' } });
same((await provider.getOne('orders', { id: made.id })).data, { id: made.id, Code: 'n2', Total: null, Paid: null });
await provider.delete('orders', { id: made.id, previousData: made });
const more = await provider.create('orders', { data: { Code: 'n3' } });
await provider.deleteMany('orders', { ids: [more.data.id] });
same((await list('orders')).total, 5);
await refused(provider.getOne('orders', { id: made.id }), /removed/);
await refused(provider.create('orders', { data: { Nothing: 1 } }), /no column/);
said('lists, one, many, references, create, update, delete');
