import * as simpleRest from '@refinedev/simple-rest';
import axios from 'axios';
import { bearer, ORIGIN, PROJECT, refused, said, same } from '../asked.mjs';

/* refine's provider for REST, with another address and a header. */

const make = simpleRest.dataProvider ?? simpleRest.default?.dataProvider ?? simpleRest.default;
const provider = make(`${ORIGIN}/compat/json-server/${PROJECT}`, axios.create({ headers: bearer }));

const { data, total } = await provider.getList({
  resource: 'orders',
  pagination: { currentPage: 2, pageSize: 2 },
  sorters: [
    { field: 'Paid', order: 'desc' },
    { field: 'Total', order: 'asc' },
  ],
});
same([data.map(({ Code }) => Code), total], [['o4', 'o1'], 5]);
const filters = [
  { field: 'Total', operator: 'gte', value: 10 },
  { field: 'Code', operator: 'contains', value: 'O' },
  { field: 'Code', operator: 'ne', value: 'o3' },
];
const filtered = await provider.getList({ resource: 'orders', filters });
same(
  filtered.data.map(({ Code }) => Code),
  ['o1', 'o2', 'o4'],
);
const [first, second] = filtered.data;
same((await provider.getMany({ resource: 'orders', ids: [first.id, second.id] })).data.length, 2);
const { data: made } = await provider.create({ resource: 'orders', variables: { Code: 'n1', Paid: true } });
same((await provider.getOne({ resource: 'orders', id: made.id })).data, made);
const changed = await provider.update({ resource: 'orders', id: made.id, variables: { Total: 2.5 } });
same(changed.data, { id: made.id, Code: 'n1', Total: 2.5, Paid: true });
await provider.deleteOne({ resource: 'orders', id: made.id });
await refused(provider.getOne({ resource: 'orders', id: made.id }), /410|removed/);
said('lists, filters, one, many, create, update, delete');
