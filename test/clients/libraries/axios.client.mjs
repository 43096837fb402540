import axios from 'axios';
import { bearer, ORIGIN, PROJECT, said, same } from '../asked.mjs';

/* axios with its defaults: lists of parameters with brackets, repeated, and with indexes; a Content-Type on every call. */

const client = axios.create({
  baseURL: `${ORIGIN}/v1/${PROJECT}`,
  headers: { ...bearer, 'Content-Type': 'application/json' },
});
const codes = ({ data }) => data.data.map(({ Code }) => Code);
const params = { Code__in: ['o3', 'o1'], _sort: ['-Code', '_row'], _fields: ['Code', 'Total'] };

same(codes(await client.get('/orders', { params })), ['o3', 'o1']);
for (const indexes of [null, false, true]) {
  same(codes(await client.get('/orders', { params, paramsSerializer: { indexes } })), ['o3', 'o1']);
}
const two = await client.get('/orders', { params: { Code: ['o1', 'o2'] }, validateStatus: null });
same([two.status, two.data.hint.includes('Code__in')], [400, true]);
same(codes(await client.get('/orders', { params: { _where: JSON.stringify({ Code: { eq: 'o2' } }) } })), ['o2']);
const made = await client.post('/orders', { Code: 'a1', Total: 1 });
same(made.status, 201);
const id = made.data.data._id;
const etag = made.headers.etag;
same((await client.patch(`/orders/${id}`, { Paid: true }, { headers: { 'If-Match': `W/${etag}` } })).status, 200);
const late = await client.patch(
  `/orders/${id}`,
  { Paid: false },
  { headers: { 'If-Match': etag }, validateStatus: null },
);
same(late.status, 412);
const form = new globalThis.URLSearchParams({ Code: 'a2' });
const asForm = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
same((await client.post('/orders', form, asForm)).status, 201);
same((await client.delete(`/orders/${id}`)).status, 204);
same((await client.delete('/orders', { params: { Code: 'a2' } })).data.meta.removed, 1);
same((await axios.get(`${ORIGIN}/v2/orders`, { validateStatus: null })).data.code, 'not_found');
said('lists with brackets and repeats, writes, weak ETags');
