import { between } from './between.mjs';
import { readByPapa } from './papa.mjs';
import { PROJECT, said, same } from '../asked.mjs';

/* Varnish that caches responses for a minute, and serves `Range` from them. */

const configure = (folder, port, host) => ({
  file: 'default.vcl',
  args: [
    '-F',
    '-n',
    folder,
    '-a',
    `127.0.0.1:${port}`,
    '-f',
    `${folder}/default.vcl`,
    '-s',
    'malloc,16m',
    '-j',
    'none',
  ],
  text: `
vcl 4.1;
backend default { .host = "${host.split(':')[0]}"; .port = "${host.split(':')[1]}"; }
sub vcl_backend_response { set beresp.ttl = 60s; return (deliver); }
sub vcl_deliver { if (obj.hits > 0) { set resp.http.X-Cache = "hit"; } }
`,
});

await between('/usr/sbin/varnishd', configure, async (origin) => {
  const url = `${origin}/v1/${PROJECT}/${encodeURIComponent('Cafés 100 %')}.csv`;
  const headers = { 'accept-encoding': 'identity' };
  const whole = await (await fetch(url, { headers })).text();
  const cut = await fetch(url, { headers: { ...headers, range: 'bytes=0-99' } });
  const size = Buffer.byteLength(whole);
  same([cut.status, cut.headers.get('content-range'), cut.headers.get('x-cache')], [206, `bytes 0-99/${size}`, 'hit']);
  same(await cut.text(), Buffer.from(whole).toString('utf8', 0, 100));
  same(cut.headers.get('access-control-expose-headers').includes('Content-Range'), true);
  const { rows, chunks } = await readByPapa(url, 500);
  same(
    rows.map(({ Name }) => Name),
    Array.from({ length: 40 }, (_, n) => `Café ${n}`),
  );
  same(chunks > 1, true);
});
said('206 from a cache, and Papa Parse in chunks through it');
