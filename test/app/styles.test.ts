import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../src/app/styles');

it.each(readdirSync(folder).filter((name) => name.endsWith('.css')))(
  '%s has no nested rules: the oldest supported browsers ignore them, and no build step translates these files',
  (name) => {
    const rules = readFileSync(join(folder, name), 'utf8').replace(/\/\*[^]*?\*\//g, '');
    expect(rules).not.toMatch(/(?:^|[\s,{};>+~])&/);
  },
);
