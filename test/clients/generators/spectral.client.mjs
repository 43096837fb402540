import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentIn, folderOf, run } from './calls.mjs';

/* Spectral with the rules that it has for OpenAPI: not even a hint. */

const folder = folderOf('spectral');
const { file } = await documentIn(folder);
const rules = join(folder, 'rules.json');
writeFileSync(rules, JSON.stringify({ extends: ['spectral:oas'] }));
const said = run('spectral', 'lint', file, '-r', rules, '-F', 'hint');
console.log(said.trim().split('\n').at(-1));
