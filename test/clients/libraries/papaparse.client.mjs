import { readByPapa } from './papa.mjs';
import { ORIGIN, PROJECT, said, same } from '../asked.mjs';

/* Papa Parse in a page of another site: whole files, and in chunks by `Range`. */

const url = `${ORIGIN}/v1/${PROJECT}/${encodeURIComponent('Cafés 100 %')}.csv`;
for (const chunkSize of [200, 1_000, 100_000]) {
  const { rows } = await readByPapa(url, chunkSize);
  same(
    rows.map(({ Name }) => Name),
    Array.from({ length: 40 }, (_, n) => `Café ${n}`),
  );
}
said('downloads in Chromium, in chunks of 200, 1,000 and 100,000 bytes');
