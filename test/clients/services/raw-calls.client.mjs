import { runInNewContext } from 'node:vm';
import { bearer, call, KEY, PROJECT, said, same } from '../asked.mjs';

/* Requests of programs without a client: opensheet, Sheety, SheetDB, and Google's charts. */

const codes = (rows) => rows.map(({ Code, code }) => Code ?? code);

const opensheet = `/opensheet/${PROJECT}`;
same(codes((await call('GET', `${opensheet}/Orders`, undefined, {})).body), ['o0', 'o1', 'o2', 'o3', 'o4']);
same((await call('GET', `${opensheet}/2?raw=true`, undefined, {})).body[1], { Code: 'o1', Total: 10.5, Paid: false });
same((await call('GET', `${opensheet}/3`, undefined, {})).status, 404);

const sheety = `/sheety/${PROJECT}/orders`;
same(codes((await call('GET', sheety)).body.orders), ['o0', 'o1', 'o2', 'o3', 'o4']);
const { order } = (await call('POST', sheety, { order: { code: 'n1', total: 5 } })).body;
same((await call('PUT', `${sheety}/${order.id}`, { order: { paid: true } })).body.order, { ...order, paid: true });
same(codes((await call('GET', `${sheety}?filter[code]=n1`)).body.orders), ['n1']);
same((await call('DELETE', `${sheety}/${order.id}`)).status, 204);
same((await call('POST', sheety, { order: { code: 'x' } }, {})).status, 401);

const sheetdb = `/sheetdb/api/v1/${PROJECT}`;
const basic = { authorization: `Basic ${Buffer.from(`${KEY}:`).toString('base64')}` };
same((await call('GET', `${sheetdb}/sheets`, undefined, basic)).body, { sheets: ['Cafés 100 %', 'Orders'] });
same((await call('GET', `${sheetdb}/count?sheet=Orders`)).body, { rows: 5 });
same((await call('POST', `${sheetdb}?sheet=Orders`, { data: [{ Code: 'd1', Total: '1' }] }, basic)).body, {
  created: 1,
});
same((await call('PATCH', `${sheetdb}/Code/d1?sheet=Orders`, { data: { Total: '2' } })).body, { updated: 1 });
const found = `${sheetdb}/search?sheet=Orders&Total=%3E1&sort_by=Total&sort_order=asc&limit=1`;
same((await call('GET', found)).body, [{ Code: 'd1', Total: '2', Paid: '' }]);
same((await call('DELETE', `${sheetdb}/Code/d1?sheet=Orders`, undefined, basic)).body, { deleted: 1 });

const gviz = `/gviz/spreadsheets/d/${PROJECT}/gviz/tq?sheet=Orders`;
let told;
const google = { visualization: { Query: { setResponse: (answer) => (told = answer) } } };
runInNewContext((await call('GET', `${gviz}&tqx=out:json`, undefined, {})).text, { google });
same([told.status, told.table.rows.length, told.table.rows[1].c[1].v], ['ok', 5, 10.5]);
const json = (await call('GET', gviz, undefined, {})).text;
same(JSON.parse(json.slice(json.indexOf('{'), json.lastIndexOf('}') + 1)).table.cols[2].type, 'boolean');
same((await call('GET', `${gviz}&tqx=out:csv`, undefined, bearer)).text.split('\r\n')[2], 'o1,10.5,FALSE');
said('opensheet, Sheety, SheetDB, gviz');
