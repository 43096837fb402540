import { between } from './between.mjs';
import { bearer, PROJECT, said, same } from '../asked.mjs';

/* nginx that compresses by itself, which weakens entity tags. */

const configure = (folder, port, host) => ({
  file: 'nginx.conf',
  args: ['-p', folder, '-c', `${folder}/nginx.conf`, '-e', `${folder}/error.log`],
  text: `
daemon off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  gzip on;
  gzip_types application/json text/csv;
  gzip_min_length 1;
  gzip_proxied any;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://${host};
      proxy_set_header Host $http_host;
      proxy_set_header Accept-Encoding "";
    }
  }
}
`,
});

await between('/usr/sbin/nginx', configure, async (origin) => {
  const orders = `${origin}/v1/${PROJECT}/orders`;
  const list = await fetch(`${orders}?_sort=Code`);
  same(list.headers.get('content-encoding'), 'gzip');
  same(list.headers.get('etag').startsWith('W/"'), true);
  const { data } = await list.json();
  const again = await fetch(`${orders}?_sort=Code`, { headers: { 'if-none-match': list.headers.get('etag') } });
  same(again.status, 304);
  const url = `${orders}/${data[1]._id}`;
  const write = (etag, row) =>
    fetch(url, {
      method: 'PATCH',
      headers: { ...bearer, 'content-type': 'application/json', 'if-match': etag },
      body: JSON.stringify(row),
    });
  const etag = (await fetch(url)).headers.get('etag');
  same(etag.startsWith('W/"'), true);
  const written = await write(etag, { Total: 99 });
  same(written.status, 200);
  same((await write(etag, { Total: 98 })).status, 412);
  same((await write(written.headers.get('etag'), { Total: 97 })).status, 200);
  same((await (await fetch(url)).json()).data.Total, 97);
});
said('gzip on the way: 304, 412 and writes by weak entity tags');
